/* Input of node 0: what cuberun passes on, or a person types at the console (formats/input.h). */
#ifndef KERNEL_INPUT_H
#define KERNEL_INPUT_H

#include <stdint.h>

struct node;

/* Reads at most `bytes` bytes, and nothing beyond the end of a line, to `address` of the process.
 * Returns how many: 0 at the input's end, and always where *node is not node 0. Returns -EAGAIN
 * when nothing is there, and -EFAULT when the process may not write there. Waits no longer than the
 * next byte takes on its way from the host. */
int64_t input_read(struct node *node, uint64_t address, uint64_t bytes);

#endif
