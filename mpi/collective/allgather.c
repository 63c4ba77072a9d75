/* All-gathers (MPI 5.0, sections 6.7 and 6.7.2). */
#include "mpi/collective/call.h"
#include "mpi/object/profile.h"

static void copy_own(struct schedule *schedule, const struct team *team, const struct call *call) {
    if (!call_sends_in_place(call))
        schedule_copy(schedule, blocks_at(&call->send, 0), blocks_at(&call->receive, team->rank));
}

static void build_allgathered(struct schedule *schedule, const struct team *team,
                              const struct call *call) {
    copy_own(schedule, team, call);
    build_allgather(schedule, team, call->way, &call->receive);
}

/* Blocks of different sizes go the long way. */
static void build_allgathered_any(struct schedule *schedule, const struct team *team,
                                  const struct call *call) {
    copy_own(schedule, team, call);
    build_allgather(schedule, team, WAY_LONG, &call->receive);
}

static const struct operation allgather = {
    .number = OPERATION_ALLGATHER,
    .name = "allgather",
    .send = SHAPE_ONE,
    .receive = SHAPE_EACH,
    .in_place = true,
    .build = build_allgathered,
};

#define ALLGATHER                                                                                  \
    ((struct call){                                                                                \
        .operation = &allgather,                                                                   \
        .function = __func__,                                                                      \
        .comm = comm,                                                                              \
        .send = {.buffer = (void *)sendbuf, .count = sendcount, .type = sendtype},                 \
        .receive = {.buffer = recvbuf, .count = recvcount, .type = recvtype},                      \
    })

MPI_CALL(int, Allgather, const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
         int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    return call_run(ALLGATHER);
}

MPI_CALL(int, Iallgather, const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
         int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
    return call_begin(ALLGATHER, request);
}

MPI_CALL(int, Allgather_init, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
         void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
         MPI_Request *request) {
    (void)info;
    return call_prepare(ALLGATHER, request);
}

static const struct operation allgatherv = {
    .number = OPERATION_ALLGATHER,
    .name = "allgatherv",
    .send = SHAPE_ONE,
    .receive = SHAPE_EACH,
    .in_place = true,
    .build = build_allgathered_any,
};

#define ALLGATHERV                                                                                 \
    ((struct call){                                                                                \
        .operation = &allgatherv,                                                                  \
        .function = __func__,                                                                      \
        .comm = comm,                                                                              \
        .send = {.buffer = (void *)sendbuf, .count = sendcount, .type = sendtype},                 \
        .receive =                                                                                 \
            {.buffer = recvbuf, .counts = recvcounts, .displacements = displs, .type = recvtype},  \
    })

MPI_CALL(int, Allgatherv, const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
         const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm) {
    return call_run(ALLGATHERV);
}

MPI_CALL(int, Iallgatherv, const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
         const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm,
         MPI_Request *request) {
    return call_begin(ALLGATHERV, request);
}

MPI_CALL(int, Allgatherv_init, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
         void *recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype,
         MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    (void)info;
    return call_prepare(ALLGATHERV, request);
}
