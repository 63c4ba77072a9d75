/* A deadlock: no node is awake, and not every program has ended. */
#ifndef KERNEL_DEADLOCK_H
#define KERNEL_DEADLOCK_H

/* Prints what every node waits for, and ends the machine. The caller is the node that was the last
 * one awake. */
_Noreturn void deadlock_report(void);

#endif
