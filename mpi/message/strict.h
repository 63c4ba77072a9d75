/* The checks of MPI_STRICT=1 in the environment, which take time: whether the types of a message
 * are those of its receive (MPI 5.0, section 3.3.1), and whether the buffers of active requests
 * overlap or change (message.h). In this mode, MPI_Finalize's warnings are errors. */
#ifndef MPI_STRICT_H
#define MPI_STRICT_H

#include <stdbool.h>
#include <stdint.h>

#include "compiler.h"
#include "mpi/datatype/layout.h"

/* Whether the checks are made. If they are, the shortest paths are not taken. */
extern NODE_LOCAL bool strict;

/* Whether standard and ready sends wait for their receive, as MPI_STRICT=sync asks: a program that
 * relies on buffering then ends in a deadlock report (section 3.5). */
extern NODE_LOCAL bool strict_sync;

/* Reads the environment. */
void strict_start(void);

/* Called before the bytes of a message change the buffer of a receive (message.h), or null. */
struct transfer;
extern NODE_LOCAL void (*strict_matches)(const struct transfer *receive);

/* Returns a number of 24 bits that stands for the basic types in the first `bytes` packed bytes of
 * elements of a type. Returns 0 if these match any type: MPI_PACKED, and rows of bytes that the
 * library has made. */
uint32_t strict_signature(const struct layout *layout, MPI_Count bytes);

/* Returns a sum of the first `bytes` packed bytes in a buffer, which tells whether they change. */
uint64_t strict_sum(const struct layout *layout, void *buffer, MPI_Count bytes);

#endif
