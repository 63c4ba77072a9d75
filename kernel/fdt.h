/* The flattened device tree: what the machine consists of. Pure: reads bytes, touches no hardware;
 * the same file compiles for the host, where it is fuzzed. (Devicetree Specification v0.4,
 * chapter 5.) */
#ifndef KERNEL_FDT_H
#define KERNEL_FDT_H

#include <stddef.h>

#include "board/machine.h"

/* Reads the tree of at most `bytes` bytes at `tree` into *machine (wholly overwritten). Every
 * offset is checked against the tree's size. Returns null, or the reason why the tree cannot be
 * used, a constant string. */
const char *fdt_read(const void *tree, size_t bytes, struct machine *machine);

#endif
