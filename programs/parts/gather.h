/* Brings the results of all nodes to node 0. */
#ifndef PROGRAMS_PARTS_GATHER_H
#define PROGRAMS_PARTS_GATHER_H

#include <stddef.h>

/* Every node calls this with its own item of `bytes` bytes. Node 0 gets the items of all nodes in
 * the order of their numbers, which the caller frees; other nodes get null. Ends the program with a
 * message if memory is short. */
void *gather(const void *item, size_t bytes);

#endif
