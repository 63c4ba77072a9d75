/* A deadlock: no node is awake, and not every program has ended. */
#ifndef KERNEL_DEADLOCK_H
#define KERNEL_DEADLOCK_H

#include <stdbool.h>

struct node;

/* Asks the processes what they wait for, so that a process need not describe each of its waits:
 * nearly always nobody would read that. A process is asked only if its wait has no details, and
 * only once: `wake` wakes its node, and its CUBE_SYS_WAIT returns -EDEADLK. Returns whether any
 * process has been asked. The caller is the node that was the last one awake. */
bool deadlock_ask(void (*wake)(struct node *node));

/* Prints what every node waits for, and ends the machine. The caller is the node that was the last
 * one awake. */
_Noreturn void deadlock_report(void);

#endif
