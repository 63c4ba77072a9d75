/* Gathers (MPI 5.0, sections 6.5 and 6.5.2). */
#include "cube.h"
#include "mpi/collective/call.h"
#include "mpi/collective/on_cube.h"
#include "mpi/collective/perform.h"
#include "mpi/collective/rows.h"
#include "mpi/object/profile.h"

static void build_gathered(struct schedule *schedule, const struct team *team,
                           const struct collective_call *call) {
    bool in_place = collective_sends_in_place(call);
    struct part own = blocks_at(in_place ? &call->receive : &call->send, 0);
    build_gather(schedule, team, call->way, call->root, own, &call->receive, in_place);
}

/* The root alone knows all counts, so only the long way is possible. */
static void build_gathered_any(struct schedule *schedule, const struct team *team,
                               const struct collective_call *call) {
    bool in_place = collective_sends_in_place(call);
    struct part own = blocks_at(in_place ? &call->receive : &call->send, 0);
    build_gather(schedule, team, WAY_LONG, call->root, own, &call->receive, in_place);
}

static int by_cube(const struct cube_choice *choice, const struct collective_call *call,
                   const struct rows *rows) {
    return cube_gather_by(choice, rows->send, rows->receive, rows->bytes, call->root);
}

static const struct collective_operation gather = {
    .number = OPERATION_GATHER,
    .name = "gather",
    .send = SHAPE_ONE,
    .receive = SHAPE_EACH,
    .root = ROOT_RECEIVES,
    .in_place = true,
    .build = build_gathered,
    .by_cube = by_cube,
};

PROFILED(MPI_Gather);
int MPI_Gather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
               int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    return collective_perform(COLLECTIVE_EACH_ALIKE(gather, .root = root));
}

PROFILED(MPI_Igather);
int MPI_Igather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                MPI_Request *request) {
    return collective_begin(COLLECTIVE_EACH_ALIKE(gather, .root = root), request);
}

PROFILED(MPI_Gather_init);
int MPI_Gather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                    int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                    MPI_Request *request) {
    (void)info;
    return collective_prepare(COLLECTIVE_EACH_ALIKE(gather, .root = root), request);
}

static int by_cube_any(const struct cube_choice *choice, const struct collective_call *call,
                       const struct rows *rows) {
    int error = rows_tell(choice, call, &call->send, rows->receive_offsets);
    if (error != 0)
        return error;
    return cube_gatherv_by(choice, rows->send, rows->receive, rows->receive_offsets, call->root);
}

static const struct collective_operation gatherv = {
    .number = OPERATION_GATHERV,
    .name = "gatherv",
    .send = SHAPE_ONE,
    .receive = SHAPE_EACH,
    .root = ROOT_RECEIVES,
    .unequal = &rows_unequal,
    .in_place = true,
    .build = build_gathered_any,
    .by_cube = by_cube_any,
};

PROFILED(MPI_Gatherv);
int MPI_Gatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                MPI_Comm comm) {
    return collective_perform(COLLECTIVE_EACH_RECEIVED(gatherv, .root = root));
}

PROFILED(MPI_Igatherv);
int MPI_Igatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                 const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                 MPI_Comm comm, MPI_Request *request) {
    return collective_begin(COLLECTIVE_EACH_RECEIVED(gatherv, .root = root), request);
}

PROFILED(MPI_Gatherv_init);
int MPI_Gatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                     const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                     MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    (void)info;
    return collective_prepare(COLLECTIVE_EACH_RECEIVED(gatherv, .root = root), request);
}
