/* What a node notes of its packets by the clock, where cuberun asks for it: for --record all that
 * left it, for --profile where its time went and the last of what left and came. */
#ifndef NET_JOURNAL_H
#define NET_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cube_abi.h"
#include "net/clock.h"

enum journal_kind {
    JOURNAL_SENT,   /* the node's own left */
    JOURNAL_PASSED, /* another one's left, relayed on the direct channel */
    JOURNAL_TAKEN,  /* came, and the clock waited for it */
};

struct journal_entry {
    enum journal_kind kind;
    struct flow flow;
    uint32_t from; /* PASSED: the dimension that it came on */
    uint64_t bytes;
    uint64_t stamp; /* when its first byte arrives, at the neighbour or here */
    uint64_t time;  /* SENT: the clock then; TAKEN: when all of it had arrived */
};

/* Where the time of one link's port went. */
struct journal_link {
    uint64_t sending;   /* it had the node's own packets to send */
    uint64_t receiving; /* the clock waited while a packet was on its way on this link */
    uint64_t waiting;   /* the clock waited before that */
};

/* Begins one, empty, if the node page says so; without memory for it the program ends. */
void journal_start(void);

/* Notes something that has happened. */
void journal_add(const struct journal_entry *entry);

/* The clock went from `before` to `after` for the packet of *entry, which is TAKEN, or it did not,
 * and they are equal. */
void journal_take(const struct journal_entry *entry, uint64_t before, uint64_t after);

/* The i-th entry that is still there, in their order, or null; how many there were beside those;
 * and where time went. */
const struct journal_entry *journal_at(size_t i);
uint64_t journal_lost(void);
const struct journal_link *journal_link(uint32_t dimension);

/* The name of an operation of net's own, as it is in a header: "link". A constant string; null for
 * a collective operation. */
const char *journal_operation(uint32_t operation);

#endif
