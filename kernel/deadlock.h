/* A deadlock: no node is awake, and not every program has ended. */
#ifndef KERNEL_DEADLOCK_H
#define KERNEL_DEADLOCK_H

#include <stdbool.h>

struct node;

/* Lets the waits of all programs that have not said what they wait for, and have not been asked
 * before, end by `wake`, so that they say it: those calls of CUBE_SYS_WAIT return -EDEADLK. Returns
 * whether there are any. The caller is the node that was the last one awake. A process that waits
 * thus needs no instruction to describe what nobody will read. */
bool deadlock_ask(void (*wake)(struct node *node));

/* Prints what every node waits for, and ends the machine. The caller is the node that was the last
 * one awake. */
_Noreturn void deadlock_report(void);

#endif
