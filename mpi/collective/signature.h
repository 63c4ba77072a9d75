/* Detection of mismatched calls: the tags of all messages carry the sender's call. The lowest bits
 * of a tag number the operations of a communicator, and they alone decide which message is received
 * by which operation (mpi/message/matching.h). The others have the function, the root and the
 * operator. */
#ifndef MPI_COLLECTIVE_SIGNATURE_H
#define MPI_COLLECTIVE_SIGNATURE_H

#include <stdbool.h>
#include <stddef.h>

#include "mpi/collective/call.h"

/* The signature of a call whose arguments have been checked: a tag without a number. */
int signature_of(const struct collective_call *call);

/* Return the name of an operation's function, whether it has a root, and whether it has an
 * operator. The operation is given by its enum operation_number. signature_op returns the name of
 * an operator. All names are constants. */
const char *signature_function(int operation);
bool signature_is_rooted(int operation);
bool signature_combines(int operation);
const char *signature_op(MPI_Op op);

/* Writes a process's call, by a signature or a tag: "MPI_Bcast with root 2". */
void signature_tell(int signature, char *text, size_t bytes);

#endif
