/* What other processes ask of this process's window, and how it is served. The handlers
 * (arrival.c) have found the window and the rank of the node `source`. `stamp` is the time at which
 * a packet began to arrive. */
#ifndef MPI_WINDOW_SERVE_H
#define MPI_WINDOW_SERVE_H

#include <stdbool.h>
#include <stdint.h>

#include "mpi/message/matching.h"
#include "mpi/window/target.h"
#include "net/clock/time.h"
#include "net/messages/active.h"

/* Returns when an answer leaves to a message of `bytes` bytes, or 0 without clocks. */
static inline uint64_t serve_time(uint64_t stamp, uint64_t bytes) {
    return node.time.on ? time_after(stamp, bytes) : 0;
}

/* Answers at the time `time` that all is done. */
void serve_done(MPI_Win window, uint32_t source, uint64_t time);

/* ---- Operations ---- */

/* Whether an operation of `bytes` bytes of data is one that a process may send, but for where it
 * lies. */
bool serve_is_sound(const struct packet *packet, size_t bytes);

/* Begins an operation. Returns where its data go. `is_whole`: they come in one piece, so no memory
 * is allocated. */
struct active_place serve_operation(MPI_Win window, const struct packet *packet, uint32_t source,
                                    int rank, size_t bytes, uint64_t stamp, bool is_whole);

/* The same for an operation or a synchronization while mpiexec --explore watches: it waits for its
 * turn when it has arrived. */
struct active_place serve_in_turn(MPI_Win window, const struct packet *packet, uint32_t source,
                                  int rank, size_t bytes, uint64_t stamp);

/* Forgets an operation of which the rest will not come. Returns whether it is one. */
bool serve_lose(struct incoming *incoming);

/* Carries out an operation of this process on its own window, if it lies in exposed memory, and
 * returns whether it does; if not, the window notes that it was refused. */
bool serve_own(MPI_Win window, const struct packet *packet, const struct piece_list *pieces,
               const uint8_t *operands, uint8_t *result);

/* Forgets the state of short packets of a window that is to be freed. */
void serve_forget(MPI_Win window);

/* ---- Synchronization ---- */

/* Whether a packet that synchronizes, or says that all is done, may come now. It changes nothing
 * but counts here. */
bool serve_may_count(MPI_Win window, const struct packet *packet, int rank);

/* Carries out a synchronization, and answers at the time `time`. */
void serve_synchronization(MPI_Win window, const struct packet *packet, uint32_t source, int rank,
                           uint64_t time);

#endif
