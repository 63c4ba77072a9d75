/* Barriers (MPI 5.0, section 6.3). */
#include "mpi/collective/call.h"
#include "mpi/object/profile.h"

static void build(struct schedule *schedule, const struct team *team, const struct call *call) {
    (void)call;
    build_barrier(schedule, team);
}

static const struct operation barrier = {
    .number = OPERATION_BARRIER,
    .name = "barrier",
    .build = build,
};

#define BARRIER ((struct call){.operation = &barrier, .function = __func__, .comm = comm})

MPI_CALL(int, Barrier, MPI_Comm comm) {
    return call_run(BARRIER);
}

MPI_CALL(int, Ibarrier, MPI_Comm comm, MPI_Request *request) {
    return call_begin(BARRIER, request);
}

MPI_CALL(int, Barrier_init, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    (void)info;
    return call_prepare(BARRIER, request);
}
