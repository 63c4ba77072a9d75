/* Scatters (MPI 5.0, sections 6.6 and 6.6.2). */
#include "mpi/collective/call.h"
#include "mpi/object/profile.h"

static void build_scattered(struct schedule *schedule, const struct team *team,
                            const struct call *call) {
    bool in_place = call_receives_in_place(call);
    struct part own = blocks_at(in_place ? &call->send : &call->receive, 0);
    build_scatter(schedule, team, call->way, call->root, own, &call->send, in_place);
}

/* The root alone knows all counts, so that there is no other way than the long one. */
static void build_scattered_any(struct schedule *schedule, const struct team *team,
                                const struct call *call) {
    bool in_place = call_receives_in_place(call);
    struct part own = blocks_at(in_place ? &call->send : &call->receive, 0);
    build_scatter(schedule, team, WAY_LONG, call->root, own, &call->send, in_place);
}

static const struct operation scatter = {
    .number = OPERATION_SCATTER,
    .name = "scatter",
    .send = SHAPE_EACH,
    .receive = SHAPE_ONE,
    .root = ROOT_SENDS,
    .in_place = true,
    .build = build_scattered,
};

#define SCATTER                                                                                    \
    ((struct call){                                                                                \
        .operation = &scatter,                                                                     \
        .function = __func__,                                                                      \
        .comm = comm,                                                                              \
        .send = {.buffer = (void *)sendbuf, .count = sendcount, .type = sendtype},                 \
        .receive = {.buffer = recvbuf, .count = recvcount, .type = recvtype},                      \
        .root = root,                                                                              \
    })

MPI_CALL(int, Scatter, const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
         int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    return call_run(SCATTER);
}

MPI_CALL(int, Iscatter, const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
         int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) {
    return call_begin(SCATTER, request);
}

MPI_CALL(int, Scatter_init, const void *sendbuf, int sendcount, MPI_Datatype sendtype,
         void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
         MPI_Info info, MPI_Request *request) {
    (void)info;
    return call_prepare(SCATTER, request);
}

static const struct operation scatterv = {
    .number = OPERATION_SCATTER,
    .name = "scatterv",
    .send = SHAPE_EACH,
    .receive = SHAPE_ONE,
    .root = ROOT_SENDS,
    .in_place = true,
    .build = build_scattered_any,
};

#define SCATTERV                                                                                   \
    ((struct call){                                                                                \
        .operation = &scatterv,                                                                    \
        .function = __func__,                                                                      \
        .comm = comm,                                                                              \
        .send = {.buffer = (void *)sendbuf,                                                        \
                 .counts = sendcounts,                                                             \
                 .displacements = displs,                                                          \
                 .type = sendtype},                                                                \
        .receive = {.buffer = recvbuf, .count = recvcount, .type = recvtype},                      \
        .root = root,                                                                              \
    })

MPI_CALL(int, Scatterv, const void *sendbuf, const int sendcounts[], const int displs[],
         MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root,
         MPI_Comm comm) {
    return call_run(SCATTERV);
}

MPI_CALL(int, Iscatterv, const void *sendbuf, const int sendcounts[], const int displs[],
         MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root,
         MPI_Comm comm, MPI_Request *request) {
    return call_begin(SCATTERV, request);
}

MPI_CALL(int, Scatterv_init, const void *sendbuf, const int sendcounts[], const int displs[],
         MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root,
         MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    (void)info;
    return call_prepare(SCATTERV, request);
}
