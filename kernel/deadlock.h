/* Nobody is awake, and not every program has ended: who waits for whom. */
#ifndef KERNEL_DEADLOCK_H
#define KERNEL_DEADLOCK_H

/* Reports what every node waits for and ends the machine. By the node that found that it was the
 * last one awake. */
_Noreturn void deadlock_report(void);

#endif
