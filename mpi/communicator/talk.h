/* Messages of bytes that the library itself sends and receives, and whose end a call waits for. */
#ifndef MPI_TALK_H
#define MPI_TALK_H

#include <stddef.h>
#include <stdint.h>

#include "mpi.h"

/* Send bytes to a process, or receive them, and wait until that is done. Return MPI_SUCCESS, or the
 * class of the error with which it has failed. `world` is the other
 * process's node. `call` is the function that waits, for reports of deadlocks. */
int talk_send(uint32_t context, int world, int tag, const void *bytes, size_t size,
              const char *call);
int talk_receive(uint32_t context, int world, int tag, void *bytes, size_t size, const char *call);

/* Sends and receives at once, and waits for both. */
int talk_exchange(uint32_t context, int world, int tag, const void *sent, size_t sent_size,
                  void *received, size_t received_size, const char *call);

#endif
