/* Broadcasts (MPI 5.0, section 6.4). */
#include "mpi/collective/call.h"
#include "mpi/object/profile.h"

static void build(struct schedule *schedule, const struct team *team, const struct call *call) {
    build_broadcast(schedule, team, call->way, call->root, blocks_at(&call->receive, 0));
}

static const struct operation broadcast = {
    .number = OPERATION_BROADCAST,
    .name = "bcast",
    .receive = SHAPE_ONE,
    .root = ROOT_HAS,
    .build = build,
};

#define BROADCAST                                                                                  \
    ((struct call){                                                                                \
        .operation = &broadcast,                                                                   \
        .function = __func__,                                                                      \
        .comm = comm,                                                                              \
        .receive = {.buffer = buffer, .count = count, .type = datatype},                           \
        .root = root,                                                                              \
    })

MPI_CALL(int, Bcast, void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm) {
    return call_run(BROADCAST);
}

MPI_CALL(int, Ibcast, void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm,
         MPI_Request *request) {
    return call_begin(BROADCAST, request);
}

MPI_CALL(int, Bcast_init, void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm,
         MPI_Info info, MPI_Request *request) {
    (void)info;
    return call_prepare(BROADCAST, request);
}
