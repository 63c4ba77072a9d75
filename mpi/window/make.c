/* How windows begin and end (MPI 5.0, section 12.2). */
#include <stdlib.h>
#include <string.h>

#include "mpi/collective/collective.h"
#include "mpi/communicator/making.h"
#include "mpi/message/leftovers.h"
#include "mpi/object/attribute.h"
#include "mpi/object/error.h"
#include "mpi/object/info.h"
#include "mpi/window/conflict.h"
#include "mpi/window/serve.h"
#include "mpi/window/window.h"
#include "net/system/buffers.h"

/* ---- Windows that are left at MPI_Finalize ---- */

static NODE_LOCAL int key = MPI_KEYVAL_INVALID;

static int report(UNUSED MPI_Comm comm, UNUSED int keyval, UNUSED void *value, UNUSED void *extra) {
    int count = 0;
    for (MPI_Win window = window_newest; window; window = window->older)
        count++;
    target_end();
    return left_told(&key, count, "window", count ? window_newest->comm->name : NULL,
                     "MPI_Win_free");
}

/* From now on MPI_Finalize says which windows were not freed. Returns MPI_SUCCESS, or
 * MPI_ERR_NO_MEM. */
static int left_windows(void) {
    return left_start(&key, report);
}

/* ---- Making ---- */

/* What a call that makes a window is given. */
struct making {
    const char *call;
    MPI_Comm comm; /* the handle */
    MPI_Info info;
    void *base;
    MPI_Aint bytes;
    int unit, flavor;
    bool allocates;
};

/* What a process tells the others. */
struct told {
    struct exposure exposure;
    int64_t error; /* of this process, or MPI_SUCCESS */
};

static void let_go(MPI_Win window) {
    while (window->regions) {
        struct region *next = window->regions->next;
        free(window->regions);
        window->regions = next;
    }
    if (window->info != MPI_INFO_NULL)
        info_release(window->info);
    if (window->own)
        errhandler_release(window->own);
    free((void *)(uintptr_t)window->exposed);
    free(window->targets);
    free(window->allocated);
    window->state = 0;
    free(window);
}

/* Makes what this process has of a window. Returns null without memory. */
static MPI_Win begin(const struct making *making, int size) {
    MPI_Win window = calloc(1, sizeof *window);
    if (!window)
        return NULL;
    window->info = MPI_INFO_NULL;
    window->used = window->first_waiting = -1;
    window->end_waiting = &window->first_waiting;
    window->size = size;
    window->flavor = making->flavor;
    window->model = MPI_WIN_UNIFIED;
    window->unit = making->unit;
    window->bytes = making->bytes;
    window->base = making->base;
    window->is_dynamic = making->flavor == MPI_WIN_FLAVOR_DYNAMIC;
    window->targets = calloc((size_t)size, sizeof *window->targets);
    window->regions = window->is_dynamic ? NULL : calloc(1, sizeof *window->regions);
    if (making->allocates)
        window->base = window->allocated = malloc((size_t)making->bytes + 1);
    bool has_info = making->info != MPI_INFO_NULL;
    if (has_info && !(window->info = info_copy(making->info)))
        window->info = MPI_INFO_NULL;
    if (!window->targets || (!window->is_dynamic && !window->regions) ||
        (making->allocates && !window->allocated) || (has_info && window->info == MPI_INFO_NULL)) {
        let_go(window);
        return NULL;
    }
    if (window->regions)
        *window->regions = (struct region){.base = window->base, .size = making->bytes};
    for (int rank = 0; rank < size; rank++)
        window->targets[rank].end = &window->targets[rank].first;
    return window;
}

/* Notes what all processes have exposed: once, if it is the same. Returns an error of one of them,
 * or MPI_SUCCESS. */
static int note(MPI_Win window, const struct told told[], int size) {
    bool alike = true;
    for (int rank = 0; rank < size; rank++) {
        if (told[rank].error != MPI_SUCCESS)
            return (int)told[rank].error;
        alike &= told[rank].exposure.size == told[0].exposure.size &&
                 told[rank].exposure.unit == told[0].exposure.unit;
    }
    struct exposure *exposed = malloc((alike ? 1 : (size_t)size) * sizeof *exposed);
    window->exposed = exposed;
    window->exposed_step = !alike;
    for (int rank = 0; exposed && rank < (alike ? 1 : size); rank++)
        exposed[rank] = told[rank].exposure;
    return exposed ? MPI_SUCCESS : MPI_ERR_NO_MEM;
}

/* Takes a window out of the list. */
static void leave_list(MPI_Win window) {
    MPI_Win *link = &window_newest;
    while (*link != window)
        link = &(*link)->older;
    *link = window->older;
    serve_forget(window);
}

/* Makes a window, by all processes of a communicator. It is in the list before this process tells
 * the others what it exposes; so whoever has heard of all may use the window of any. */
