/* Fences, and the epochs of MPI_Win_post, for others' operations on this window, and of
 * MPI_Win_start, for operations on theirs (MPI 5.0, sections 12.5.1 and 12.5.2). */
#include "mpi/message/explore.h"
#include "mpi/message/strict.h"
#include "mpi/window/conflict.h"
#include "mpi/window/target.h"

/* What a fence may be told of: that nothing has come before, or will come after it. */
enum {
    FENCE_ASSERTIONS = MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED,
    POST_ASSERTIONS = MPI_MODE_NOCHECK | MPI_MODE_NOSTORE | MPI_MODE_NOPUT,
    START_ASSERTIONS = MPI_MODE_NOCHECK
};

#define RETURN_UNLESS_ASSERTION(win, assert, valid)                                                \
    if (((assert) & ~(valid)) != 0)                                                                \
    return FAIL_WINDOW(win, MPI_ERR_ASSERT, "the assertion %d is not allowed in this call", assert)

int MPI_Win_fence(int assert, MPI_Win win) {
    RETURN_UNLESS_WINDOW(win);
    RETURN_UNLESS_ASSERTION(win, assert, FENCE_ASSERTIONS);
    if ((win->epoch != EPOCH_NONE && win->epoch != EPOCH_FENCE) || win->posted)
        return FAIL_WINDOW(win, MPI_ERR_RMA_SYNC, WINDOW_OPEN);
    int error = target_wait(__func__, win, -1);
    target_close_all(win);
    PMPI_Barrier(win->comm);
    if (UNLIKELY(exploring))
        explore_collectives(win->comm);
    conflict_end(win);
    if (UNLIKELY(strict)) /* what comes in the next epoch is not to be compared with this one */
        PMPI_Barrier(win->comm);
    if (error == MPI_SUCCESS)
        error = target_verdict(__func__, win);
    win->epoch = assert &MPI_MODE_NOSUCCEED ? EPOCH_NONE : EPOCH_FENCE;
    return error;
}

/* Whether a group is one of processes of the window. */
static bool is_part(MPI_Win win, const struct MPI_ABI_Group *group) {
    for (int i = 0; i < group->size; i++)
        if (group_find(win->comm->local, group->world[i]) == MPI_UNDEFINED)
            return false;
    return true;
}

#define PART_OR_RETURN(win, object, group)                                                         \
    MPI_Group object = group_object(group);                                                        \
    if (!(object) || !is_part(win, object))                                                        \
    return FAIL_WINDOW(win, MPI_ERR_GROUP,                                                         \
                       "the group is MPI_GROUP_NULL, or has a process outside the window")

/* A fence opens an epoch that is none as long as nothing is done in it. */
static bool is_between(MPI_Win win) {
    if (win->epoch == EPOCH_FENCE && win->used < 0)
        win->epoch = EPOCH_NONE;
    return win->epoch == EPOCH_NONE;
}

int MPI_Win_post(MPI_Group group, int assert, MPI_Win win) {
    RETURN_UNLESS_WINDOW(win);
    RETURN_UNLESS_ASSERTION(win, assert, POST_ASSERTIONS);
    PART_OR_RETURN(win, object, group);
    if (win->posted || (win->epoch == EPOCH_FENCE && win->used >= 0))
        return FAIL_WINDOW(win, MPI_ERR_RMA_SYNC, WINDOW_OPEN);
    win->posted = object;
    group_keep(object);
    win->incomplete = object->size;
    for (int i = 0; i < object->size; i++) {
        int rank = group_find(win->comm->local, object->world[i]);
        win->targets[rank].exposed = true;
        if (rank == win->comm->rank)
            win->targets[rank].posted = true;
        else
            target_tell(win, (uint32_t)object->world[i], (struct packet){.kind = PACKET_POST}, NULL,
                        0, 0);
    }
    progress_pass();
    return MPI_SUCCESS;
}

/* Whether all processes of a group have posted their windows. */
static bool all_have_posted(MPI_Win win, const struct MPI_ABI_Group *group) {
    for (int i = 0; i < group->size; i++)
        if (!win->targets[group_find(win->comm->local, group->world[i])].posted)
            return false;
    return true;
}

static void take_time(MPI_Win win, int rank) {
    const struct target *target = &win->targets[rank];
    if (UNLIKELY(node.time.on) && target->stamp != 0 && rank != win->comm->rank)
        active_take(window_node(win, rank), target->stamp, 0);
}

int MPI_Win_start(MPI_Group group, int assert, MPI_Win win) {
    RETURN_UNLESS_WINDOW(win);
    RETURN_UNLESS_ASSERTION(win, assert, START_ASSERTIONS);
    PART_OR_RETURN(win, object, group);
    if (!is_between(win))
        return FAIL_WINDOW(win, MPI_ERR_RMA_SYNC, WINDOW_OPEN);
    WINDOW_WAIT(__func__, win, -1, all_have_posted(win, object));
    win->started = object;
    group_keep(object);
    win->epoch = EPOCH_START;
    for (int i = 0; i < object->size; i++) {
        int rank = group_find(win->comm->local, object->world[i]);
        win->targets[rank].posted = false;
        win->targets[rank].started = true;
        take_time(win, rank);
    }
    return MPI_SUCCESS;
}

/* The packets that say so come behind all operations. */
int MPI_Win_complete(MPI_Win win) {
    RETURN_UNLESS_WINDOW(win);
    if (win->epoch != EPOCH_START)
        return FAIL_WINDOW(win, MPI_ERR_RMA_SYNC, "MPI_Win_start has not been called");
    MPI_Group group = win->started;
    for (int i = 0; i < group->size; i++) {
        int rank = group_find(win->comm->local, group->world[i]);
        struct target *target = &win->targets[rank];
        target->started = target->loose = false;
        if (rank == win->comm->rank) {
            target->exposed = false;
            win->incomplete--;
        } else {
            target_tell(win, (uint32_t)group->world[i], (struct packet){.kind = PACKET_COMPLETE},
                        NULL, 0, 0);
        }
    }
    int error = target_wait_local(__func__, win, -1);
    target_close_all(win);
    group_release(group);
    win->started = NULL;
    win->epoch = EPOCH_NONE;
    return error;
}

/* Ends what MPI_Win_post has begun. */
static int end_post(const char *call, MPI_Win win) {
    for (int i = 0; i < win->posted->size; i++)
        take_time(win, group_find(win->comm->local, win->posted->world[i]));
    group_release(win->posted);
    win->posted = NULL;
    conflict_end(win);
    return target_verdict(call, win);
}

/* Whether all have completed, and nothing that they get is still to be read. */
static bool is_over(MPI_Win win) {
    return win->incomplete == 0 && win->reading == 0;
}

#define NOT_POSTED "MPI_Win_post has not been called"

int MPI_Win_wait(MPI_Win win) {
    RETURN_UNLESS_WINDOW(win);
    if (!win->posted)
        return FAIL_WINDOW(win, MPI_ERR_RMA_SYNC, NOT_POSTED);
    WINDOW_WAIT(__func__, win, -1, is_over(win));
    return end_post(__func__, win);
}

int MPI_Win_test(MPI_Win win, int *flag) {
    RETURN_UNLESS_WINDOW(win, flag);
    if (!win->posted)
        return FAIL_WINDOW(win, MPI_ERR_RMA_SYNC, NOT_POSTED);
    if (!is_over(win))
        active_poll();
    *flag = is_over(win);
    return *flag ? end_post(__func__, win) : MPI_SUCCESS;
}
