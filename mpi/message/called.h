/* Which collective calls other processes have made, for reports of calls that do not match. Only
 * those of COMM_CALLS are known that were the last on their communicator. */
#ifndef MPI_CALLED_H
#define MPI_CALLED_H

#include <stdint.h>

#include "mpi/message/envelope.h"
#include "mpi/object/communicator.h"

/* Asks another process, by its rank in MPI_COMM_WORLD, for its call of a number on the communicator
 * of this context, and waits for the answer: that call, or if it is not known there, the last one,
 * with its own number. Its operation is 0 if there is none. Types and operators of the user's are
 * not the address of any object. */
struct comm_call called_ask(int world, uint32_t context, int number);

/* The handlers of the question and of the answer. */
void called_asked(uint32_t source, const struct envelope *envelope);
void called_told(const struct envelope *envelope);

#endif
