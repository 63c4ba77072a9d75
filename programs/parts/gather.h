/* Puts together what the nodes have. Every node calls each of these functions; an error ends the
 * program with a message. */
#ifndef PROGRAMS_PARTS_GATHER_H
#define PROGRAMS_PARTS_GATHER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Node 0 gets the items of all nodes, of `bytes` bytes each, in the order of their numbers. Its
 * caller frees them; other nodes get null. */
void *gather(const void *item, size_t bytes);

/* The same by the library, in the order of the ring: item k is that of node cube_gray(k). */
void *gather_ring(const void *item, size_t bytes);

/* Returns, at every node, the sum of the nodes' numbers, the greatest of them, and whether
 * something holds at all nodes. */
uint64_t sum_of_all(uint64_t own);
double greatest_of_all(double own);
bool holds_at_all(bool own);

#endif
