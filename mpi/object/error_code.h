/* Error codes (MPI 5.0, section 9.4). The library's own codes are the classes of the standard. */
#ifndef MPI_ERROR_CODE_H
#define MPI_ERROR_CODE_H

#include <stdbool.h>

#include "mpi-ext.h"

/* The greatest of the library's own codes. */
enum { ERROR_LAST_OWN = MPIX_ERR_REVOKED };

/* Whether an error says that a process has died, or that a communicator was revoked. */
static inline bool error_is_failure(int code) {
    return code >= MPIX_ERR_PROC_FAILED && code <= MPIX_ERR_REVOKED;
}

/* Returns the text of an error code, or null if there is no such code. The text of a code that the
 * user has added is valid until it is removed. */
const char *error_text(int code);

/* Returns the text of a class that is not raised in programs without windows, or "" for any other
 * class. */
const char *error_text_foreign(int class);

/* As error_text, for functions with which a program may ask for the text of any code. A program
 * that uses this is linked with the texts of all classes. */
static inline const char *error_text_of_any(int code) {
    const char *foreign = code >= 0 && code <= ERROR_LAST_OWN ? error_text_foreign(code) : "";
    return foreign[0] != 0 ? foreign : error_text(code);
}

/* Returns the class of an error code, or MPI_ERR_UNKNOWN if there is no such code. */
int error_class(int code);

#endif
