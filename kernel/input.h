/* What the console's user types, or cuberun passes on: for node 0. */
#ifndef KERNEL_INPUT_H
#define KERNEL_INPUT_H

#include <stdint.h>

struct node;

/* Reads at most `bytes` bytes, and of a line no more than its end, to `address` of the process.
 * Returns how many; 0 at the input's end, or when *node is not node 0; -EAGAIN when nothing is
 * there, -EFAULT when the process may not write there. Waits for no more than the time that the
 * next byte takes on its way from the host. */
int64_t input_read(struct node *node, uint64_t address, uint64_t bytes);

#endif
