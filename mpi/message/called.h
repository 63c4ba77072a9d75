/* Asks which collective calls other processes have made, for reports of calls that do not match. A
 * process knows the last COMM_CALLS calls on each communicator. */
#ifndef MPI_CALLED_H
#define MPI_CALLED_H

#include <stdint.h>

#include "mpi/message/envelope.h"
#include "mpi/object/communicator.h"

/* Asks the process on node `world` for its call `number` on the communicator of this context, and
 * waits for the answer. If that process does not know this call, it answers with its last one, and
 * the number in the answer is that call's. If it has made no call, the operation in the answer is
 * 0. The members `type` and `op` may be compared with
 * predefined handles; the user's types and operators are not objects of this process, and must not
 * be used. */
struct comm_call called_ask(int world, uint32_t context, int number);

/* The handlers of the question and of the answer. */
void called_asked(uint32_t source, const struct envelope *envelope);
void called_told(uint32_t source, const struct envelope *envelope);

#endif
