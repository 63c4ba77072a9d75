/* Reductions to a root (MPI 5.0, section 6.9). */
#include "mpi/collective/call.h"
#include "mpi/object/profile.h"
#include "mpi/operator/operator.h"

static void build_reduced(struct schedule *schedule, const struct team *team,
                          const struct call *call) {
    build_reduce(schedule, team, call->way, operator_commutes(call->op), call->root,
                 call_operand(call), blocks_at(&call->receive, 0));
}

static const struct operation reduce = {
    .number = OPERATION_REDUCE,
    .name = "reduce",
    .send = SHAPE_ONE,
    .receive = SHAPE_ONE,
    .root = ROOT_RECEIVES,
    .combines = true,
    .in_place = true,
    .build = build_reduced,
};

#define REDUCE                                                                                     \
    ((struct call){                                                                                \
        .operation = &reduce,                                                                      \
        .function = __func__,                                                                      \
        .comm = comm,                                                                              \
        .send = {.buffer = (void *)sendbuf},                                                       \
        .receive = {.buffer = recvbuf, .count = count, .type = datatype},                          \
        .op = op,                                                                                  \
        .root = root,                                                                              \
    })

MPI_CALL(int, Reduce, const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype,
         MPI_Op op, int root, MPI_Comm comm) {
    return call_run(REDUCE);
}

MPI_CALL(int, Ireduce, const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype,
         MPI_Op op, int root, MPI_Comm comm, MPI_Request *request) {
    return call_begin(REDUCE, request);
}

MPI_CALL(int, Reduce_init, const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype,
         MPI_Op op, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    (void)info;
    return call_prepare(REDUCE, request);
}
