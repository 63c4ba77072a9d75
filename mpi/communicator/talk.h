/* Messages of the library's own, of bytes, that a call waits for. */
#ifndef MPI_TALK_H
#define MPI_TALK_H

#include <stddef.h>
#include <stdint.h>

#include "mpi.h"

/* Sends bytes to a process, or receives them, and waits until it is done. `world` is its rank in
 * MPI_COMM_WORLD; `call`, for reports of deadlocks, the function that waits. */
void talk_send(uint32_t context, int world, int tag, const void *bytes, size_t size,
               const char *call);
void talk_receive(uint32_t context, int world, int tag, void *bytes, size_t size, const char *call);

/* Both at once. */
void talk_exchange(uint32_t context, int world, int tag, const void *sent, size_t sent_size,
                   void *received, size_t received_size, const char *call);

#endif
