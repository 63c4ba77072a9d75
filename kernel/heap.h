/* The heap of a process. */
#ifndef KERNEL_HEAP_H
#define KERNEL_HEAP_H

#include <stdint.h>

#include "kernel/process_memory.h"

/* Moves the end of the heap by `bytes` bytes, up or down. Returns the old end, or -ENOMEM where the
 * option heap= or the machine's memory does not allow the new one. */
int64_t heap_move(struct process *process, int64_t bytes);

#endif