static int make(const struct making *making, MPI_Win *win) {
    MPI_Comm comm = comm_object(making->comm), own = MPI_COMM_NULL;
    int size = comm->local->size, error = left_windows();
    uint32_t context = context_next();
    MPI_Win window = begin(making, size);
    struct told *told = malloc((size_t)size * sizeof *told);
    struct told mine = {{making->bytes, making->unit}, error};
    if (!window || !told || !arrival_start())
        mine.error = MPI_ERR_NO_MEM;
    if (told)
        error = collective_broadcast(comm, &context, sizeof context, 0);
    if (told && error == MPI_SUCCESS)
        error = making_end(comm, context, comm->local, NULL, true, &own);
    if (error != MPI_SUCCESS && mine.error == MPI_SUCCESS)
        mine.error = error;
    if (own != MPI_COMM_NULL && window) {
        comm_make_inner(own, "MPI_Win");
        errhandler_release(own->errhandler);
        own->errhandler = MPI_ERRORS_ARE_FATAL; /* of every new window (section 9.3) */
        window->comm = own;
        window->number = context;
        window->older = window_newest;
        window_newest = window;
    }
    if (told) {
        error = collective_allgather(comm, &mine, told, sizeof mine);
        if (error == MPI_SUCCESS && window)
            error = note(window, told, size);
    }
    free(told);
    if (error == MPI_SUCCESS)
        error = (int)mine.error;
    if (error == MPI_SUCCESS) {
        window->state = WINDOW_MADE;
        *win = window;
        return MPI_SUCCESS;
    }
    if (window && window->comm)
        leave_list(window);
    if (own != MPI_COMM_NULL)
        making_free(&own);
    if (window)
        let_go(window);
    return making_raise(making->comm, making->call, error);
}

/* ---- Calls ---- */

#define MAKING(...) (&(struct making){.call = __func__, .comm = comm, .info = info, __VA_ARGS__})

/* Checks what all these calls are given. */
static int check(const struct making *making, const void *result) {
    COMM_ARGUMENT_OR_RETURN(object, making->call, making->comm);
    if (!result)
        return error_null(making->comm, making->call, "win");
    if (comm_is_inter(object))
        return error_raise(making->comm, making->call, MPI_ERR_COMM,
                           "the communicator is an intercommunicator: a window has one group");
    RETURN_UNLESS_HINTS(making->comm, making->call, making->info);
    if (making->bytes < 0)
        return error_raise(making->comm, making->call, MPI_ERR_SIZE,
                           "the size is %lld (expected: 0 or more)", (long long)making->bytes);
    if (making->unit <= 0)
        return error_raise(making->comm, making->call, MPI_ERR_DISP,
                           "the unit of displacements is %d (expected: more than 0)", making->unit);
    if (making->flavor == MPI_WIN_FLAVOR_CREATE && !making->base && making->bytes > 0)
        return error_raise(making->comm, making->call, MPI_ERR_BASE,
                           "the base is a null pointer, but the size is %lld",
                           (long long)making->bytes);
    buffer_used(BUFFER_GIVEN, making->base, (size_t)making->bytes);
    return MPI_SUCCESS;
}

static int check_and_make(const struct making *making, MPI_Win *win) {
    int error = check(making, win);
    return error != MPI_SUCCESS ? error : make(making, win);
}

int MPI_Win_create(void *base, MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm,
                   MPI_Win *win) {
    return check_and_make(
        MAKING(.base = base, .bytes = size, .unit = disp_unit, .flavor = MPI_WIN_FLAVOR_CREATE),
        win);
}

/* Makes a window with memory of its own, whose address goes to *(void **)baseptr. */
static int allocate(const struct making *making, void *baseptr, MPI_Win *win) {
    RETURN_ON_ERROR(check(making, win));
    if (!baseptr)
        return error_null(making->comm, making->call, "baseptr");
    int error = make(making, win);
    if (error == MPI_SUCCESS)
        *(void **)baseptr = (*win)->base;
    return error;
}

int MPI_Win_allocate(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr,
                     MPI_Win *win) {
    return allocate(MAKING(.bytes = size, .unit = disp_unit, .allocates = true,
                           .flavor = MPI_WIN_FLAVOR_ALLOCATE),
                    baseptr, win);
}

/* Nodes share no memory, so this is for one process alone: for what MPI_Comm_split_type makes of
 * those that do. */
int MPI_Win_allocate_shared(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm,
                            void *baseptr, MPI_Win *win) {
    COMM_ARGUMENT_OR_RETURN(object, __func__, comm);
    if (object->local->size > 1)
        return error_raise(comm, __func__, MPI_ERR_RMA_SHARED,
                           "nodes share no memory: use MPI_Win_allocate, or a communicator of "
                           "MPI_Comm_split_type with MPI_COMM_TYPE_SHARED, which has one process");
    return allocate(MAKING(.bytes = size, .unit = disp_unit, .allocates = true,
                           .flavor = MPI_WIN_FLAVOR_SHARED),
                    baseptr, win);
}

