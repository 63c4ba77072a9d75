/* The input of node 0: from cuberun, or typed at the console (formats/input.h). */
#ifndef KERNEL_INPUT_H
#define KERNEL_INPUT_H

#include <stdint.h>

struct node;

/* Reads at most `bytes` bytes, and nothing beyond the end of a line, to `address` of the process.
 * Returns their number: 0 at the end of the input, and always if *node is not node 0. Returns
 * -EAGAIN if nothing is there, and -EFAULT if the process may not write there. Waits at most for
 * the next byte from the host. */
int64_t input_read(struct node *node, uint64_t address, uint64_t bytes);

#endif
