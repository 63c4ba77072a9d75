/* Making and starting the process of a node. */
#ifndef KERNEL_PROCESS_H
#define KERNEL_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

#include "kernel/parsers/options.h"

struct node;

/* Returns the most pages that one process takes before it runs, its page tables included. */
size_t process_pages(const struct options *options);

/* Prepares the common state of all processes. Start-up calls this on the boot core. */
void process_start(const struct options *options);

/* Makes the process of *node. Returns false when memory is short. Any core may call it. */
bool process_make(struct node *node, const struct options *options);

/* Runs the process of *node as soon as all processes are made. Called on the node's own core. */
_Noreturn void process_run(struct node *node);

#endif
