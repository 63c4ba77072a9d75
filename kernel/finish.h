/* Programs that have ended. */
#ifndef KERNEL_FINISH_H
#define KERNEL_FINISH_H

#include <stdint.h>

struct node;

/* The program of *node has ended with `status`; its process goes on forwarding for others. When it
 * was the last one, the machine ends with the status of the first that was not 0: nobody is left
 * to forward for. When there was none, but a packet of a direct ring was never received, it ends
 * with a report of those: neighbours have made calls that do not match. */
void finish_program(struct node *node, uint8_t status);

#endif
