/* The kind of memory at an address of a process, for reports of faults. */
#ifndef KERNEL_REGION_H
#define KERNEL_REGION_H

#include <stdint.h>

#include "kernel/process_memory.h"

/* Describes `address`, as by "its stack": a constant string. */
const char *region_name(const struct process *process, uint64_t address);

#endif
