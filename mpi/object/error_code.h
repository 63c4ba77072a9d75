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

/* ---- Classes and codes that a program adds ----
 *
 * The error classes and codes that a program adds (MPI 5.0, section 9.5). Their numbers follow
 * MPI_ERR_LASTCODE, in one sequence. */

/* Returns the text of an added class or code, "" if it has none, or null if it was not added. */
const char *error_added_text(int code);

/* Returns the class of an added class or code, or MPI_ERR_UNKNOWN if it was not added. The class of
 * a class is itself. */
int error_added_class(int code);

/* Returns the greatest class or code, added or not: the value of the attribute MPI_LASTUSEDCODE. */
const int *error_last_used(void);

/* Adds a code to a class, or adds a class if `class` is 0. Returns its number, or 0 without
 * memory. */
int error_add(int class);

/* Gives a text to a class or code that was added. The text is copied; null removes the old text.
 * Returns whether there was memory. */
bool error_add_text(int code, const char *text);

/* Returns a code that was added to this class, or 0 if there is none. */
int error_code_of(int class);

/* Removes a class or code that was added. */
void error_remove(int code);

#endif
