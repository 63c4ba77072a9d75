/* Error codes (MPI 5.0, section 9.4). The library's own codes are the classes of the standard. */
#ifndef MPI_ERROR_CODE_H
#define MPI_ERROR_CODE_H

#include "mpi.h"

/* The greatest code of the library's own. */
enum { ERROR_LAST_OWN = MPI_ERR_ERRHANDLER };

/* What an error code says, or null if there is no such code. Texts of the user's codes are valid
 * until they are removed. */
const char *error_text(int code);

/* The same, for functions with which a program may ask for the text of any code: with them, the
 * texts of those classes are linked that this library never raises. */
const char *error_text_of_any(int code);

/* The text of such a class. */
const char *error_text_foreign(int class);

/* The class of an error code, or MPI_ERR_UNKNOWN if there is no such code. */
int error_class(int code);

#endif
