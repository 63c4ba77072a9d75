/* Processes that die while the others go on (User Level Failure Mitigation): dead processes,
 * revoked communicators, and the effect on messages.
 *
 * A process dies in its own library: where it raises SIGKILL, or in a call of MPI that waits, once
 * the time has come that MPI_FAIL_RANK names. Its last act is a message to all others, GONE, which
 * leaves after all its earlier messages. So a process that has heard of a death has all messages of
 * the dead process, and no more will come; and every survivor hears of it. After that its node
 * forwards, as after a normal end, and discards messages for it. Where the whole node fails, net
 * sends the notice instead, but some of its last messages may be lost, different ones for each
 * process (net/faults/end_to_end.h).
 *
 * From this the rest follows without another protocol. A message from or to a dead process fails
 * when the notice comes. A collective operation fails on every communicator that has a dead member,
 * at each process when the notice arrives, whether the operation needs the dead one or not: so no
 * survivor waits for another whose operation has failed. A revocation is told in the same way, to
 * all at once, and does the same to all operations of a communicator. */
#ifndef MPI_FAILURE_H
#define MPI_FAILURE_H

#include <stdbool.h>
#include <stdint.h>

#include "compiler.h"
#include "mpi-ext.h"
#include "mpi/message/envelope.h"
#include "mpi/message/transfer.h"
#include "mpi/object/communicator.h"
#include "mpi/object/errhandler.h"

/* The nodes of the dead processes, in the order in which this process has learnt of them. */
extern NODE_LOCAL int failure_count;
extern NODE_LOCAL int *failure_dead;

/* Sets job_survives if the environment's MPI_FT says so. Called before the first message. Returns
 * whether there was memory. */
bool failure_start(void);

/* Plans this process's own death, if the environment's MPI_FAIL_RANK, "RANK@NANOSECONDS,...", names
 * it, or the failure of its whole node, if MPI_FAIL_NODE does. The time is counted from this call
 * on. Where failures are not survived, its death ends the run. */
void failure_plan(void);

/* The program ends with a status before it has left MPI. Where failures are survived, that is its
 * death, and the function does not return. */
void failure_exit(int status);

/* Returns how many deaths and revocations this process has heard of. */
int failure_news(void);

/* Whether the process on a node is known to have died. */
bool failure_is_dead(uint32_t node);

/* Whether a process of a communicator's groups is known to have died. Returns how many of those,
 * among the first `known` of failure_dead. */
int failure_members(const struct MPI_ABI_Comm *comm, int known);

/* Whether a communicator was revoked, as far as this process has heard. */
bool failure_is_revoked(uint32_t context);

/* Returns why a message of this context from or to the node `world`, or from MPI_ANY_SOURCE, will
 * never be: an error class, or MPI_SUCCESS. To be called where job_survives. */
int failure_of(uint32_t context, int world);

/* Returns the node of an unacknowledged dead process, for a receive from MPI_ANY_SOURCE. Requires
 * an error of failure_of. */
int failure_unacknowledged(uint32_t context);

/* Handlers: a process has died, or has left at the end; a communicator was revoked. Both return
 * whether something is to be ended (failure_transfers.c). */
bool failure_gone(uint32_t source, const struct envelope *envelope);
bool failure_revoked(const struct envelope *envelope);

/* A whole node has failed, and nothing comes from it any more. Its revocations may not have reached
 * all: so each process repeats them. */
void failure_fell(uint32_t source);

/* Revokes a communicator, and tells its other processes. */
void failure_revoke(MPI_Comm comm);

/* At the end: tells all others that this process leaves, and returns when each of them has left or
 * died. All their messages have then arrived. */
void failure_leave(void);

/* ---- Failing operations that wait for dead processes, or on revoked communicators ---- */

/* Ends with its error each message that can never be (failure_of), and wakes the waits for those
 * receives from MPI_ANY_SOURCE that stay posted. Called when failure_of may have changed. */
void failing_end_all(void);

/* Fails a matched receive whose message will not arrive completely. */
void failing_lost(struct transfer *receive);

/* Called when deaths were acknowledged: the waits for such receives go on. */
void failing_acknowledged(void);

/* Fails a new transfer that can never complete. A receive has found no message before. Returns
 * whether it has failed. To be called where job_survives. */
bool failing_begins(struct transfer *transfer);

#endif
