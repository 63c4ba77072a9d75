/* The kernel's own counts of the rings at the end of the machine, for cuberun. No system call of a
 * program and nothing in its own memory changes them. They lie in windows: docs/explain/trust.md
 * lists those that a node, or two together, can change. */
#ifndef KERNEL_RINGS_H
#define KERNEL_RINGS_H

/* Records the instructions of each program of this machine, with turns, and the slots that each
 * node received over each link. */
void rings_record(void);

#endif
