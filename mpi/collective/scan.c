/* Prefix reductions (MPI 5.0, section 6.11). */
#include "cube.h"
#include "mpi/collective/call.h"
#include "mpi/collective/on_cube.h"
#include "mpi/collective/perform.h"
#include "mpi/collective/rows.h"
#include "mpi/object/error.h"

static void build_inclusive(struct schedule *schedule, const struct team *team,
                            const struct collective_call *call) {
    build_scan(schedule, team, false, collective_operand(call), blocks_at(&call->receive, 0));
}

static void build_exclusive(struct schedule *schedule, const struct team *team,
                            const struct collective_call *call) {
    build_scan(schedule, team, true, collective_operand(call), blocks_at(&call->receive, 0));
}

static int inclusive_by_cube(const struct cube_choice *choice, const struct collective_call *call,
                             const struct rows *rows) {
    (void)call;
    return cube_scan_by(choice, rows->send, rows->receive, rows->count, rows->type, rows->op);
}

static const struct collective_operation scan = {
    .number = OPERATION_SCAN,
    .name = "scan",
    .send = SHAPE_ONE,
    .receive = SHAPE_ONE,
    .combines = true,
    .in_place = true,
    .build = build_inclusive,
    .by_cube = inclusive_by_cube,
};

int MPI_Scan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
             MPI_Comm comm) {
    return collective_perform(COLLECTIVE_REDUCED(scan, .count = count));
}

COLLECTIVE_STARTED(MPI_Iscan, MPI_Scan_init, COLLECTIVE_REDUCED(scan, .count = count),
                   PARAMETERS_REDUCED, MPI_Comm comm)

static int exclusive_by_cube(const struct cube_choice *choice, const struct collective_call *call,
                             const struct rows *rows) {
    (void)call;
    return cube_exscan_by(choice, rows->send, rows->receive, rows->count, rows->type, rows->op);
}

static const struct collective_operation exscan = {
    .number = OPERATION_EXSCAN,
    .name = "exscan",
    .send = SHAPE_ONE,
    .receive = SHAPE_ONE,
    .combines = true,
    .in_place = true,
    .build = build_exclusive,
    .by_cube = exclusive_by_cube,
    .copies = true,
};

int MPI_Exscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
               MPI_Comm comm) {
    return collective_perform(COLLECTIVE_REDUCED(exscan, .count = count));
}

COLLECTIVE_STARTED(MPI_Iexscan, MPI_Exscan_init, COLLECTIVE_REDUCED(exscan, .count = count),
                   PARAMETERS_REDUCED, MPI_Comm comm)
