/* Sleeping and doorbells, and the moment when nobody is awake. */
#ifndef KERNEL_SLEEP_H
#define KERNEL_SLEEP_H

#include <stdbool.h>
#include <stdint.h>

struct node;

/* Start-up, on the boot core: all `nodes` nodes are awake. */
void sleep_start(uint32_t nodes);

/* Sleeps until one of the words in node->sleeper.wait differs from what was seen, a doorbell rings,
 * or the deadline passes; may return early. When it leaves no node awake, the machine ends
 * (kernel/finish.h). Returns 0 or -ETIMEDOUT. On the node's own core. */
int64_t sleep_wait(struct node *node);

/* Whether one of the words that *node waits for has changed. */
bool sleep_may_end(const struct node *node);

/* Wakes *node, or lets its next sleep return at once. By any other core that is awake. */
void sleep_ring(struct node *node);

#endif
