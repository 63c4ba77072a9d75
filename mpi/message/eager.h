/* Credit for short messages, which may wait at a process that has not asked for them yet.
 *
 * A short message takes its data along if its sender has enough credit. Otherwise its envelope goes
 * alone, and the data follow when a receive matches it. So a send never waits for credit, and the
 * waiting messages are bounded: by a window for each sender, and by one small envelope for each
 * send that the sender still keeps in its own memory. Credit comes back as soon as the message's
 * memory is free again: on the next header that goes to the sender, or in an envelope of its own
 * when half a window is owed.
 *
 * No process is trusted: one gets back no more than it has spent, and keeps at most a window of a
 * sender. A message that its receive takes at once needs no memory, so the shortest paths do not
 * check the window. */
#ifndef MPI_EAGER_H
#define MPI_EAGER_H

#include <stdbool.h>
#include <stdint.h>

#include "compiler.h"
#include "net/node.h"
#include "net/tricks.h"

/* The longest message, in bytes, that takes its data along. If no receive waits for such a message,
 * it is copied twice: from the ring to memory, and from there to its receive's buffer. For a longer
 * message this would take more time than the receiver's answer. */
#define EAGER_MOST (UINT32_C(16) << 10)

/* The credit that a message costs in addition to its bytes. It is no less than the memory of its
 * envelope. */
#define EAGER_COST UINT32_C(128)

/* All windows of a node together have EAGER_ALL bytes, a mebibyte. One window has at most
 * EAGER_WINDOW_MOST bytes: room for a thousand messages of a word. */
#define EAGER_ALL         (UINT32_C(1) << 20)
#define EAGER_WINDOW_MOST (UINT32_C(144) << 10)

struct eager_partner {
    _Alignas(16) uint32_t spent; /* spent credit in bytes: for messages to it, not yet returned */
    uint32_t owed;               /* bytes of credit that are to be given back to it */
    uint32_t held;               /* cost of its messages that are kept here or arriving */
};

/* The state for other processes. It is zero at first and page-aligned. Its pages are allocated when
 * touched, so a process that communicates with few others has few of them. */
extern NODE_TABLE struct eager_table {
    uint32_t window;                              /* bytes; 0 before eager_start */
    struct eager_partner partner[CUBE_MAX_NODES]; /* by node */
} eager_table;

/* Gives each process a whole window. */
void eager_start(void);

/* Returns the table. */
ALWAYS_INLINE struct eager_table *eager_all(void) {
    struct eager_table *table;
    start_of_page(table, eager_table);
    return table;
}

ALWAYS_INLINE struct eager_partner *eager_with(uint32_t node) {
    return &eager_all()->partner[node];
}

/* Whether the cost of a message of `bytes` bytes fits in a window of which `spent` is spent. */
ALWAYS_INLINE bool eager_allows(uint32_t spent, uint64_t bytes) {
    return spent + bytes + EAGER_COST <= eager_all()->window;
}

/* Whether half of a window or more is owed. */
ALWAYS_INLINE bool eager_owes_much(const struct eager_partner *partner) {
    return partner->owed >= eager_all()->window / 2;
}

/* Whether a process has given back more than was spent: `spent` is below 0 then, modulo 2^32. */
ALWAYS_INLINE bool eager_is_overpaid(const struct eager_partner *partner) {
    return partner->spent > eager_all()->window;
}

/* Spends the credit that a message of `bytes` bytes to `node` costs. Returns whether there was
 * enough; if not, nothing is spent. */
ALWAYS_INLINE bool eager_spend(uint32_t node, uint64_t bytes) {
    struct eager_partner *partner = eager_with(node);
    if (bytes > EAGER_MOST || !eager_allows(partner->spent, bytes))
        return false;
    partner->spent += (uint32_t)bytes + EAGER_COST;
    return true;
}

/* Returns the credit that the next header to `node` gives back. It is no longer owed then. */
ALWAYS_INLINE uint32_t eager_repay(uint32_t node) {
    struct eager_partner *partner = eager_with(node);
    uint32_t owed = partner->owed;
    partner->owed = 0;
    return owed;
}

/* Takes in the credit that a header from `node` gives back, less than 2^24. Returns false if this
 * is more than was spent: nothing may be sent then. */
ALWAYS_INLINE bool eager_repaid(uint32_t node, uint32_t credit) {
    struct eager_partner *partner = eager_with(node);
    partner->spent -= credit;
    return !eager_is_overpaid(partner);
}

/* A message of `bytes` bytes from `node` begins to arrive. Returns false if the node cannot have
 * had the credit for it. */
ALWAYS_INLINE bool eager_hold(uint32_t node, uint64_t bytes) {
    struct eager_partner *partner = eager_with(node);
    if (bytes > EAGER_MOST || !eager_allows(partner->held + partner->owed, bytes))
        return false;
    partner->held += (uint32_t)bytes + EAGER_COST;
    return true;
}

/* A held message of `bytes` bytes from `node` is freed, and its credit is owed to that node.
 * Returns whether the credit must be returned at once. */
ALWAYS_INLINE bool eager_give_back(uint32_t node, uint64_t bytes) {
    struct eager_partner *partner = eager_with(node);
    partner->held -= (uint32_t)bytes + EAGER_COST;
    partner->owed += (uint32_t)bytes + EAGER_COST;
    return UNLIKELY(eager_owes_much(partner));
}

#endif
