/* How processes of a group without a communicator find each other. */
#ifndef MPI_CREATE_H
#define MPI_CREATE_H

#include "mpi.h"
#include "mpi/object/communicator.h"

/* The context of messages for making a communicator: that of MPI_COMM_SELF, in which no process
 * sends to another one. */
enum { CREATE_CONTEXT = CONTEXTS };

/* Returns the tag of their messages: a hash of the string and of the processes of a group, or of
 * the string alone if that is null (Fowler, Noll and Vo, FNV-1a). */
int create_tag(const char *string, const struct MPI_ABI_Group *group);

#endif