/* A process reaches its own segment alone by loads and stores; of another one the size is 0
 * (MPI 5.0, section 12.2.3). */
int MPI_Win_shared_query(MPI_Win win, int rank, MPI_Aint *size, int *disp_unit, void *baseptr) {
    RETURN_UNLESS_WINDOW(win, size, disp_unit, baseptr);
    if (win->is_dynamic)
        return FAIL_WINDOW(win, MPI_ERR_RMA_FLAVOR, "the window is dynamic: it has no segments");
    if (rank != MPI_PROC_NULL && (rank < 0 || rank >= win->size))
        return FAIL_WINDOW(win, MPI_ERR_RANK,
                           "rank %d is out of range (the window has the ranks 0 to %d)", rank,
                           win->size - 1);
    bool own = rank == MPI_PROC_NULL || rank == win->comm->rank;
    *size = own ? win->bytes : 0;
    *disp_unit = (int)window_exposed(win, own ? win->comm->rank : rank)->unit;
    *(void **)baseptr = own ? win->base : NULL;
    return MPI_SUCCESS;
}

int MPI_Win_create_dynamic(MPI_Info info, MPI_Comm comm, MPI_Win *win) {
    return check_and_make(MAKING(.unit = 1, .flavor = MPI_WIN_FLAVOR_DYNAMIC), win);
}

/* Whether a call has been made that another one has to end. */
static const char *what_is_open(MPI_Win win) {
    return win->epoch == EPOCH_START                     ? "MPI_Win_complete"
           : win->epoch == EPOCH_LOCK                    ? "MPI_Win_unlock"
           : win->epoch == EPOCH_ALL                     ? "MPI_Win_unlock_all"
           : win->epoch == EPOCH_FENCE && win->used >= 0 ? "MPI_Win_fence"
           : win->posted                                 ? "MPI_Win_wait"
                                                         : NULL;
}

/* Returns when nobody uses the window any more. What has begun to arrive comes from a process that
 * has not ended its operations. */
int MPI_Win_free(MPI_Win *win) {
    RETURN_IF_NULL(win);
    MPI_Win window = *win;
    RETURN_UNLESS_WINDOW(window);
    const char *open = what_is_open(window);
    if (open)
        return FAIL_WINDOW(window, MPI_ERR_RMA_SYNC, "the window is in use (call %s first)", open);
    int error = attributes_delete(&window->attributes, window);
    if (error != MPI_SUCCESS)
        return FAIL_WINDOW(window, error, "an attribute's delete function returned %d", error);
    PMPI_Barrier(window->comm);
    WINDOW_WAIT(__func__, window, -1, window->leaving == 0 && window->arriving == 0);
    error = target_verdict(__func__, window);
    leave_list(window);
    conflict_end(window);
    making_free(&window->comm);
    let_go(window);
    *win = MPI_WIN_NULL;
    return error;
}

/* ---- Dynamic windows (section 12.2.4) ---- */

#define RETURN_UNLESS_DYNAMIC(win)                                                                 \
    if (!(win)->is_dynamic)                                                                        \
    return FAIL_WINDOW(win, MPI_ERR_RMA_FLAVOR, "the window is not from MPI_Win_create_dynamic")

int MPI_Win_attach(MPI_Win win, void *base, MPI_Aint size) {
    RETURN_UNLESS_WINDOW(win);
    RETURN_UNLESS_DYNAMIC(win);
    if (size < 0)
        return FAIL_WINDOW(win, MPI_ERR_SIZE, "the size is %lld (expected: 0 or more)",
                           (long long)size);
    char *begin = base;
    if ((!base && size > 0) || (MPI_Aint)begin > INTPTR_MAX - size)
        return FAIL_WINDOW(win, MPI_ERR_BASE, "there is no memory at the base");
    for (const struct region *region = win->regions; region; region = region->next)
        if (begin < region->base + region->size && region->base < begin + size)
            return FAIL_WINDOW(win, MPI_ERR_RMA_ATTACH, "part of this memory is already attached");
    buffer_used(BUFFER_GIVEN, base, (size_t)size);
    struct region *region = malloc(sizeof *region);
    if (!region)
        return FAIL_WINDOW(win, MPI_ERR_NO_MEM, FULL_HEAP);
    *region = (struct region){base, size, win->regions};
    win->regions = region;
    return MPI_SUCCESS;
}

int MPI_Win_detach(MPI_Win win, const void *base) {
    RETURN_UNLESS_WINDOW(win);
    RETURN_UNLESS_DYNAMIC(win);
    struct region **link = &win->regions;
    while (*link && (*link)->base != base)
        link = &(*link)->next;
    if (!*link)
        return FAIL_WINDOW(win, MPI_ERR_RMA_ATTACH, "no attached memory begins there");
    struct region *region = *link;
    *link = region->next;
    free(region);
    WINDOW_WAIT(__func__, win, -1, win->leaving == 0 && win->arriving == 0);
    return MPI_SUCCESS;
}
