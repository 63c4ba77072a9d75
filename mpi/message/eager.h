/* How many bytes of short messages may lie at each process that has not asked for them yet.
 *
 * A short message takes its data along if its sender has enough credit. Otherwise its envelope goes
 * alone, and the data follow when a receive matches it. So a send never waits for credit, and what
 * lies at a process is bounded: by a window for each sender, and by one small envelope for each
 * send that the sender has begun and still keeps in its own memory. Credit comes back as soon as
 * the message's memory is free again: on the next header that goes to the sender, or in an envelope
 * of its own when half a window is owed.
 *
 * Nobody is trusted with this: a process gets back no more than it has spent, and keeps no more of
 * a sender than a window. A message that its receive takes at once needs no memory, so the shortest
 * paths do not look at what is kept. */
#ifndef MPI_EAGER_H
#define MPI_EAGER_H

#include <stdbool.h>
#include <stdint.h>

#include "compiler.h"
#include "net/node.h"

/* The longest message, in bytes, that takes its data along. If no receive waits for such a message,
 * it is copied twice: from the ring to a place where it is kept, and from there to its receive's
 * buffer. For a longer message this would take more time than the receiver's answer. */
#define EAGER_MOST (UINT32_C(16) << 10)

/* The credit that a message costs in addition to its bytes. It is no less than the memory of its
 * envelope. */
#define EAGER_COST UINT32_C(128)

/* All windows of a node together have EAGER_ALL bytes, a mebibyte. One window has at most
 * EAGER_WINDOW_MOST bytes: room for a thousand messages of a word. */
#define EAGER_ALL         (UINT32_C(1) << 20)
#define EAGER_WINDOW_MOST (UINT32_C(144) << 10)

struct eager_partner {
    _Alignas(16) uint32_t credit; /* bytes that may still be sent to it */
    uint32_t owed;                /* bytes of credit that are to be given back to it */
    uint32_t held;                /* what those of its messages cost that lie here or arrive */
};

/* One for each node. The array is null before eager_start and after eager_end. */
extern NODE_LOCAL struct eager_partner *eager_partners;
extern NODE_LOCAL uint32_t eager_half; /* half of a window, in bytes */

/* Gives each process a whole window. Returns whether there was memory for the array, which
 * eager_end frees. */
bool eager_start(void);
void eager_end(void);

/* Spends the credit that a message of `bytes` bytes to `node` costs. Returns whether there was
 * enough; if not, nothing is spent. */
ALWAYS_INLINE bool eager_spend(uint32_t node, uint64_t bytes) {
    struct eager_partner *partner = &eager_partners[node];
    if (bytes > EAGER_MOST || partner->credit < bytes + EAGER_COST)
        return false;
    partner->credit -= (uint32_t)bytes + EAGER_COST;
    return true;
}

/* Returns the credit that the next header to `node` gives back. It is no longer owed then. */
ALWAYS_INLINE uint32_t eager_repay(uint32_t node) {
    uint32_t owed = eager_partners[node].owed;
    eager_partners[node].owed = 0;
    return owed;
}

/* Takes in the credit that a header from `node` gives back, less than 2^24. Returns false if this
 * is more than was spent: nothing may be sent then. */
ALWAYS_INLINE bool eager_repaid(uint32_t node, uint32_t credit) {
    struct eager_partner *partner = &eager_partners[node];
    partner->credit += credit;
    return partner->credit <= 2 * eager_half;
}

/* A message of `bytes` bytes from `node` begins to arrive. Returns false if the node cannot have
 * had the credit for it. */
ALWAYS_INLINE bool eager_hold(uint32_t node, uint64_t bytes) {
    struct eager_partner *partner = &eager_partners[node];
    uint64_t cost = bytes + EAGER_COST;
    if (bytes > EAGER_MOST || cost + partner->held + partner->owed > 2 * (uint64_t)eager_half)
        return false;
    partner->held += (uint32_t)cost;
    return true;
}

/* A message of `bytes` bytes from `node` that was held needs no memory here any more, and its
 * credit is owed to that node. Returns whether so much is owed now that it has to be given back at
 * once. */
ALWAYS_INLINE bool eager_give_back(uint32_t node, uint64_t bytes) {
    struct eager_partner *partner = &eager_partners[node];
    partner->held -= (uint32_t)bytes + EAGER_COST;
    partner->owed += (uint32_t)bytes + EAGER_COST;
    return UNLIKELY(partner->owed >= eager_half);
}

#endif
