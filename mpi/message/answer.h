/* Envelopes that are sent without a message, and the headers of those that go with one. */
#ifndef MPI_ANSWER_H
#define MPI_ANSWER_H

#include <stdint.h>

#include "mpi/message/eager.h"
#include "mpi/message/envelope.h"
#include "mpi/object/communicator.h"
#include "net/messages/active.h"

/* The header of a message to `node`, which also gives back the credit that is owed to that node. */
ALWAYS_INLINE struct active_header answer_header(uint32_t node, struct envelope envelope) {
    envelope.credit = eager_repay(node);
    return envelope_write(envelope);
}

/* Sends an envelope to another node. It leaves at `time` by the clock. Ends the program if memory
 * is short, or if the node has no process: then the message answered was forged. */
void answer_send(uint32_t node, struct envelope envelope, uint64_t time);

/* The same with `bytes` bytes of data, which are copied unless they leave at once. */
void answer_send_data(uint32_t node, struct envelope envelope, const void *data, size_t bytes,
                      uint64_t time);

/* A message of `bytes` bytes from `node` needs no memory here any more: its credit is owed to that
 * node, or is sent back at once. */
void answer_give_back(uint32_t node, uint64_t bytes, uint64_t time);

/* Whether answer_settle has something to do. */
ALWAYS_INLINE bool answer_is_due(uint32_t node) {
    const struct eager_partner *partner = eager_with(node);
    return eager_owes_much(partner) || eager_is_overpaid(partner);
}

/* Sends another node the credit that is owed to it if that is at least half of a window, and ends
 * the program if the node has given back more than was spent. Called after messages that were taken
 * without a handler. */
void answer_settle(uint32_t node);

/* Ends the program: a message in the name of `node` gives back more credit than was spent. */
_Noreturn void answer_overpaid(uint32_t node);

/* Ends the program, because memory is too short for a message of `node`. */
_Noreturn void answer_no_memory(uint32_t node, uint64_t bytes);

/* Ends the program because of an invalid message in the name of `node`. The report gives `what`,
 * the problem, and its link. A process sends invalid messages only if a message to it was changed:
 * so the nodes on both paths between it and this one are suspects. */
_Noreturn void answer_broken(uint32_t node, const char *what);

/* ---- Questions for reports of mismatched calls ----
 *
 * Asks which collective calls other processes have made, for reports of calls that do not match. A
 * process knows the last COMM_CALLS calls on each communicator. */

/* Asks the process on node `world` for its call `number` on the communicator of this context, and
 * waits for the answer. If that process does not know this call, it answers with its last one, and
 * the number in the answer is that call's. If it has made no call, the operation in the answer is
 * 0. The members `type` and `op` may be compared with predefined handles; the user's types and
 * operators are not objects of this process, and must not be used. */
struct comm_call called_ask(int world, uint32_t context, int number);

/* The handlers of the question and of the answer. */
void called_asked(uint32_t source, const struct envelope *envelope);
void called_told(uint32_t source, const struct envelope *envelope);

#endif
