/* Reductions to a root, and prefix reductions (MPI 5.0, sections 6.9 and 6.11). */
#include "mpi/collective/perform.h"
#include "mpi/collective/rows.h"
#include "mpi/operator/operator.h"

static void build_to_root(struct schedule *schedule, const struct team *team,
                          const struct collective_call *call) {
    build_reduce(schedule, team, call->way, operator_commutes(call->op), call->root,
                 collective_operand(call), blocks_at(&call->receive, 0));
}

static int by_cube(const struct cube_choice *choice, const struct collective_call *call,
                   const struct rows *rows) {
    return cube_reduce_by(choice, rows->send, rows->receive, rows->count, rows->type, rows->op,
                          call->root);
}

COLLECTIVE_OPERATION(reduce, OPERATION_REDUCE, SHAPE_ONE, SHAPE_ONE, .root = ROOT_RECEIVES,
                     .combines = true, .in_place = true, .build = build_to_root,
                     .by_cube = by_cube);

int MPI_Reduce(PARAMETERS_REDUCED, int root, MPI_Comm comm) {
    return collective_perform(COLLECTIVE_REDUCED(reduce, .count = count, .root = root));
}

COLLECTIVE_STARTED(MPI_Ireduce, MPI_Reduce_init,
                   COLLECTIVE_REDUCED(reduce, .count = count, .root = root), PARAMETERS_REDUCED,
                   int root, MPI_Comm comm)

static void build_prefix(struct schedule *schedule, const struct team *team,
                         const struct collective_call *call) {
    build_scan(schedule, team, call->operation->number == OPERATION_EXSCAN,
               collective_operand(call), blocks_at(&call->receive, 0));
}

COLLECTIVE_OPERATION(scan, OPERATION_SCAN, SHAPE_ONE, SHAPE_ONE, .combines = true, .in_place = true,
                     .build = build_prefix, .reduces = cube_scan_by);

int MPI_Scan(PARAMETERS_REDUCED, MPI_Comm comm) {
    return collective_perform(COLLECTIVE_REDUCED(scan, .count = count));
}

COLLECTIVE_STARTED(MPI_Iscan, MPI_Scan_init, COLLECTIVE_REDUCED(scan, .count = count),
                   PARAMETERS_REDUCED, MPI_Comm comm)

COLLECTIVE_OPERATION(exscan, OPERATION_EXSCAN, SHAPE_ONE, SHAPE_ONE, .combines = true,
                     .in_place = true, .build = build_prefix, .reduces = cube_exscan_by,
                     .copies = true);

int MPI_Exscan(PARAMETERS_REDUCED, MPI_Comm comm) {
    return collective_perform(COLLECTIVE_REDUCED(exscan, .count = count));
}

COLLECTIVE_STARTED(MPI_Iexscan, MPI_Exscan_init, COLLECTIVE_REDUCED(exscan, .count = count),
                   PARAMETERS_REDUCED, MPI_Comm comm)
