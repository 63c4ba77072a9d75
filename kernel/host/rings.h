/* What the kernel itself reads of the rings when the machine ends, for cuberun: no system call of a
 * program and nothing that it writes in its own memory changes these numbers. They lie in windows,
 * so docs/explain/trust.md says which of them a node, or two together, can still change. */
#ifndef KERNEL_RINGS_H
#define KERNEL_RINGS_H

/* Records, for each node of this machine, how many instructions its program has executed, where
 * there are turns, and how many slots have come to it over each link. */
void rings_record(void);

#endif
