/* This process's calls on each communicator. Reports of mismatched calls name the calls of both
 * processes: when a message is wrong, on a deadlock, and when packets are left at the end. */
#ifndef MPI_RECORD_H
#define MPI_RECORD_H

#include <stdbool.h>
#include <stddef.h>

#include "compiler.h"
#include "mpi/collective/call.h"
#include "mpi/object/communicator.h"

/* Record that a call begins on a communicator, and that it ends. The communicator is given as an
 * object, not as a handle. */
ALWAYS_INLINE void record_begin(MPI_Comm comm, enum operation_number operation, int count,
                                MPI_Datatype type, MPI_Op op, int root) {
    int number = comm->collectives;
    struct comm_call *call = &comm->calls[(unsigned)number % COMM_CALLS];
    call->number = number;
    call->operation = (int)operation;
    call->count = count;
    call->root = root;
    call->type = type;
    call->op = op;
    comm->collectives = (int)((unsigned)number + 1); /* after 2^31, too */
    comm->calling = (int)operation;
}
ALWAYS_INLINE void record_end(MPI_Comm comm) {
    comm->calling = OPERATION_NONE;
}

/* Records that a call begins, whose arguments have been checked. */
void record_call(const struct collective_call *call);

/* record_start adds the recorded calls to reports of deadlocks. The first collective call calls it.
 * MPI_Finalize calls record_stop, which ends this and frees the memory for it. */
void record_start(void);
void record_stop(void);

/* The text about two mismatched calls, for the rank of the other process in MPI_COMM_WORLD, its
 * call, this process's call, and the name of the communicator. */
#define RECORD_PAIR                                                                                \
    "rank %d of MPI_COMM_WORLD has called %s, and this process %s, as the same operation of %s"

enum { RECORD_TEXT = 96 }; /* room for the text of a call, which is cut if it is longer */

/* Writes a call as "MPI_Reduce(root 1, 2 of MPI_INT, MPI_SUM)". */
void record_tell(const struct comm_call *call, char text[RECORD_TEXT]);

/* Whether two calls of one number differ in arguments that must be the same at all processes. With
 * `in_elements` it also compares counts and types. Only the last attempt to explain a fault does
 * so, because different counts of different types may describe the same elements. */
bool record_differ(const struct comm_call *one, const struct comm_call *other, bool in_elements);

/* The last call of this process on a communicator, or null. */
const struct comm_call *record_last(MPI_Comm comm);

/* Raises the error `code`: the process on node `world` has made the call *theirs, which does not
 * match the last call of this process. Returns the code. */
int record_raise(MPI_Comm comm, const char *function, int code, int world,
                 const struct comm_call *theirs);

/* Looks for a process of a communicator whose call does not match the last call of this process.
 * Returns its node and sets *theirs to its call, or returns -1. Asks the other processes and waits
 * for their answers. */
int record_find_other(MPI_Comm comm, struct comm_call *theirs);

/* Writes the mismatched calls of this process and its neighbours, if packets of collective calls
 * have arrived and are unreceived. Called when all processes have made all their calls and wait. */
void record_report_left(void);

/* ---- Signatures ----
 *
 * Detection of mismatched calls: the tags of all messages carry the sender's call. The lowest bits
 * of a tag number the operations of a communicator, and they alone decide which message is received
 * by which operation (mpi/message/matching.h). The others have the function, the root and the
 * operator. */

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
