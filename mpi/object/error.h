/* How errors are raised (MPI 5.0, section 9.3). */
#ifndef MPI_ERROR_H
#define MPI_ERROR_H

#include <stdbool.h>

#include "compiler.h"
#include "cube_abi.h"
#include "mpi.h"

/* Raises an error in the function `call` on the handler of a communicator. The format and its
 * arguments name the wrong argument, and the expected value. Returns the code, if the handler
 * returns. A call that is about no communicator raises its errors on MPI_COMM_SELF (section 9.3).
 */
int error_raise(MPI_Comm comm, const char *call, int code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Raise an error of the function `call`, or of that in which this stands, if its call is about no
 * communicator. */
#define FAIL_IN(call, code, ...) error_raise(MPI_COMM_SELF, call, code, __VA_ARGS__)
#define FAIL(code, ...)          FAIL_IN(__func__, code, __VA_ARGS__)

/* Raises an error of the function in which this stands, for lack of memory. */
#define FULL_HEAP     "not enough memory (increase --memory heap=BYTES)"
#define FAIL_MEMORY() FAIL(MPI_ERR_NO_MEM, FULL_HEAP)

/* Raises the error that `argument` of the function `call` is a null pointer. */
COLD int error_null(MPI_Comm comm, const char *call, const char *argument);

/* At the beginning of a function: raise that error, and return it, for an argument by which the
 * function returns something. An array may be null if there is no room in it. Calls about a
 * communicator raise it on that. */
#define RETURN_IF_NULL_ON(comm, argument) RETURN_IF_NULL_ARRAY_ON(comm, 1, argument)
#define RETURN_IF_NULL(argument)          RETURN_IF_NULL_ARRAY_ON(MPI_COMM_SELF, 1, argument)
#define RETURN_IF_NULL_ARRAY(count, argument)                                                      \
    RETURN_IF_NULL_ARRAY_ON(MPI_COMM_SELF, count, argument)
#define RETURN_IF_NULL_ARRAY_ON(comm, count, argument)                                             \
    if (!(argument) && (count) > 0)                                                                \
    return error_null(comm, __func__, #argument)

/* Writes which functions of the program have called MPI, for the end of a report: ", called from
 * main (ring.c:41)". The text is empty if that is not known. */
#define ERROR_CALLED_FROM ", called from "
#define ERROR_PLACE_BYTES (sizeof ERROR_CALLED_FROM + CUBE_CALLERS_BYTES)
void error_place(char text[ERROR_PLACE_BYTES]);

/* Returns the text of the newest error, for reports; "" before the first one. */
const char *error_detail(void);

#endif
