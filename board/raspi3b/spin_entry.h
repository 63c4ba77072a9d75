/* The start of a released core, for C and assembly. */
#ifndef BOARD_RASPI3B_SPIN_ENTRY_H
#define BOARD_RASPI3B_SPIN_ENTRY_H

#include <stdint.h>

/* A line of memory by itself, so that writing it back writes back nothing else. */
struct spin_start {
    _Alignas(64) uint64_t context; /* for x0 */
    uint64_t entry;                /* physical address */
};

/* By a core's number on this board. */
extern struct spin_start spin_starts[];

/* Where a core begins that the firmware has released. */
void spin_entry(void);

/* Where a core stays that is not to be a node. */
void spin_park(void);

#endif
