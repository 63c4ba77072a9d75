/* The start of kernel/faults. */
#ifndef KERNEL_FAULTS_H
#define KERNEL_FAULTS_H

#include <stdbool.h>

/* Reads from the initrd what is dead and what may fail, and sets fault_hooks (kernel/fault_hooks.h)
 * if there is anything. `clock` says whether nodes have clocks, and `explain` whether to print what
 * fails. Returns null, or why the initrd is invalid. */
const char *faults_read(bool clock, bool explain);

#endif
