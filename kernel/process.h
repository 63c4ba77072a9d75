/* Making and starting the process of a node. */
#ifndef KERNEL_PROCESS_H
#define KERNEL_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

#include "kernel/options.h"

struct node;

/* Pages that one process takes before it runs, its kernel tables included: at most so many. */
size_t process_pages(const struct options *options);

/* Makes the process of *node. Returns false when memory is short. On any core. */
bool process_make(struct node *node, const struct options *options);

/* Runs it, once the processes of all nodes are made. On the node's own core. */
_Noreturn void process_run(struct node *node);

#endif
