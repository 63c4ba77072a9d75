/* All-reduce (MPI 5.0, section 6.9.6). */
#include "mpi/collective/call.h"
#include "mpi/object/profile.h"
#include "mpi/operator/operator.h"

static void build_reduced(struct schedule *schedule, const struct team *team,
                          const struct call *call) {
    build_allreduce(schedule, team, call->way, operator_commutes(call->op), call_operand(call),
                    blocks_at(&call->receive, 0));
}

static const struct operation allreduce = {
    .number = OPERATION_ALLREDUCE,
    .name = "allreduce",
    .send = SHAPE_ONE,
    .receive = SHAPE_ONE,
    .combines = true,
    .in_place = true,
    .build = build_reduced,
};

#define ALLREDUCE                                                                                  \
    ((struct call){                                                                                \
        .operation = &allreduce,                                                                   \
        .function = __func__,                                                                      \
        .comm = comm,                                                                              \
        .send = {.buffer = (void *)sendbuf},                                                       \
        .receive = {.buffer = recvbuf, .count = count, .type = datatype},                          \
        .op = op,                                                                                  \
    })

MPI_CALL(int, Allreduce, const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype,
         MPI_Op op, MPI_Comm comm) {
    return call_run(ALLREDUCE);
}

MPI_CALL(int, Iallreduce, const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype,
         MPI_Op op, MPI_Comm comm, MPI_Request *request) {
    return call_begin(ALLREDUCE, request);
}

MPI_CALL(int, Allreduce_init, const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype,
         MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    (void)info;
    return call_prepare(ALLREDUCE, request);
}
