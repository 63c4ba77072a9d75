/* The set of failures so far (kernel/faults/failed.h): bit i stands for link i of struct
 * cube_failures. It only grows.
 *
 * Failures at nodes of another part are learned from the words of that part. With turns they are
 * learned at the end of the phase, in all parts, so what a node does in a phase depends on no other
 * node of the same phase (kernel/clock/turn.h). */
#ifndef KERNEL_FAILURES_H
#define KERNEL_FAILURES_H

#include <stdbool.h>
#include <stdint.h>

#include "cube_abi.h"

/* For processes: the links that may fail, and those known to this part to have failed. Null if none
 * may fail. */
extern struct cube_failures *failures;

/* Allocates it, with an empty set and no links. Returns false when memory is short. */
bool failures_start(void);

/* Returns a link as users name it, by its physical node and dimension, which differ from the
 * logical ones with cuberun --map. CUBE_FAILED_NODE and similar values of the dimension stay. */
struct cube_failed failures_named(uint32_t node, uint32_t dimension);

/* Link `link` fails at a node of this part, at `time` of its clock, 0 without one. */
void failures_add(uint32_t link, uint64_t time);

/* Return the failures at nodes of this part, and those of all parts as far as they have said. */
uint32_t failures_here(void);
uint32_t failures_everywhere(void);

/* Whether a node has failed, as far as this part knows. */
bool failures_has_failed(uint32_t node);

/* This part learns of a set of failures. Returns whether any is new. */
bool failures_learn(uint32_t set);

/* Prints the links and nodes that have failed at nodes of this part, a line each. */
void failures_print(void);

#endif
