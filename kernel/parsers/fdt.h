/* The flattened device tree, which says what the machine consists of (Devicetree Specification
 * v0.4, chapter 5). These functions read bytes and touch no hardware: the same files compile for
 * the host, where they are fuzzed. */
#ifndef KERNEL_FDT_H
#define KERNEL_FDT_H

#include <stddef.h>

#include "board/machine.h"

/* Reads the tree at `tree`, which has at most `bytes` bytes, and overwrites *machine with what it
 * says. Every offset is checked against the tree's size. Returns null, or the reason why the tree
 * cannot be used, a constant string. */
const char *fdt_read(const void *tree, size_t bytes, struct machine *machine);

#endif
