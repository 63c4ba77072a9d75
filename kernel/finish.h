/* Programs that have ended. */
#ifndef KERNEL_FINISH_H
#define KERNEL_FINISH_H

#include <stdint.h>

struct node;

/* The program of *node has ended with `status`; its process goes on forwarding for others. When it
 * was the last one, the machine ends with the status of the first that was not 0: nobody is left
 * to forward for. */
void finish_program(struct node *node, uint8_t status);

#endif
