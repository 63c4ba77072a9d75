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

/* Returns an error from the function in which this stands, unless it is MPI_SUCCESS. */
#define RETURN_ON_ERROR(result)                                                                    \
    do {                                                                                           \
        int returned = (result);                                                                   \
        if (returned != MPI_SUCCESS)                                                               \
            return returned;                                                                       \
    } while (0)

/* Raises the error that `argument` of the function `call` is a null pointer. */
COLD int error_null(MPI_Comm comm, const char *call, const char *argument);

/* The same for argument number `place`, from 0 on, of the names in a list such as "name,
 * resultlen".
 */
COLD int error_null_at(MPI_Comm comm, const char *call, const char *names, int place);

/* Whether one of ERROR_POINTERS pointers is null, and the number of the first one that is. */
enum { ERROR_POINTERS = 5 };
ALWAYS_INLINE bool error_any_null(const void *p0, const void *p1, const void *p2, const void *p3,
                                  const void *p4) {
    return !p0 || !p1 || !p2 || !p3 || !p4;
}
ALWAYS_INLINE int error_first_null(const void *p0, const void *p1, const void *p2, const void *p3) {
    return !p0 ? 0 : !p1 ? 1 : !p2 ? 2 : !p3 ? 3 : ERROR_POINTERS - 1;
}
#define ERROR_ANY_NULL(p0, p1, p2, p3, p4, ...) error_any_null(p0, p1, p2, p3, p4)
#define ERROR_FIRST_NULL(p0, p1, p2, p3, ...)   error_first_null(p0, p1, p2, p3)

/* At the beginning of a function: raise that error, and return it, if one of the pointers by which
 * the function returns something is null: of 1 to ERROR_POINTERS. Arrays may be null if there is no
 * room in them. Calls about a communicator raise it on that. */
#define RETURN_IF_NULL(...)              RETURN_IF_NULL_ON(MPI_COMM_SELF, __VA_ARGS__)
#define RETURN_IF_NULL_ARRAY(count, ...) RETURN_IF_NULL_ARRAY_ON(MPI_COMM_SELF, count, __VA_ARGS__)
#define RETURN_IF_NULL_ON(comm, ...)     RETURN_IF_NULL_ARRAY_ON(comm, 1, __VA_ARGS__)
#define RETURN_IF_NULL_ARRAY_ON(comm, count, ...)                                                  \
    if (ERROR_ANY_NULL(__VA_ARGS__, "", "", "", "", "") && (count) > 0)                            \
    return error_null_at(comm, __func__, #__VA_ARGS__,                                             \
                         ERROR_FIRST_NULL(__VA_ARGS__, "", "", "", "", ""))

/* Writes which functions of the program have called MPI, for the end of a report: ", called from
 * main (ring.c:41)". The text is empty if that is not known. */
#define ERROR_CALLED_FROM ", called from "
#define ERROR_PLACE_BYTES (sizeof ERROR_CALLED_FROM + CUBE_CALLERS_BYTES)
void error_place(char text[ERROR_PLACE_BYTES]);

/* Returns the text of the newest error, for reports; "" before the first one. */
const char *error_detail(void);

#endif
