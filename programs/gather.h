/* Bringing what all nodes have found to node 0. */
#ifndef PROGRAMS_GATHER_H
#define PROGRAMS_GATHER_H

#include <stddef.h>

/* Every node calls it with its own item of `bytes` bytes. At node 0, returns the items of all nodes
 * in the order of their numbers, to be freed by the caller; at the others null. Ends the program
 * with a message where there is no memory. */
void *gather(const void *item, size_t bytes);

#endif
