/* The parent of the nodes, which replaces the kernel and cuberun. */
#ifndef NATIVE_PARENT_H
#define NATIVE_PARENT_H

#include "kernel/native/words.h"

/* Starts a process for each node. Returns in these; the parent stays in here until they have ended,
 * and ends with the status of the run. */
void parent_start(const struct words *words);

#endif
