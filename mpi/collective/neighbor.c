/* Exchanges with the neighbours in a topology (MPI 5.0, sections 8.6 and 8.7). */
#include "mpi/collective/perform.h"

/* All messages are one round. A process may be several neighbours of another one at once. Messages
 * between the two match in the order in which both begin them. On a ring of two processes, for
 * example, what one sends to the left comes to the other from the right. So on a Cartesian topology
 * the two messages of each dimension are sent in the order opposite to that in which they are
 * received. */
static void build(struct schedule *schedule, const struct team *team,
                  const struct collective_call *call) {
    schedule_take(schedule, "straight to neighbours");
    const struct neighbours *all = &call->neighbours;
    for (int k = 0; k < all->source_count; k++)
        if (all->sources[k] != MPI_PROC_NULL)
            schedule_receive(schedule, team, all->sources[k], PART(blocks_at(&call->receive, k)));
    bool is_one = call->operation->send == SHAPE_ONE;
    for (int k = 0; k < all->destination_count; k++) {
        int number = all->cartesian ? k ^ 1 : k;
        if (all->destinations[number] != MPI_PROC_NULL)
            schedule_send(schedule, team, all->destinations[number],
                          PART(blocks_at(&call->send, is_one ? 0 : number)));
    }
    schedule_round(schedule);
}

COLLECTIVE_OPERATION(neighbor_allgather, OPERATION_NEIGHBOR_ALLGATHER, SHAPE_ONE, SHAPE_EACH,
                     .of_neighbours = true, .build = build);

int MPI_Neighbor_allgather(PARAMETERS_ALIKE, MPI_Comm comm) {
    return collective_perform(COLLECTIVE_EACH_ALIKE(neighbor_allgather));
}

COLLECTIVE_STARTED(MPI_Ineighbor_allgather, MPI_Neighbor_allgather_init,
                   COLLECTIVE_EACH_ALIKE(neighbor_allgather), PARAMETERS_ALIKE, MPI_Comm comm)

COLLECTIVE_OPERATION(neighbor_allgatherv, OPERATION_NEIGHBOR_ALLGATHERV, SHAPE_ONE, SHAPE_EACH,
                     .of_neighbours = true, .build = build);

int MPI_Neighbor_allgatherv(PARAMETERS_RECEIVED, MPI_Comm comm) {
    return collective_perform(COLLECTIVE_EACH_RECEIVED(neighbor_allgatherv));
}

COLLECTIVE_STARTED(MPI_Ineighbor_allgatherv, MPI_Neighbor_allgatherv_init,
                   COLLECTIVE_EACH_RECEIVED(neighbor_allgatherv), PARAMETERS_RECEIVED,
                   MPI_Comm comm)

COLLECTIVE_OPERATION(neighbor_alltoall, OPERATION_NEIGHBOR_ALLTOALL, SHAPE_EACH, SHAPE_EACH,
                     .of_neighbours = true, .build = build);

int MPI_Neighbor_alltoall(PARAMETERS_ALIKE, MPI_Comm comm) {
    return collective_perform(COLLECTIVE_EACH_ALIKE(neighbor_alltoall));
}

COLLECTIVE_STARTED(MPI_Ineighbor_alltoall, MPI_Neighbor_alltoall_init,
                   COLLECTIVE_EACH_ALIKE(neighbor_alltoall), PARAMETERS_ALIKE, MPI_Comm comm)

COLLECTIVE_OPERATION(neighbor_alltoallv, OPERATION_NEIGHBOR_ALLTOALLV, SHAPE_EACH, SHAPE_EACH,
                     .of_neighbours = true, .build = build);

int MPI_Neighbor_alltoallv(PARAMETERS_EACH, MPI_Comm comm) {
    return collective_perform(COLLECTIVE_EACH(neighbor_alltoallv));
}

COLLECTIVE_STARTED(MPI_Ineighbor_alltoallv, MPI_Neighbor_alltoallv_init,
                   COLLECTIVE_EACH(neighbor_alltoallv), PARAMETERS_EACH, MPI_Comm comm)

COLLECTIVE_OPERATION(neighbor_alltoallw, OPERATION_NEIGHBOR_ALLTOALLW, SHAPE_EACH, SHAPE_EACH,
                     .of_neighbours = true, .build = build);

int MPI_Neighbor_alltoallw(PARAMETERS_EACH_TYPE(MPI_Aint), MPI_Comm comm) {
    return collective_perform(COLLECTIVE_EACH_TYPE(neighbor_alltoallw, addresses));
}

COLLECTIVE_STARTED(MPI_Ineighbor_alltoallw, MPI_Neighbor_alltoallw_init,
                   COLLECTIVE_EACH_TYPE(neighbor_alltoallw, addresses),
                   PARAMETERS_EACH_TYPE(MPI_Aint), MPI_Comm comm)
