/* Schedules of blocking calls that go by messages, kept with the communicator: a program mostly
 * makes the same calls again, with the same buffers, and to build a schedule costs about a third of
 * a short call. */
#ifndef MPI_KEPT_H
#define MPI_KEPT_H

#include "mpi/collective/call.h"
#include "mpi/collective/player.h"

/* So many schedules are kept of a communicator, each of at most so many bytes. */
enum { KEPT_MOST = 4, KEPT_BYTES = 16 << 10 };

/* The player that is kept for such a call, which is not playing; or null. */
struct player *kept_find(const struct collective_call *call);

/* Keeps a player that has been made for a call, whose memory the caller has from malloc, in place
 * of the one that has been kept longest, or frees it if it is not one to be kept. It is not, where
 * the call has failed, or something may change or end that the schedule was made of: arrays, types
 * and operators of the user's. */
void kept_add(const struct collective_call *call, struct player *player);

#endif
