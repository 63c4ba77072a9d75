/* How many bytes of short messages may lie at each process that has not asked for them yet.
 *
 * A short message takes its data along if the credit of its sender suffices; else its envelope goes
 * alone, and the data follow when a receive matches it. So a send never waits for credit, and what
 * lies at a process is bounded: by a window for each sender, and by one small envelope for each
 * send that its sender has begun, and keeps in memory, too. Credit comes back as soon as the
 * message's memory is free again, on the next header that goes to the sender, or by itself when it
 * is half a window. */
#ifndef MPI_EAGER_H
#define MPI_EAGER_H

#include <stdbool.h>
#include <stdint.h>

#include "compiler.h"
#include "net/node.h"

/* The longest message that takes its data along. To send a longer one twice, from the ring to a
 * place of its own and from there to its receive, would take more time than the answer. */
#define EAGER_MOST (UINT32_C(16) << 10)

/* What a message costs beside its bytes: no less than the memory of its envelope. */
#define EAGER_COST UINT32_C(128)

/* All windows of a node together hold a mebibyte, and one of them no more than this: room for a
 * thousand messages of a word. */
#define EAGER_ALL         (UINT32_C(1) << 20)
#define EAGER_WINDOW_MOST (UINT32_C(144) << 10)

struct eager_partner {
    uint32_t credit; /* what may still be sent to it */
    uint32_t owed;   /* what it is to get back */
};

/* By node. Null before eager_start and after eager_end. */
extern NODE_LOCAL struct eager_partner *eager_partners;
extern NODE_LOCAL uint32_t eager_half; /* of a window */

/* Gives each process a whole window. Returns whether there was memory, which eager_end frees. */
bool eager_start(void);
void eager_end(void);

/* Spends what a message of `bytes` bytes to `node` costs. Returns whether there was so much. */
always_inline bool eager_spend(uint32_t node, uint64_t bytes) {
    struct eager_partner *partner = &eager_partners[node];
    if (bytes > EAGER_MOST || partner->credit < bytes + EAGER_COST)
        return false;
    partner->credit -= (uint32_t)bytes + EAGER_COST;
    return true;
}

/* What the next header to `node` gives back. */
always_inline uint32_t eager_repay(uint32_t node) {
    uint32_t owed = eager_partners[node].owed;
    eager_partners[node].owed = 0;
    return owed;
}

/* Takes in what a header from `node` gives back. */
always_inline void eager_repaid(uint32_t node, uint32_t credit) {
    eager_partners[node].credit += credit;
}

/* A message of `bytes` bytes from `node` needs no memory here any more. Returns whether so much is
 * owed then that it has to be given back at once. */
always_inline bool eager_give_back(uint32_t node, uint64_t bytes) {
    struct eager_partner *partner = &eager_partners[node];
    partner->owed += (uint32_t)bytes + EAGER_COST;
    return unlikely(partner->owed >= eager_half);
}

#endif
