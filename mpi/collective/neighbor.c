/* Exchanges with the neighbours in a topology (MPI 5.0, sections 8.6 and 8.7). */
#include "mpi/collective/perform.h"
#include "mpi/object/error.h"

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

#define OF_NEIGHBOURS(which, which_number, sent, received)                                         \
    static const struct collective_operation which = {                                             \
        .number = which_number,                                                                    \
        .name = #which,                                                                            \
        .send = sent,                                                                              \
        .receive = received,                                                                       \
        .of_neighbours = true,                                                                     \
        .build = build,                                                                            \
    }

OF_NEIGHBOURS(neighbor_allgather, OPERATION_NEIGHBOR_ALLGATHER, SHAPE_ONE, SHAPE_EACH);

int MPI_Neighbor_allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                           int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    return collective_perform(COLLECTIVE_EACH_ALIKE(neighbor_allgather));
}

COLLECTIVE_STARTED(MPI_Ineighbor_allgather, MPI_Neighbor_allgather_init,
                   COLLECTIVE_EACH_ALIKE(neighbor_allgather), PARAMETERS_ALIKE, MPI_Comm comm)

OF_NEIGHBOURS(neighbor_allgatherv, OPERATION_NEIGHBOR_ALLGATHERV, SHAPE_ONE, SHAPE_EACH);

int MPI_Neighbor_allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                            void *recvbuf, const int recvcounts[], const int displs[],
                            MPI_Datatype recvtype, MPI_Comm comm) {
    return collective_perform(COLLECTIVE_EACH_RECEIVED(neighbor_allgatherv));
}

COLLECTIVE_STARTED(MPI_Ineighbor_allgatherv, MPI_Neighbor_allgatherv_init,
                   COLLECTIVE_EACH_RECEIVED(neighbor_allgatherv), PARAMETERS_RECEIVED,
                   MPI_Comm comm)

OF_NEIGHBOURS(neighbor_alltoall, OPERATION_NEIGHBOR_ALLTOALL, SHAPE_EACH, SHAPE_EACH);

int MPI_Neighbor_alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                          int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    return collective_perform(COLLECTIVE_EACH_ALIKE(neighbor_alltoall));
}

COLLECTIVE_STARTED(MPI_Ineighbor_alltoall, MPI_Neighbor_alltoall_init,
                   COLLECTIVE_EACH_ALIKE(neighbor_alltoall), PARAMETERS_ALIKE, MPI_Comm comm)

OF_NEIGHBOURS(neighbor_alltoallv, OPERATION_NEIGHBOR_ALLTOALLV, SHAPE_EACH, SHAPE_EACH);

int MPI_Neighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
                           MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                           const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm) {
    return collective_perform(COLLECTIVE_EACH(neighbor_alltoallv));
}

COLLECTIVE_STARTED(MPI_Ineighbor_alltoallv, MPI_Neighbor_alltoallv_init,
                   COLLECTIVE_EACH(neighbor_alltoallv), PARAMETERS_EACH, MPI_Comm comm)

OF_NEIGHBOURS(neighbor_alltoallw, OPERATION_NEIGHBOR_ALLTOALLW, SHAPE_EACH, SHAPE_EACH);

int MPI_Neighbor_alltoallw(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
                           const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                           const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
                           MPI_Comm comm) {
    return collective_perform(COLLECTIVE_EACH_TYPE(neighbor_alltoallw, addresses));
}

COLLECTIVE_STARTED(MPI_Ineighbor_alltoallw, MPI_Neighbor_alltoallw_init,
                   COLLECTIVE_EACH_TYPE(neighbor_alltoallw, addresses),
                   PARAMETERS_EACH_TYPE(MPI_Aint), MPI_Comm comm)
