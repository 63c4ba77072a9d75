/* Properties of windows: attributes, names, hints, groups and error handlers (MPI 5.0, sections
 * 7.7.3, 7.8, 9.3.2, 12.2.6 and 12.2.7). */
#include <stdlib.h>
#include <string.h>

#include "mpi/object/attribute.h"
#include "mpi/object/error.h"
#include "mpi/object/info.h"
#include "mpi/window/window.h"

/* ---- Attributes ---- */

static const void *predefined(MPI_Win win, int keyval) {
    switch (keyval) {
    case MPI_WIN_BASE:
        return win->base;
    case MPI_WIN_SIZE:
        return &win->bytes;
    case MPI_WIN_DISP_UNIT:
        return &win->unit;
    case MPI_WIN_CREATE_FLAVOR:
        return &win->flavor;
    default:
        return &win->model;
    }
}

static struct attribute_call of(const char *call, MPI_Win win, int keyval) {
    return (struct attribute_call){call, win->comm, ATTRIBUTE_WIN, win, &win->attributes, keyval};
}

/* No window is copied, so no function that copies is called. */
int MPI_Win_create_keyval(MPI_Win_copy_attr_function *copy_fn,
                          MPI_Win_delete_attr_function *delete_fn, int *keyval, void *extra_state) {
    return keyval_call_create(__func__, ATTRIBUTE_WIN, (attribute_copies *)copy_fn,
                              (attribute_deletes *)delete_fn, keyval, extra_state);
}

int MPI_Win_free_keyval(int *keyval) {
    return keyval_call_free(__func__, ATTRIBUTE_WIN, keyval);
}

int MPI_Win_get_attr(MPI_Win win, int win_keyval, void *attribute_val, int *flag) {
    RETURN_UNLESS_WINDOW(win, attribute_val, flag);
    if (win_keyval < MPI_WIN_BASE || win_keyval > MPI_WIN_MODEL)
        return attribute_call_get(of(__func__, win, win_keyval), attribute_val, flag);
    *flag = 1;
    *(const void **)attribute_val = predefined(win, win_keyval);
    return MPI_SUCCESS;
}

int MPI_Win_set_attr(MPI_Win win, int win_keyval, void *attribute_val) {
    RETURN_UNLESS_WINDOW(win);
    return attribute_call_set(of(__func__, win, win_keyval), attribute_val);
}

int MPI_Win_delete_attr(MPI_Win win, int win_keyval) {
    RETURN_UNLESS_WINDOW(win);
    return attribute_call_delete(of(__func__, win, win_keyval));
}

/* ---- Names, hints, groups ---- */

int MPI_Win_set_name(MPI_Win win, const char *win_name) {
    RETURN_UNLESS_WINDOW(win);
    if (!win_name)
        return error_null(win->comm, __func__, "win_name");
    char *copy = strndup(win_name, MPI_MAX_OBJECT_NAME - 1); /* longer ones are cut */
    if (!copy)
        return FAIL_WINDOW(win, MPI_ERR_NO_MEM, FULL_HEAP);
    free(win->comm->name_memory);
    win->comm->name = win->comm->name_memory = copy;
    return MPI_SUCCESS;
}

/* A window that was given no name has none, whatever reports call it. */
int MPI_Win_get_name(MPI_Win win, char *win_name, int *resultlen) {
    RETURN_IF_NULL(win_name, resultlen);
    const char *name = "MPI_WIN_NULL";
    if (win != MPI_WIN_NULL) {
        RETURN_UNLESS_WINDOW(win);
        name = win->comm->name_memory ? win->comm->name : "";
    }
    *resultlen = (int)strlen(name);
    memcpy(win_name, name, (size_t)*resultlen + 1);
    return MPI_SUCCESS;
}

int MPI_Win_get_group(MPI_Win win, MPI_Group *group) {
    RETURN_UNLESS_WINDOW(win, group);
    *group = win->comm->local;
    group_keep(*group);
    return MPI_SUCCESS;
}

int MPI_Win_set_info(MPI_Win win, MPI_Info info) {
    RETURN_UNLESS_WINDOW(win);
    return info_call_set(__func__, win->comm, &win->info, info);
}

int MPI_Win_get_info(MPI_Win win, MPI_Info *info_used) {
    RETURN_UNLESS_WINDOW(win, info_used);
    return info_call_get(__func__, win->comm, win->info, info_used);
}

/* ---- Error handlers ---- */

int MPI_Win_create_errhandler(MPI_Win_errhandler_function *win_errhandler_fn,
                              MPI_Errhandler *errhandler) {
    return PMPI_Comm_create_errhandler((MPI_Comm_errhandler_function *)win_errhandler_fn,
                                       errhandler);
}

/* Errors of a window are raised on its communicator. This is the handler of that: it calls the
 * window's. */
static void call_own(MPI_Comm *comm, int *code, ...) {
    MPI_Win win = window_find((*comm)->context);
    ((MPI_Win_errhandler_function *)win->own->function)(&win, code);
}

int MPI_Win_set_errhandler(MPI_Win win, MPI_Errhandler errhandler) {
    RETURN_UNLESS_WINDOW(win);
    RETURN_UNLESS_HANDLER(win->comm, __func__, errhandler);
    errhandler_replace(&win->own, errhandler);
    win->comm->errhandler = errhandler_bridge(errhandler, call_own, &win->handler);
    return MPI_SUCCESS;
}

/* The caller gets a reference to the handler, and has to free it. */
int MPI_Win_get_errhandler(MPI_Win win, MPI_Errhandler *errhandler) {
    RETURN_UNLESS_WINDOW(win, errhandler);
    *errhandler = win->own ? win->own : MPI_ERRORS_ARE_FATAL;
    errhandler_keep(*errhandler);
    return MPI_SUCCESS;
}

int MPI_Win_call_errhandler(MPI_Win win, int errorcode) {
    RETURN_UNLESS_WINDOW(win);
    return errhandler_call(__func__, win->comm, errorcode);
}
