/* Scatters (MPI 5.0, sections 6.6 and 6.6.2). */
#include "cube.h"
#include "mpi/collective/call.h"
#include "mpi/collective/on_cube.h"
#include "mpi/collective/perform.h"
#include "mpi/collective/rows.h"
#include "mpi/object/error.h"

static void build(struct schedule *schedule, const struct team *team,
                  const struct collective_call *call) {
    bool in_place = collective_receives_in_place(call);
    struct part own = blocks_at(in_place ? &call->send : &call->receive, 0);
    build_scatter(schedule, team, collective_way(call), call->root, own, &call->send, in_place);
}

static int by_cube(const struct cube_choice *choice, const struct collective_call *call,
                   const struct rows *rows) {
    return cube_scatter_by(choice, rows->send, rows->receive, rows->bytes, call->root);
}

static const struct collective_operation scatter = {
    .number = OPERATION_SCATTER,
    .name = "scatter",
    .send = SHAPE_EACH,
    .receive = SHAPE_ONE,
    .root = ROOT_SENDS,
    .in_place = true,
    .build = build,
    .by_cube = by_cube,
};

int MPI_Scatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    return collective_perform(COLLECTIVE_EACH_ALIKE(scatter, .root = root));
}

COLLECTIVE_STARTED(MPI_Iscatter, MPI_Scatter_init, COLLECTIVE_EACH_ALIKE(scatter, .root = root),
                   PARAMETERS_ALIKE, int root, MPI_Comm comm)

static int by_cube_any(const struct cube_choice *choice, const struct collective_call *call,
                       const struct rows *rows) {
    int error = rows_tell(choice, call, &call->receive, rows->send_offsets);
    if (error != 0)
        return error;
    return cube_scatterv_by(choice, rows->send, rows->receive, rows->send_offsets, call->root);
}

static const struct collective_operation scatterv = {
    .number = OPERATION_SCATTERV,
    .name = "scatterv",
    .send = SHAPE_EACH,
    .receive = SHAPE_ONE,
    .root = ROOT_SENDS,
    .unequal = &rows_unequal,
    .in_place = true,
    .build = build,
    .by_cube = by_cube_any,
};

int MPI_Scatterv(const void *sendbuf, const int sendcounts[], const int displs[],
                 MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                 int root, MPI_Comm comm) {
    return collective_perform(
        COLLECTIVE_CALL(scatterv, BLOCKS_SENT_AT(displs), BLOCKS_RECEIVED, .root = root));
}

COLLECTIVE_STARTED(MPI_Iscatterv, MPI_Scatterv_init,
                   COLLECTIVE_CALL(scatterv, BLOCKS_SENT_AT(displs), BLOCKS_RECEIVED, .root = root),
                   const void *sendbuf, const int sendcounts[], const int displs[],
                   MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                   int root, MPI_Comm comm)
