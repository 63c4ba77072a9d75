/* Which of the links that may fail have failed (kernel/faults/failed.h): a set, in which bit i
 * stands for link i of struct cube_failures. It only grows.
 *
 * What fails at a node of another part is learned from that part's words. Where nodes take turns,
 * it is learned at the end of the phase, in this part as in all others: so what a node does in a
 * phase depends on no other node of the same phase (kernel/clock/turn.h). */
#ifndef KERNEL_FAILURES_H
#define KERNEL_FAILURES_H

#include <stdbool.h>
#include <stdint.h>

#include "cube_abi.h"

/* What processes read: the links that may fail, and the set of those that have failed as far as
 * this part has learned. Null where none will. */
extern struct cube_failures *failures;

/* Makes it, with an empty set and no links. Returns false when memory is short. */
bool failures_start(void);

/* Returns a link as users name it, by its physical end and dimension. Both are given as logical
 * ones, which differ where nodes are placed elsewhere (cuberun --map). What is in the place of a
 * dimension where no link fails (CUBE_FAILED_NODE and the like) stays as it is. */
struct cube_failed failures_named(uint32_t node, uint32_t dimension);

/* Link `link` fails, at a node of this part whose clock shows `time`, 0 if it has none. */
void failures_add(uint32_t link, uint64_t time);

/* Return the sets of those that have failed at nodes of this part, and of all parts as far as they
 * have said so. */
uint32_t failures_here(void);
uint32_t failures_everywhere(void);

/* Whether all of a node has failed, as far as this part has learned. */
bool failures_has_failed(uint32_t node);

/* This part learns that the links of a set have failed. Returns whether it had not known of one. */
bool failures_learn(uint32_t set);

/* Prints the links and nodes that have failed at nodes of this part, a line each. */
void failures_print(void);

#endif
