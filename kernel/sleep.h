/* Sleeping, doorbells, and the moment when no node is awake. */
#ifndef KERNEL_SLEEP_H
#define KERNEL_SLEEP_H

#include <stdbool.h>
#include <stdint.h>

struct node;

/* Counts all `nodes` nodes as awake. If `watched`, the watcher (kernel/parts/bell.h) acts when the
 * last of them sleeps, not that node. Start-up calls this on the boot core. */
void sleep_start(uint32_t nodes, bool watched);

/* Sleeps until one of the words in node->sleeper.wait differs from its seen value, a doorbell
 * rings, or the deadline passes. May return early. When no node stays awake, the machine ends
 * (kernel/finish.h). Returns 0 or -ETIMEDOUT. To be called on the node's own core. */
int64_t sleep_wait(struct node *node);

/* Whether one of the words that *node waits for has changed. */
bool sleep_may_end(const struct node *node);

/* Wakes *node, or lets its next sleep return at once. It may be the node itself. */
void sleep_ring(struct node *node);

#endif
