/* Finds persistent collective operations that match in the order of their starts: they match by the
 * order in which they were made (MPI 5.0, section 6.13). */
#include "corners.h"

enum { TIMES = 5, CALLS = 6 };

/* Starts all requests, each process in an order of its own: one by one, or all in one call. */
static void start_all(int count, MPI_Request requests[], int time) {
    MPI_Request turned[CALLS];
    for (int k = 0; k < count; k++)
        if (time % 2 == 0)
            check(MPI_Start(&requests[(k + rank) % count]) == 0);
        else
            turned[k] = requests[(k * (count - 1) + rank) % count];
    if (time % 2 != 0)
        check(MPI_Startall(count, turned) == 0);
}

/* What the operations of one process read and write. */
struct buffers {
    int first, last, own, sum, least;
    int *all;
};

static void make(MPI_Comm comm, struct buffers *buffers, MPI_Request requests[CALLS]) {
    MPI_Bcast_init(&buffers->first, 1, MPI_INT, 0, comm, MPI_INFO_NULL, &requests[0]);
    MPI_Bcast_init(&buffers->last, 1, MPI_INT, size - 1, comm, MPI_INFO_NULL, &requests[1]);
    MPI_Barrier_init(comm, MPI_INFO_NULL, &requests[2]);
    MPI_Allreduce_init(&buffers->own, &buffers->sum, 1, MPI_INT, MPI_SUM, comm, MPI_INFO_NULL,
                       &requests[3]);
    MPI_Allgather_init(&buffers->own, 1, MPI_INT, buffers->all, 1, MPI_INT, comm, MPI_INFO_NULL,
                       &requests[4]);
    MPI_Scan_init(&buffers->own, &buffers->least, 1, MPI_INT, MPI_MIN, comm, MPI_INFO_NULL,
                  &requests[5]);
}

/* Starts all operations again and again, among other calls on the same communicator, and waits for
 * them in another order. Now and then each process frees some, in an order of its own, and all of
 * them make these again. */
CORNER(start_in_any_order) {
    MPI_Request requests[CALLS], other;
    struct buffers buffers = {.all = malloc((size_t)size * sizeof(int))};
    make(comm, &buffers, requests);
    for (int time = 0; time < TIMES; time++) {
        int mine = rank, sum = -1, greatest = -1;
        buffers.own = rank + time;
        buffers.first = rank == 0 ? 4 + time : -1;
        buffers.last = rank == size - 1 ? 6 + time : -1;
        MPI_Iallreduce(&mine, &greatest, 1, MPI_INT, MPI_MAX, comm, &other);
        start_all(CALLS, requests, time);
        MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, comm);
        for (int k = 0; k < CALLS; k++)
            check(MPI_Wait(&requests[(k + 2 * rank) % CALLS], MPI_STATUS_IGNORE) == 0);
        MPI_Wait(&other, MPI_STATUS_IGNORE);
        check(sum == size * (size - 1) / 2 && greatest == size - 1);
        check(buffers.first == 4 + time && buffers.last == 6 + time);
        check(buffers.sum == size * (size - 1) / 2 + size * time && buffers.least == time);
        for (int k = 0; k < size; k++)
            check(buffers.all[k] == k + time);
        if (time == TIMES / 2) {
            for (int k = 0; k < CALLS; k++)
                MPI_Request_free(&requests[(k + rank) % CALLS]);
            make(comm, &buffers, requests);
        }
    }
    corners_free(CALLS, requests);
    free(buffers.all);
}

/* A process that only sends starts again before the others have received. */
CORNER(start_early) {
    MPI_Request request;
    int data = -1;
    MPI_Bcast_init(&data, 1, MPI_INT, 0, comm, MPI_INFO_NULL, &request);
    for (int time = 0; time < 10 * TIMES; time++) {
        data = rank == 0 ? time : -1;
        MPI_Start(&request);
        check(MPI_Wait(&request, MPI_STATUS_IGNORE) == 0 && data == time);
    }
    MPI_Request_free(&request);
}

CORNER(start_with_neighbours) {
    MPI_Comm ring = corners_ring(comm);
    MPI_Request requests[2];
    int own[4], got[4];
    MPI_Neighbor_alltoall_init(own, 1, MPI_INT, got, 1, MPI_INT, ring, MPI_INFO_NULL, &requests[0]);
    MPI_Neighbor_alltoall_init(own + 2, 1, MPI_INT, got + 2, 1, MPI_INT, ring, MPI_INFO_NULL,
                               &requests[1]);
    for (int time = 0; time < TIMES; time++) {
        for (int k = 0; k < 4; k++)
            own[k] = 100 * rank + 10 * time + k, got[k] = -1;
        start_all(2, requests, time);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        for (int k = 0; k < 4; k += 2)
            check(got[k] == 100 * before + 10 * time + k + 1 &&
                  got[k + 1] == 100 * next + 10 * time + k);
    }
    corners_free(2, requests);
    MPI_Comm_free(&ring);
}

BETWEEN(start_between) {
    MPI_Request requests[3];
    int others, world, own, sum, data;
    MPI_Comm_remote_size(comm, &others);
    MPI_Comm_rank(MPI_COMM_WORLD, &world);
    int is_upper = world != rank, root = is_upper ? 0 : rank == 0 ? MPI_ROOT : MPI_PROC_NULL;
    MPI_Bcast_init(&data, 1, MPI_INT, root, comm, MPI_INFO_NULL, &requests[0]);
    MPI_Barrier_init(comm, MPI_INFO_NULL, &requests[1]);
    MPI_Allreduce_init(&own, &sum, 1, MPI_INT, MPI_SUM, comm, MPI_INFO_NULL, &requests[2]);
    for (int time = 0; time < TIMES; time++) {
        own = rank + time;
        data = root == MPI_ROOT ? 7 + time : -1;
        start_all(3, requests, time);
        MPI_Barrier(comm);
        MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
        check(data == (root == MPI_PROC_NULL ? -1 : 7 + time));
        check(sum == others * (others - 1) / 2 + others * time);
    }
    corners_free(3, requests);
}
