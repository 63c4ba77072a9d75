/* Gathers (MPI 5.0, sections 6.5 and 6.5.2). */
#include "cube.h"
#include "mpi/collective/call.h"
#include "mpi/collective/on_cube.h"
#include "mpi/collective/perform.h"
#include "mpi/collective/rows.h"
#include "mpi/object/error.h"

static void build(struct schedule *schedule, const struct team *team,
                  const struct collective_call *call) {
    bool in_place = collective_sends_in_place(call);
    struct part own = blocks_at(in_place ? &call->receive : &call->send, 0);
    build_gather(schedule, team, collective_way(call), call->root, own, &call->receive, in_place);
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
    .build = build,
    .by_cube = by_cube,
};

int MPI_Gather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
               int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    return collective_perform(COLLECTIVE_EACH_ALIKE(gather, .root = root));
}

COLLECTIVE_STARTED(MPI_Igather, MPI_Gather_init, COLLECTIVE_EACH_ALIKE(gather, .root = root),
                   PARAMETERS_ALIKE, int root, MPI_Comm comm)

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
    .build = build,
    .by_cube = by_cube_any,
};

int MPI_Gatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                MPI_Comm comm) {
    return collective_perform(COLLECTIVE_EACH_RECEIVED(gatherv, .root = root));
}

COLLECTIVE_STARTED(MPI_Igatherv, MPI_Gatherv_init, COLLECTIVE_EACH_RECEIVED(gatherv, .root = root),
                   PARAMETERS_RECEIVED, int root, MPI_Comm comm)
