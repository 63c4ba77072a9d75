/* How the machine finds pages. Where it does so by a direct-mapped table, two pages that share an
 * entry evict each other, so the kernel gives pages that a process uses together different
 * *colours*, which are their numbers modulo the entries of that table, and maps each window a
 * second time with another colour (kernel/process.c). */
#ifndef BOARD_COLOURS_H
#define BOARD_COLOURS_H

#include <stdint.h>

/* The number of colours, a power of two. 1: there is no such table, and windows are mapped once. */
extern const uint32_t board_colours;

#endif
