/* Error codes (MPI 5.0, section 9.4). The library's own codes are the classes of the standard. */
#ifndef MPI_ERROR_CODE_H
#define MPI_ERROR_CODE_H

#include "mpi.h"

/* The greatest of the library's own codes. */
enum { ERROR_LAST_OWN = MPI_ERR_ERRHANDLER };

/* Returns what an error code says, or null if there is no such code. The text of a code that the
 * user has added is valid until it is removed. */
const char *error_text(int code);

/* Returns the same, for functions with which a program may ask for the text of any code. A program
 * that uses this is linked with the texts of classes that this library never raises. */
const char *error_text_of_any(int code);

/* Returns the text of a class that this library never raises. */
const char *error_text_foreign(int class);

/* Returns the class of an error code, or MPI_ERR_UNKNOWN if there is no such code. */
int error_class(int code);

#endif
