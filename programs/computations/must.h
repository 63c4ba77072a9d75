/* Calls without which a program cannot go on. If one fails, the program ends with a message: where
 * memory is short or a message is lost, all computations of this folder end so. */
#ifndef COMPUTATIONS_MUST_H
#define COMPUTATIONS_MUST_H

#include <stddef.h>

/* Allocates like calloc, but ends the program with a message if memory is short. */
void *allocate(size_t count, size_t bytes);

/* Ends the program with a message if `error`, the result of the call `what`, is a negative errno.
 */
void must(int error, const char *what);

#endif
