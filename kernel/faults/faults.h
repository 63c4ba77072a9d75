/* The start of kernel/faults. */
#ifndef KERNEL_FAULTS_H
#define KERNEL_FAULTS_H

#include <stdbool.h>

/* Reads dead links and failures from the initrd, and sets fault_hooks (kernel/fault_hooks.h) if
 * there are any. `clock`: nodes have clocks. `explain`: print each failure. Returns null or an
 * error. */
const char *faults_read(bool clock, bool explain);

#endif
