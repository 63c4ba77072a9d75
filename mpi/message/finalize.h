/* The end of messages: at MPI_Finalize (MPI 5.0, section 11.2.2). */
#ifndef MPI_FINALIZE_H
#define MPI_FINALIZE_H

#include <stdbool.h>
#include <stdint.h>

#include "compiler.h"
#include "mpi/message/envelope.h"

/* The envelopes without data and notes of ENDED that this process has sent, less those received. */
extern NODE_LOCAL int64_t finalize_alone;

/* Returns when all processes (comm_processes) have called it, and all messages that they
 * have sent have arrived. */
void finalize_messages(void);

/* Waits until all processes have called it, and all that this process has sent has left it. Returns
 * the sum, modulo 2^64, of the numbers with which they call it; where processes may fail, waits for
 * no other, and returns its own. */
uint64_t finalize_sum(uint64_t own);

/* To be called before the first message. */
void finalize_start(void);

/* Handlers: a count comes from below in the tree of processes, or their sum from above. */
void finalize_counted(uint32_t source, const struct envelope *envelope);
void finalize_summed(uint32_t source, const struct envelope *envelope);

#endif
