#include "mpi/window/target.h"

int target_open(const char *call, MPI_Win window, int rank) {
    struct target *target = &window->targets[rank];
    bool may = window->epoch == EPOCH_FENCE || window->epoch == EPOCH_ALL ||
               (window->epoch == EPOCH_START && target->started) ||
               (window->epoch == EPOCH_LOCK && target->lock != LOCK_NONE);
    if (!may)
        return error_raise(window->comm, call, MPI_ERR_RMA_SYNC,
                           "no epoch is open for rank %d of the window (call MPI_Win_fence, "
                           "MPI_Win_start or MPI_Win_lock first)",
                           rank);
    if (target->used)
        return MPI_SUCCESS;
    if (window->epoch == EPOCH_ALL && target->lock == LOCK_NONE)
        lock_take(call, window, rank, false, window->assertion);
    target_use(window, rank);
    return MPI_SUCCESS;
}
