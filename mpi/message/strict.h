/* The checks that MPI_STRICT=1 in the environment asks for, which take time: whether the types of a
 * message are those of its receive (MPI 5.0, section 3.3.1), and whether the buffers of active
 * requests overlap (sections 3.7.2 and 3.7.4). And what MPI_Finalize warns of is then a failure. */
#ifndef MPI_STRICT_H
#define MPI_STRICT_H

#include <stdbool.h>
#include <stdint.h>

#include "compiler.h"
#include "mpi/datatype/layout.h"
#include "mpi/message/message_request.h"

/* Whether the checks are made. The shortest paths are not taken then. */
extern NODE_LOCAL bool strict;

/* Reads the environment. */
void strict_start(void);

/* A number of 24 bits that stands for the basic types in the first `bytes` packed bytes of elements
 * of a type; or 0 if these match any: MPI_PACKED, and rows of bytes that the library has made. */
uint32_t strict_signature(const struct layout *layout, MPI_Count bytes);

/* A request begins, and ends. The first raises an error, in the call that made the request, if its
 * buffer overlaps that of an active one, and returns its class, or MPI_SUCCESS. */
int strict_begins(struct message *message);
void strict_ends(struct message *message);

#endif
