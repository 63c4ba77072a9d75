/* Sleeping and waking, by the protocol of kernel/sleep.c. */
#ifndef NATIVE_SLEEP_H
#define NATIVE_SLEEP_H

#include "cube_abi.h"

struct node;

/* Sleeps until a word of *wait has changed, a doorbell rings, or the deadline passes. Returns 0,
 * -ETIMEDOUT, or -EDEADLK when the node was asked for details of its wait. */
int sleep_wait_for(const struct cube_wait *wait);

/* Wakes a node, or lets its next sleep return at once. */
void sleep_wake(struct node *node);

/* Called when a node wakes after host->over is set; it does not return. */
extern void (*sleep_over)(void);

#endif
