/* The calls about errors (MPI 5.0, chapter 9). */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "mpi/object/errhandler.h"
#include "mpi/object/error.h"
#include "mpi/object/error_code.h"

int MPI_Error_string(int errorcode, char *string, int *resultlen) {
    RETURN_IF_NULL(string, resultlen);
    const char *text = error_text_of_any(errorcode);
    if (!text)
        return FAIL(MPI_ERR_ARG, "unknown error code %d", errorcode);
    *resultlen = (int)strlen(text);
    memcpy(string, text, (size_t)*resultlen + 1);
    return MPI_SUCCESS;
}

int MPI_Error_class(int errorcode, int *errorclass) {
    RETURN_IF_NULL(errorclass);
    *errorclass = error_class(errorcode);
    return MPI_SUCCESS;
}

static bool is_added(int code) {
    return error_added_class(code) != MPI_ERR_UNKNOWN;
}

static bool is_added_class(int code) {
    return error_added_class(code) == code;
}

int MPI_Add_error_class(int *errorclass) {
    RETURN_IF_NULL(errorclass);
    *errorclass = error_add(0);
    return *errorclass != 0 ? MPI_SUCCESS : FAIL_MEMORY();
}

int MPI_Add_error_code(int errorclass, int *errorcode) {
    RETURN_IF_NULL(errorcode);
    if ((errorclass < 0 || errorclass > ERROR_LAST_OWN) && !is_added_class(errorclass))
        return FAIL(MPI_ERR_ARG, "%d is not an error class", errorclass);
    *errorcode = error_add(errorclass);
    return *errorcode != 0 ? MPI_SUCCESS : FAIL_MEMORY();
}

int MPI_Add_error_string(int errorcode, const char *string) {
    if (!is_added(errorcode))
        return FAIL(MPI_ERR_ARG, "%d is not an error class or code that was added", errorcode);
    if (strlen(string) >= MPI_MAX_ERROR_STRING)
        return FAIL(MPI_ERR_ARG, "the text has %zu bytes (at most %d)", strlen(string),
                    MPI_MAX_ERROR_STRING - 1);
    return error_add_text(errorcode, string) ? MPI_SUCCESS : FAIL_MEMORY();
}

int MPI_Remove_error_class(int errorclass) {
    if (!is_added_class(errorclass))
        return FAIL(MPI_ERR_ARG, "%d is not an error class that was added", errorclass);
    int code = error_code_of(errorclass);
    if (code != 0)
        return FAIL(MPI_ERR_ARG, "class %d still has the code %d (remove it first)", errorclass,
                    code);
    error_remove(errorclass);
    return MPI_SUCCESS;
}

int MPI_Remove_error_code(int errorcode) {
    if (!is_added(errorcode) || is_added_class(errorcode))
        return FAIL(MPI_ERR_ARG, "%d is not an error code that was added", errorcode);
    error_remove(errorcode);
    return MPI_SUCCESS;
}

int MPI_Remove_error_string(int errorcode) {
    if (!is_added(errorcode))
        return FAIL(MPI_ERR_ARG, "%d is not an error class or code that was added", errorcode);
    error_add_text(errorcode, NULL);
    return MPI_SUCCESS;
}

int MPI_Comm_create_errhandler(MPI_Comm_errhandler_function *function, MPI_Errhandler *errhandler) {
    RETURN_IF_NULL(errhandler);
    MPI_Errhandler made = malloc(sizeof *made);
    if (!made)
        return FAIL_MEMORY();
    *made = (struct MPI_ABI_Errhandler){function, 1};
    *errhandler = made;
    return MPI_SUCCESS;
}

int errhandler_call(const char *call, MPI_Comm raises, int errorcode) {
    if (!error_text_of_any(errorcode))
        return error_raise(raises, call, MPI_ERR_ARG, "unknown error code %d", errorcode);
    error_raise(raises, call, errorcode, "the program raises error %d", errorcode);
    return MPI_SUCCESS;
}

/* A predefined handler may be freed, too, for MPI_Comm_get_errhandler may have returned it (section
 * 9.3.4). */
int MPI_Errhandler_free(MPI_Errhandler *errhandler) {
    RETURN_IF_NULL(errhandler);
    if (!errhandler_is(*errhandler))
        return FAIL(MPI_ERR_ERRHANDLER, "the handle is MPI_ERRHANDLER_NULL");
    errhandler_release(*errhandler);
    *errhandler = MPI_ERRHANDLER_NULL;
    return MPI_SUCCESS;
}
