/* The journal: a node's notes of its packets by the clock, if cuberun asks for them. For --trace
 * packets:FILE it holds all packets that left the node; for --profile the last packets that left or
 * arrived, and where the node's time went.
 *
 * With CUBE_PAGE_SAMPLES the kernel records which functions the time goes to. The journal tells it
 * of each wait and of declared work, so these are exact. Where the node's own instructions move its
 * clock, the kernel interrupts the process (kernel/timer/sample.h), and reads node.time.hidden,
 * which says that the clock will be set back and does not show its time. These instructions do not
 * count. */
#ifndef NET_JOURNAL_H
#define NET_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compiler.h"
#include "cube_abi.h"
#include "net/clock/clock.h"

enum journal_kind {
    JOURNAL_SENT,   /* a packet of the node's own left */
    JOURNAL_PASSED, /* a packet of another node left, relayed on the direct channel */
    JOURNAL_TAKEN,  /* a packet arrived, and the clock waited for it */
};

/* The text of a call, "MPI_Allreduce(4 of MPI_INT, MPI_SUM, comm MPI_COMM_WORLD)", zero-terminated.
 */
struct journal_text {
    char bytes[160];
};

struct journal_entry {
    enum journal_kind kind;
    struct flow flow;
    uint32_t from;  /* PASSED: the dimension that the packet came on */
    uint32_t first; /* TAKEN: 1 if this begins the packet, 0 if it is a further piece of it */
    /* The program's current call; not for PASSED. A number that distinguishes it from others with
     * the same text, or 0; the place of its text among all, from 1 on, or 0; and its return address
     * (net/system/system.h), or 0. */
    uint32_t number;
    uint32_t text;
    uint64_t back;
    uint64_t bytes;
    uint64_t stamp; /* when its first byte arrives, at the neighbour or here */
    uint64_t time;  /* SENT: the clock at that moment; TAKEN: when the last byte had arrived */
    uint64_t begun; /* TAKEN: the clock when it began to wait */
};

/* Where the time of one link's port went. */
struct journal_link {
    uint64_t sending;   /* the port was sending the node's own packets */
    uint64_t receiving; /* the clock waited while a packet was on its way on this link */
    uint64_t waiting;   /* the clock waited, and the packet had not left its sender yet */
};

/* The journal itself, for readers of the memory of a node whose program has not ended
 * (net/record/record_map.h). All others use the functions below. */
struct journal {
    struct journal_entry *entries; /* the last `room` entries, in a circle, in the node's notes */
    size_t room;
    uint64_t count;  /* entries that were ever added */
    bool whole;      /* no entry may be lost */
    uint64_t waited; /* all time in which the clock waited */
    struct journal_link link[CUBE_MAX_DIMENSION];
    struct journal_text *texts; /* of calls, each once */
    uint32_t text_count;
};
extern NODE_LOCAL struct journal journal;

/* Begins an empty journal if the node page asks for one. It lies in the node's notes (cube_abi.h)
 * and not on the heap, where it would change the time of the program's own malloc. */
void journal_start(void);

/* Ends the recording. Called when the program has ended and its clock was read. */
void journal_end(void);

/* Adds *entry, which is copied, and fills in the call that is under way. */
void journal_add(const struct journal_entry *entry);

/* Notes that the packet of *entry, which is TAKEN, moved the clock from `before` to `after`. If the
 * two are equal, the clock did not wait, and nothing is noted. */
void journal_take(const struct journal_entry *entry, uint64_t before, uint64_t after);

/* Records that the program has declared `units` units of work, after which the clock will show
 * `now`. The caller then sets it to that. */
void journal_work(uint64_t now, uint64_t units);

/* journal_at returns the i-th of the entries that are kept, oldest first, or null if there are
 * fewer. journal_link returns where the time of a link's port went. */
const struct journal_entry *journal_at(size_t i);
const struct journal_link *journal_link(uint32_t dimension);

/* Writes the upper layer's text of the current call, and sets *number to distinguish it from others
 * with the same text. Returns false if the layer has no text, such as cube.h. Works without a
 * journal. */
bool journal_describe(struct journal_text *text, uint32_t *number);

/* Returns the text of an entry's call, or null. */
const char *journal_text(const struct journal_entry *entry);

/* Returns the name, such as "link", of one of net's own operations, given as in a header; null for
 * a collective operation. The string is constant. journal_operations has these names by number, and
 * null for others. */
const char *journal_operation(uint32_t operation);
extern const char *const journal_operations[CUBE_COLLECTIVE_OPERATIONS];

#endif
