/* Operations on targets that take no part: locks, and flushes (MPI 5.0, sections 12.5.3 and
 * 12.5.4). */
#include "mpi/object/error.h"
#include "mpi/window/target.h"

static int check_target(const char *call, MPI_Win win, int rank) {
    if (rank >= 0 && rank < win->size)
        return MPI_SUCCESS;
    return error_raise(win->comm, call, MPI_ERR_RANK,
                       "rank %d is out of range (the window has the ranks 0 to %d)", rank,
                       win->size - 1);
}

static int check_assertion(const char *call, MPI_Win win, int assert) {
    if ((assert & ~MPI_MODE_NOCHECK) == 0)
        return MPI_SUCCESS;
    return error_raise(win->comm, call, MPI_ERR_ASSERT,
                       "the assertion is %d (expected: 0 or MPI_MODE_NOCHECK)", assert);
}

/* A fence opens an epoch that is none as long as nothing is done in it. */
static bool may_lock(MPI_Win win, bool all) {
    if (win->epoch == EPOCH_FENCE && win->used < 0)
        win->epoch = EPOCH_NONE;
    return win->epoch == EPOCH_NONE || (win->epoch == EPOCH_LOCK && !all);
}

#define NOT_LOCKED "rank %d of the window is not locked"

int MPI_Win_lock(int lock_type, int rank, int assert, MPI_Win win) {
    RETURN_UNLESS_WINDOW(win);
    if (lock_type != MPI_LOCK_SHARED && lock_type != MPI_LOCK_EXCLUSIVE)
        return FAIL_WINDOW(win, MPI_ERR_LOCKTYPE,
                           "the lock type is %d (expected: MPI_LOCK_SHARED or MPI_LOCK_EXCLUSIVE)",
                           lock_type);
    if (rank == MPI_PROC_NULL)
        return MPI_SUCCESS;
    int error = check_target(__func__, win, rank);
    if (error == MPI_SUCCESS)
        error = check_assertion(__func__, win, assert);
    RETURN_ON_ERROR(error);
    if (!may_lock(win, false))
        return FAIL_WINDOW(win, MPI_ERR_RMA_SYNC, WINDOW_OPEN);
    if (win->targets[rank].lock != LOCK_NONE)
        return FAIL_WINDOW(win, MPI_ERR_RMA_SYNC, "rank %d of the window is already locked", rank);
    win->epoch = EPOCH_LOCK;
    win->locked++;
    lock_take(__func__, win, rank, lock_type == MPI_LOCK_EXCLUSIVE, assert);
    return target_open(__func__, win, rank);
}

/* Takes a target out of the list of those used. */
static void close_one(MPI_Win win, int rank) {
    struct target *target = &win->targets[rank];
    int *link = &win->used;
    while (*link != rank)
        link = &win->targets[*link].next_used;
    *link = target->next_used;
    target->open = target->used = false;
}

int MPI_Win_unlock(int rank, MPI_Win win) {
    RETURN_UNLESS_WINDOW(win);
    if (rank == MPI_PROC_NULL)
        return MPI_SUCCESS;
    RETURN_ON_ERROR(check_target(__func__, win, rank));
    if (win->epoch != EPOCH_LOCK || win->targets[rank].lock == LOCK_NONE)
        return FAIL_WINDOW(win, MPI_ERR_RMA_SYNC, NOT_LOCKED, rank);
    lock_give_back(win, rank);
    int error = target_wait(__func__, win, rank);
    close_one(win, rank);
    if (--win->locked == 0)
        win->epoch = EPOCH_NONE;
    return error;
}

/* A process is locked when it is first used. */
int MPI_Win_lock_all(int assert, MPI_Win win) {
    RETURN_UNLESS_WINDOW(win);
    RETURN_ON_ERROR(check_assertion(__func__, win, assert));
    if (!may_lock(win, true))
        return FAIL_WINDOW(win, MPI_ERR_RMA_SYNC, WINDOW_OPEN);
    win->epoch = EPOCH_ALL;
    win->assertion = assert;
    return MPI_SUCCESS;
}

int MPI_Win_unlock_all(MPI_Win win) {
    RETURN_UNLESS_WINDOW(win);
    if (win->epoch != EPOCH_ALL)
        return FAIL_WINDOW(win, MPI_ERR_RMA_SYNC, "MPI_Win_lock_all has not been called");
    for (int rank = win->used; rank >= 0; rank = win->targets[rank].next_used)
        lock_give_back(win, rank);
    int error = target_wait(__func__, win, -1);
    target_close_all(win);
    win->epoch = EPOCH_NONE;
    return error;
}

/* ---- Flushes (section 12.5.4) ---- */

static int flush(const char *call, int rank, MPI_Win win,
                 int (*wait)(const char *call, MPI_Win window, int rank)) {
    if (UNLIKELY(!window_is(win)))
        return window_none(call, win);
    if (rank == MPI_PROC_NULL)
        return MPI_SUCCESS;
    RETURN_ON_ERROR(check_target(call, win, rank));
    if (win->epoch != EPOCH_ALL && win->targets[rank].lock == LOCK_NONE)
        return error_raise(win->comm, call, MPI_ERR_RMA_SYNC, NOT_LOCKED, rank);
    return wait(call, win, rank);
}

static int flush_all(const char *call, MPI_Win win,
                     int (*wait)(const char *call, MPI_Win window, int rank)) {
    if (UNLIKELY(!window_is(win)))
        return window_none(call, win);
    if (win->epoch != EPOCH_ALL && win->epoch != EPOCH_LOCK)
        return error_raise(win->comm, call, MPI_ERR_RMA_SYNC, "no process of the window is locked");
    return wait(call, win, -1);
}

int MPI_Win_flush(int rank, MPI_Win win) {
    return flush(__func__, rank, win, target_wait);
}

int MPI_Win_flush_all(MPI_Win win) {
    return flush_all(__func__, win, target_wait);
}

int MPI_Win_flush_local(int rank, MPI_Win win) {
    return flush(__func__, rank, win, target_wait_local);
}

int MPI_Win_flush_local_all(MPI_Win win) {
    return flush_all(__func__, win, target_wait_local);
}

/* There is one copy of a window's memory, which all see. */
int MPI_Win_sync(MPI_Win win) {
    RETURN_UNLESS_WINDOW(win);
    active_poll();
    return MPI_SUCCESS;
}

/* ---- Opening a target ---- */

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
