/* Finds exchanges that fail when a process is its own neighbour, has the same neighbour twice, or
 * has none (MPI 5.0, section 8.6). */
#include "corners.h"

/* Exchanges on a ring of any length. On a ring of one process this process is its own neighbour on
 * both sides. On a ring of two each process has the other one twice. */
CORNER(go_round) {
    MPI_Comm ring = corners_ring(comm);
    int sent[2] = {2 * rank, 2 * rank + 1}, got[2] = {-1, -1};
    MPI_Neighbor_alltoall(sent, 1, MPI_INT, got, 1, MPI_INT, ring);
    check(got[0] == 2 * before + 1 && got[1] == 2 * next);
    MPI_Neighbor_allgather(&rank, 1, MPI_INT, got, 1, MPI_INT, ring);
    check(got[0] == before && got[1] == next);
    MPI_Request request;
    int counts[2] = {1, 0}, places[2] = {0, 1}, other_counts[2] = {0, 1};
    got[0] = got[1] = -1;
    /* Each process sends only to the left, so it receives from the right. */
    MPI_Ineighbor_alltoallv(sent, counts, places, MPI_INT, got, other_counts, places, MPI_INT, ring,
                            &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    check(got[0] == -1 && got[1] == 2 * next);
    MPI_Request persistent;
    int all[2] = {-1, -1}, later[2] = {-1, -1}, any[2] = {-1, -1};
    MPI_Neighbor_allgather_init(&rank, 1, MPI_INT, all, 1, MPI_INT, ring, MPI_INFO_NULL,
                                &persistent);
    MPI_Start(&persistent);
    MPI_Ineighbor_allgather(&rank, 1, MPI_INT, later, 1, MPI_INT, ring, &request);
    MPI_Neighbor_allgatherv(&rank, 1, MPI_INT, any, (int[]){1, 1}, (int[]){1, 0}, MPI_INT, ring);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Wait(&persistent, MPI_STATUS_IGNORE);
    check(all[0] == before && all[1] == next && later[0] == before && later[1] == next);
    check(any[1] == before && any[0] == next);
    MPI_Request_free(&persistent);
    MPI_Comm_free(&ring);
}

/* The processes at the ends of a line have one neighbour, and the block of a missing neighbour is
 * not written. */
CORNER(end_somewhere) {
    MPI_Comm line;
    int periods = 0, got[2] = {-1, -1};
    MPI_Cart_create(comm, 1, &size, &periods, 0, &line);
    MPI_Neighbor_allgather(&rank, 1, MPI_INT, got, 1, MPI_INT, line);
    check(got[0] == (rank == 0 ? -1 : rank - 1) && got[1] == (rank == size - 1 ? -1 : rank + 1));
    MPI_Comm_free(&line);
}

/* Exchanges on a graph with edges from each process to itself and twice to the next one. */
CORNER(repeat_edges) {
    MPI_Comm graph;
    int sources[3] = {rank, before, before}, targets[3] = {next, rank, next};
    int sent[3] = {10 * rank, 10 * rank + 1, 10 * rank + 2}, got[3] = {-1, -1, -1};
    MPI_Dist_graph_create_adjacent(comm, 3, sources, MPI_UNWEIGHTED, 3, targets, MPI_UNWEIGHTED,
                                   MPI_INFO_NULL, 0, &graph);
    MPI_Neighbor_alltoall(sent, 1, MPI_INT, got, 1, MPI_INT, graph);
    if (size > 1) {
        check(got[0] == 10 * rank + 1);
        check(got[1] == 10 * before && got[2] == 10 * before + 2);
    }
    MPI_Neighbor_allgather(&rank, 1, MPI_INT, got, 1, MPI_INT, graph);
    check(got[0] == rank && got[1] == before && got[2] == before);
    MPI_Comm_free(&graph);
}

/* Exchanges with processes to which nobody sends, or which send to nobody, or both. */
CORNER(have_none) {
    MPI_Comm graph;
    int is_first = rank == 0, *all = malloc((size_t)size * sizeof *all), one = -1, zero = 0;
    for (int k = 0; k < size; k++)
        all[k] = k;
    /* Rank 0 sends to all others, and gets nothing. */
    MPI_Dist_graph_create_adjacent(comm, !is_first, &zero, MPI_UNWEIGHTED, is_first ? size - 1 : 0,
                                   all + 1, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph);
    check(MPI_Neighbor_alltoall(all, 1, MPI_INT, &one, 1, MPI_INT, graph) == 0);
    check(one == (is_first ? -1 : rank - 1));
    MPI_Comm_free(&graph);
    MPI_Dist_graph_create_adjacent(comm, 0, NULL, MPI_WEIGHTS_EMPTY, 0, NULL, MPI_WEIGHTS_EMPTY,
                                   MPI_INFO_NULL, 0, &graph);
    check(MPI_Neighbor_alltoall(NULL, 1, MPI_INT, NULL, 1, MPI_INT, graph) == 0);
    check(MPI_Neighbor_allgather(NULL, 0, MPI_INT, NULL, 0, MPI_INT, graph) == 0);
    check(MPI_Neighbor_alltoall(NULL, 0, MPI_DATATYPE_NULL, NULL, 0, MPI_DATATYPE_NULL, graph) ==
          0);
    check(MPI_Neighbor_alltoallw(NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, graph) == 0);
    MPI_Comm_free(&graph);
    free(all);
}

/* Each neighbour has a type of its own, and a place in bytes (section 8.6.3). */
CORNER(exchange_types) {
    MPI_Comm ring = corners_ring(comm);
    struct both {
        double real;
        int number;
    } sent = {rank + 0.5, 3 * rank}, got = {-1, -1};
    int ones[2] = {1, 1};
    /* The double goes to the left and comes from the right. The int goes the other way. */
    MPI_Aint places[2] = {0, offsetof(struct both, number)};
    MPI_Aint swapped[2] = {places[1], places[0]};
    MPI_Datatype types[2] = {MPI_DOUBLE, MPI_INT}, swapped_types[2] = {MPI_INT, MPI_DOUBLE};
    check(MPI_Neighbor_alltoallw(&sent, ones, places, types, &got, ones, swapped, swapped_types,
                                 ring) == 0);
    check(got.real == (rank + 1) % size + 0.5 && got.number == 3 * ((rank + size - 1) % size));
    refused(MPI_ERR_TOPOLOGY, MPI_Neighbor_allgather(&rank, 1, MPI_INT, &size, 1, MPI_INT, comm));
    refused(MPI_ERR_BUFFER, MPI_Neighbor_alltoallw(MPI_IN_PLACE, ones, places, types, &got, ones,
                                                   swapped, swapped_types, ring));
    MPI_Comm_free(&ring);
}

/* Each process has a line of cells in one array, of which the first and the last are copies of its
 * neighbours' cells. */
CORNER(exchange_edges) {
    MPI_Comm ring = corners_ring(comm);
    int ones[2] = {1, 1}, from[2] = {1, 2}, to[2] = {0, 3};
    int cells[4] = {-1, 2 * rank, 2 * rank + 1, -1};
    MPI_Aint sent[2] = {sizeof(int), 2 * sizeof(int)}, got[2] = {0, 3 * sizeof(int)};
    MPI_Datatype types[2] = {MPI_INT, MPI_INT};
    check(MPI_Neighbor_alltoallw(cells, ones, sent, types, cells, ones, got, types, ring) == 0);
    check(cells[0] == 2 * before + 1 && cells[3] == 2 * next);
    cells[0] = cells[3] = -1;
    check(MPI_Neighbor_alltoallv(cells, ones, from, MPI_INT, cells, ones, to, MPI_INT, ring) == 0);
    check(cells[0] == 2 * before + 1 && cells[3] == 2 * next);
    MPI_Comm_free(&ring);
}
