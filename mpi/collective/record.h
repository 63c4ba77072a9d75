/* What this process has called on each communicator, so that reports of calls that do not match can
 * tell both: those of the message that is wrong, of the machine when it stands still, and of
 * packets that are left at the end. */
#ifndef MPI_RECORD_H
#define MPI_RECORD_H

#include <stdbool.h>
#include <stddef.h>

#include "compiler.h"
#include "mpi/collective/call.h"
#include "mpi/object/communicator.h"

/* A call begins on a communicator, an object; and ends. */
always_inline void record_begin(MPI_Comm comm, enum operation_number operation, int count,
                                MPI_Datatype type, MPI_Op op, int root) {
    int number = comm->collectives;
    struct comm_call *call = &comm->calls[(unsigned)number % COMM_CALLS];
    call->number = number;
    call->operation = (int)operation;
    call->count = count;
    call->root = root;
    call->type = type;
    call->op = op;
    comm->collectives = number + 1;
    comm->calling = (int)operation;
}
always_inline void record_end(MPI_Comm comm) {
    comm->calling = OPERATION_NONE;
}

/* A call whose arguments have been checked begins. */
void record_call(const struct collective_call *call);

/* From record_start on, reports of deadlocks ask for what is recorded. MPI_Finalize ends that by
 * record_stop, which frees memory. */
void record_start(void);
void record_stop(void);

enum { RECORD_TEXT = 96 };

/* Writes what is called like "MPI_Reduce(root 1, 2 of MPI_INT, MPI_SUM)". */
void record_tell(const struct comm_call *call, char text[RECORD_TEXT]);

/* Whether two calls of one number do not match: in what all processes have to give alike; or, as
 * the last thing that could be wrong, in the elements, which different counts of different types
 * may describe. */
bool record_differ(const struct comm_call *one, const struct comm_call *other, bool in_elements);

/* The last call of this process on a communicator, or null. */
const struct comm_call *record_last(MPI_Comm comm);

/* Raises that a process, by its rank in MPI_COMM_WORLD, has called something else than this one as
 * its last call, and returns the code. */
int record_raise(MPI_Comm comm, const char *function, int code, int world,
                 const struct comm_call *theirs);

/* Finds a process of a communicator that has made another call than this one, as the call that this
 * process has made last. Returns its rank in MPI_COMM_WORLD, and sets *theirs; or returns -1. It
 * waits for others to answer. */
int record_find_other(MPI_Comm comm, struct comm_call *theirs);

/* Writes which calls of this process and its neighbours do not match, where packets of collective
 * calls have come that nobody has received. Called when all processes have made all their calls,
 * and while they wait. */
void record_report_left(void);

#endif
