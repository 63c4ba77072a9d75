/* Schedules of blocking calls that are carried out by messages are kept with the communicator. Most
 * programs make the same calls again, with the same buffers, and building a schedule takes about a
 * third of the time of a short call. */
#ifndef MPI_KEPT_H
#define MPI_KEPT_H

#include "mpi/collective/call.h"
#include "mpi/collective/player.h"

/* The most schedules that are kept with a communicator, and the most bytes of each. */
enum { KEPT_MOST = 4, KEPT_BYTES = 16 << 10 };

/* Returns the player that is kept for a call like this one, or null. It is not playing, because
 * only blocking calls keep players. */
struct player *kept_find(const struct collective_call *call);

/* Takes over a player that has been made for a call, and whose memory is from malloc. Keeps it in
 * place of the one that has been kept longest, or frees it. A player is not kept if its call has
 * failed, or if its schedule was made from something that the user may change or free: arrays,
 * types and operators. */
void kept_add(const struct collective_call *call, struct player *player);

#endif
