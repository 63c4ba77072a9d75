/* Mistakes of windows. */
#include "mistakes.h"

static MPI_Win win;

static void open_window(void) {
    MPI_Win_create(b, sizeof b, sizeof *b, MPI_INFO_NULL, WORLD, &win);
    MPI_Win_set_name(win, "halo");
    MPI_Win_fence(0, win);
}

static void close_window(void) {
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
}

static void put(int value, int place, int count) {
    a[0] = value;
    MPI_Put(a, count, MPI_INT, other, place, count, MPI_INT, win);
}

/* ---- epoch, type, resource ---- */

void use_windows(void) {
    if (is("epoch_none")) {
        MPI_Win_create(b, sizeof b, sizeof *b, MPI_INFO_NULL, WORLD, &win);
        if (!wrong)
            MPI_Win_fence(0, win);
        put(1, 0, 1);
        close_window();
    }
    if (is("epoch_range")) {
        open_window();
        put(1, wrong ? 7 : 6, 2);
        close_window();
    }
    if (is("epoch_unlocked")) {
        open_window();
        MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
        if (!wrong)
            MPI_Win_lock(MPI_LOCK_SHARED, other, 0, win);
        MPI_Win_unlock(other, win);
        MPI_Win_free(&win);
    }
    if (is("epoch_locked_twice")) {
        open_window();
        MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
        MPI_Win_lock(MPI_LOCK_SHARED, other, 0, win);
        if (wrong)
            MPI_Win_lock(MPI_LOCK_SHARED, other, 0, win);
        MPI_Win_unlock(other, win);
        MPI_Win_free(&win);
    }
    if (is("epoch_open_at_free")) {
        open_window();
        MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
        MPI_Win_lock(MPI_LOCK_SHARED, other, 0, win);
        if (!wrong)
            MPI_Win_unlock(other, win);
        MPI_Win_free(&win);
    }
    if (is("epoch_flush")) {
        open_window();
        MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
        if (!wrong)
            MPI_Win_lock_all(0, win);
        MPI_Win_flush(other, win);
        if (!wrong)
            MPI_Win_unlock_all(win);
        MPI_Win_free(&win);
    }
    if (is("epoch_unfenced")) {
        open_window();
        put(1, 0, 1);
        if (!wrong)
            MPI_Win_fence(0, win);
        MPI_Win_free(&win);
    }
    if (is("epoch_held")) { /* rank 0 has the lock before rank 1 asks */
        open_window();
        MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
        if (rank == 1)
            barrier();
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        if (rank == 0)
            barrier();
        if (wrong && rank == 0)
            MPI_Recv(b, 1, MPI_INT, 1, 0, WORLD, IGNORE);
        MPI_Win_unlock(0, win);
        MPI_Win_free(&win);
    }
    if (is("epoch_complete")) {
        MPI_Group group, pair_of;
        MPI_Win_create(b, sizeof b, sizeof *b, MPI_INFO_NULL, WORLD, &win);
        MPI_Comm_group(WORLD, &group);
        MPI_Group_incl(group, 1, &other, &pair_of);
        if (!wrong)
            MPI_Win_post(pair_of, 0, win);
        MPI_Win_start(pair_of, 0, win);
        MPI_Win_complete(win);
        if (!wrong)
            MPI_Win_wait(win);
        MPI_Win_free(&win);
        MPI_Group_free(&group);
        MPI_Group_free(&pair_of);
    }
    if (is("epoch_target")) {
        open_window();
        MPI_Put(a, 1, MPI_INT, wrong ? 2 : other, 0, 1, MPI_INT, win);
        close_window();
    }
    if (is("type_put")) {
        open_window();
        MPI_Put(a, 1, MPI_INT, other, 0, 1, wrong ? MPI_FLOAT : MPI_INT, win);
        close_window();
    }
    if (is("type_accumulate")) {
        open_window();
        MPI_Accumulate(a, 1, MPI_INT, other, 0, 1, wrong ? MPI_DOUBLE : MPI_INT, MPI_SUM, win);
        close_window();
    }
    if (is("resource_window")) {
        open_window();
        MPI_Win_fence(0, win);
        if (!wrong)
            MPI_Win_free(&win);
    }
}

/* ---- race: of operations in a window ---- */

void race_in_windows(void) {
    if (is("race_puts")) {
        open_window();
        put(1, 0, 2);
        MPI_Put(a, 2, MPI_INT, other, wrong ? 1 : 2, 2, MPI_INT, win);
        close_window();
    }
    if (is("race_put_get")) {
        open_window();
        put(1, 0, 2);
        MPI_Get(a + 4, 1, MPI_INT, other, wrong ? 1 : 3, 1, MPI_INT, win);
        close_window();
    }
    if (is("race_operators")) {
        open_window();
        MPI_Accumulate(a, 1, MPI_INT, 0, 0, 1, MPI_INT, wrong && rank == 1 ? MPI_PROD : MPI_SUM,
                       win);
        close_window();
    }
    if (is("race_origin")) {
        open_window();
        put(1, 0, 2);
        if (wrong)
            a[1]++;
        close_window();
        a[1]++;
    }
    if (is("race_result")) {
        open_window();
        put(1, 0, 2);
        MPI_Get(wrong ? a + 1 : a + 2, 1, MPI_INT, other, 4, 1, MPI_INT, win);
        close_window();
    }
}
