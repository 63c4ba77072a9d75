/* Gathers and scatters (MPI 5.0, sections 6.5 and 6.6): all blocks of the root, and one of each
 * process. */
#include "mpi/collective/perform.h"
#include "mpi/collective/rows.h"

static void build(struct schedule *schedule, const struct team *team,
                  const struct collective_call *call) {
    bool gathers = call->operation->root == ROOT_RECEIVES;
    const struct blocks *one = gathers ? &call->send : &call->receive;
    const struct blocks *all = gathers ? &call->receive : &call->send;
    bool in_place = one->buffer == MPI_IN_PLACE;
    (gathers ? build_gather : build_scatter)(schedule, team, collective_way(call), call->root,
                                             blocks_at(in_place ? all : one, 0), all, in_place);
}

COLLECTIVE_OPERATION(gather, OPERATION_GATHER, SHAPE_ONE, SHAPE_EACH, .root = ROOT_RECEIVES,
                     .in_place = true, .build = build, .moves_at = cube_gather_by);

int MPI_Gather(PARAMETERS_ALIKE, int root, MPI_Comm comm) {
    return collective_perform(COLLECTIVE_EACH_ALIKE(gather, .root = root));
}

COLLECTIVE_STARTED(MPI_Igather, MPI_Gather_init, COLLECTIVE_EACH_ALIKE(gather, .root = root),
                   PARAMETERS_ALIKE, int root, MPI_Comm comm)

COLLECTIVE_OPERATION(scatter, OPERATION_SCATTER, SHAPE_EACH, SHAPE_ONE, .root = ROOT_SENDS,
                     .in_place = true, .build = build, .moves_at = cube_scatter_by);

int MPI_Scatter(PARAMETERS_ALIKE, int root, MPI_Comm comm) {
    return collective_perform(COLLECTIVE_EACH_ALIKE(scatter, .root = root));
}

COLLECTIVE_STARTED(MPI_Iscatter, MPI_Scatter_init, COLLECTIVE_EACH_ALIKE(scatter, .root = root),
                   PARAMETERS_ALIKE, int root, MPI_Comm comm)

/* ---- Blocks of different sizes ---- */

static int gatherv_by_cube(const struct cube_choice *choice, const struct collective_call *call,
                           const struct rows *rows) {
    int error = rows_tell(choice, call, &call->send, rows->receive_offsets);
    return error != 0 ? error
                      : cube_gatherv_by(choice, rows->send, rows->receive, rows->receive_offsets,
                                        call->root);
}

COLLECTIVE_OPERATION(gatherv, OPERATION_GATHERV, SHAPE_ONE, SHAPE_EACH, .root = ROOT_RECEIVES,
                     .unequal = &rows_unequal, .in_place = true, .build = build,
                     .by_cube = gatherv_by_cube);

int MPI_Gatherv(PARAMETERS_RECEIVED, int root, MPI_Comm comm) {
    return collective_perform(COLLECTIVE_EACH_RECEIVED(gatherv, .root = root));
}

COLLECTIVE_STARTED(MPI_Igatherv, MPI_Gatherv_init, COLLECTIVE_EACH_RECEIVED(gatherv, .root = root),
                   PARAMETERS_RECEIVED, int root, MPI_Comm comm)

static int scatterv_by_cube(const struct cube_choice *choice, const struct collective_call *call,
                            const struct rows *rows) {
    int error = rows_tell(choice, call, &call->receive, rows->send_offsets);
    return error != 0 ? error
                      : cube_scatterv_by(choice, rows->send, rows->receive, rows->send_offsets,
                                         call->root);
}

COLLECTIVE_OPERATION(scatterv, OPERATION_SCATTERV, SHAPE_EACH, SHAPE_ONE, .root = ROOT_SENDS,
                     .unequal = &rows_unequal, .in_place = true, .build = build,
                     .by_cube = scatterv_by_cube);

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
