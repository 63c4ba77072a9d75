/* Barriers (MPI 5.0, section 6.3). */
#include "mpi/collective/on_cube.h"
#include "mpi/collective/perform.h"

static void build(struct schedule *schedule, const struct team *team,
                  UNUSED const struct collective_call *call) {
    build_barrier(schedule, team);
}

static int by_cube(const struct cube_choice *choice, UNUSED const struct collective_call *call,
                   UNUSED const struct rows *rows) {
    return cube_barrier_by(choice);
}

COLLECTIVE_OPERATION(barrier, OPERATION_BARRIER, SHAPE_NONE, SHAPE_NONE, .build = build,
                     .by_cube = by_cube);

#define BARRIER                                                                                    \
    (&(struct collective_call){.operation = &barrier, .function = __func__, .comm = comm})

int MPI_Barrier(MPI_Comm comm) {
    MPI_Comm object = on_cube_plain(comm);
    if (object) {
        record_begin(object, OPERATION_BARRIER, 0, NULL, NULL, 0);
        return on_cube_end(object, __func__,
                           on_cube_is_whole(object) ? cube_barrier()
                                                    : cube_barrier_by(ON_CUBE_CHOICE(object)));
    }
    return collective_perform(BARRIER);
}

COLLECTIVE_STARTED(MPI_Ibarrier, MPI_Barrier_init, BARRIER, MPI_Comm comm)
