/* Reductions to a root (MPI 5.0, section 6.9). */
#include "cube.h"
#include "mpi/collective/call.h"
#include "mpi/collective/on_cube.h"
#include "mpi/collective/perform.h"
#include "mpi/collective/rows.h"
#include "mpi/object/error.h"
#include "mpi/operator/operator.h"

static void build_reduced(struct schedule *schedule, const struct team *team,
                          const struct collective_call *call) {
    build_reduce(schedule, team, call->way, operator_commutes(call->op), call->root,
                 collective_operand(call), blocks_at(&call->receive, 0));
}

static int by_cube(const struct cube_choice *choice, const struct collective_call *call,
                   const struct rows *rows) {
    return cube_reduce_by(choice, rows->send, rows->receive, rows->count, rows->type, rows->op,
                          call->root);
}

static const struct collective_operation reduce = {
    .number = OPERATION_REDUCE,
    .name = "reduce",
    .send = SHAPE_ONE,
    .receive = SHAPE_ONE,
    .root = ROOT_RECEIVES,
    .combines = true,
    .in_place = true,
    .build = build_reduced,
    .by_cube = by_cube,
};

int MPI_Reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
               int root, MPI_Comm comm) {
    return collective_perform(COLLECTIVE_REDUCED(reduce, .count = count, .root = root));
}

COLLECTIVE_STARTED(MPI_Ireduce, MPI_Reduce_init,
                   COLLECTIVE_REDUCED(reduce, .count = count, .root = root), PARAMETERS_REDUCED,
                   int root, MPI_Comm comm)
