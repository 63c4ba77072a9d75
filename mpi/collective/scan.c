/* Prefix reductions (MPI 5.0, section 6.11). */
#include "mpi/collective/call.h"
#include "mpi/object/profile.h"

static void build_inclusive(struct schedule *schedule, const struct team *team,
                            const struct call *call) {
    build_scan(schedule, team, false, call_operand(call), blocks_at(&call->receive, 0));
}

static void build_exclusive(struct schedule *schedule, const struct team *team,
                            const struct call *call) {
    build_scan(schedule, team, true, call_operand(call), blocks_at(&call->receive, 0));
}

static const struct operation scan = {
    .number = OPERATION_SCAN,
    .name = "scan",
    .send = SHAPE_ONE,
    .receive = SHAPE_ONE,
    .combines = true,
    .in_place = true,
    .build = build_inclusive,
};

#define SCAN                                                                                       \
    ((struct call){                                                                                \
        .operation = &scan,                                                                        \
        .function = __func__,                                                                      \
        .comm = comm,                                                                              \
        .send = {.buffer = (void *)sendbuf},                                                       \
        .receive = {.buffer = recvbuf, .count = count, .type = datatype},                          \
        .op = op,                                                                                  \
    })

MPI_CALL(int, Scan, const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
         MPI_Comm comm) {
    return call_run(SCAN);
}

MPI_CALL(int, Iscan, const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype,
         MPI_Op op, MPI_Comm comm, MPI_Request *request) {
    return call_begin(SCAN, request);
}

MPI_CALL(int, Scan_init, const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype,
         MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    (void)info;
    return call_prepare(SCAN, request);
}

static const struct operation exscan = {
    .number = OPERATION_SCAN,
    .name = "exscan",
    .send = SHAPE_ONE,
    .receive = SHAPE_ONE,
    .combines = true,
    .in_place = true,
    .build = build_exclusive,
};

#define EXSCAN                                                                                     \
    ((struct call){                                                                                \
        .operation = &exscan,                                                                      \
        .function = __func__,                                                                      \
        .comm = comm,                                                                              \
        .send = {.buffer = (void *)sendbuf},                                                       \
        .receive = {.buffer = recvbuf, .count = count, .type = datatype},                          \
        .op = op,                                                                                  \
    })

MPI_CALL(int, Exscan, const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype,
         MPI_Op op, MPI_Comm comm) {
    return call_run(EXSCAN);
}

MPI_CALL(int, Iexscan, const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype,
         MPI_Op op, MPI_Comm comm, MPI_Request *request) {
    return call_begin(EXSCAN, request);
}

MPI_CALL(int, Exscan_init, const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype,
         MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    (void)info;
    return call_prepare(EXSCAN, request);
}
