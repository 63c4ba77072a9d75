#include "mpi/object/error_code.h"

#include <stddef.h>

/* These are weak, so that programs that neither add errors nor ask for texts are linked without
 * them. */
#pragma weak error_added_text
#pragma weak error_added_class
#pragma weak error_text_foreign

/* The classes of files, windows and sessions, which programs without these never see, and
 * MPI_ERR_OTHER, whose text says nothing in a report, are in error_text.c. */
static const char *const texts[ERROR_LAST_OWN + 1] = {
    [MPI_SUCCESS] = "no error",
    [MPI_ERR_BUFFER] = "invalid buffer pointer",
    [MPI_ERR_COUNT] = "invalid count argument",
    [MPI_ERR_TYPE] = "invalid datatype argument",
    [MPI_ERR_TAG] = "invalid tag argument",
    [MPI_ERR_COMM] = "invalid communicator",
    [MPI_ERR_RANK] = "invalid rank",
    [MPI_ERR_REQUEST] = "invalid request handle",
    [MPI_ERR_ROOT] = "invalid root",
    [MPI_ERR_GROUP] = "invalid group",
    [MPI_ERR_OP] = "invalid operation",
    [MPI_ERR_TOPOLOGY] = "invalid topology",
    [MPI_ERR_DIMS] = "invalid dimension argument",
    [MPI_ERR_ARG] = "invalid argument of some other kind",
    [MPI_ERR_UNKNOWN] = "unknown error",
    [MPI_ERR_TRUNCATE] = "message truncated on receive",
    [MPI_ERR_INTERN] = "internal error of the MPI library",
    [MPI_ERR_PENDING] = "pending request",
    [MPI_ERR_IN_STATUS] = "error code is in the status",
    [MPI_ERR_CONVERSION] = "error in a data conversion function",
    [MPI_ERR_INFO_KEY] = "info key is too long",
    [MPI_ERR_INFO_NOKEY] = "info key is not defined",
    [MPI_ERR_INFO_VALUE] = "info value is too long",
    [MPI_ERR_INFO] = "invalid info argument",
    [MPI_ERR_KEYVAL] = "invalid attribute key",
    [MPI_ERR_NO_MEM] = "no memory",
    [MPI_ERR_ERRHANDLER] = "invalid error handler handle",
    [MPIX_ERR_PROC_FAILED] = "a process has died",
    [MPIX_ERR_PROC_FAILED_PENDING] = "a process that might have sent has died",
    [MPIX_ERR_REVOKED] = "the communicator was revoked",
};

/* `code` may be of any class, because a function of the program, called for an attribute, may
 * return any. */
const char *error_text(int code) {
    if (code < 0)
        return NULL;
    if (code > ERROR_LAST_OWN)
        return error_added_text ? error_added_text(code) : NULL;
    if (texts[code])
        return texts[code];
    return error_text_foreign ? error_text_foreign(code) : "error of another class";
}

int error_class(int code) {
    if (code >= 0 && code <= ERROR_LAST_OWN)
        return code;
    return error_added_class ? error_added_class(code) : MPI_ERR_UNKNOWN;
}
