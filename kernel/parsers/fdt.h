/* The flattened device tree, which describes the machine (Devicetree Specification v0.4, chapter
 * 5). These functions touch no hardware: they also compile for the host, where they are fuzzed. */
#ifndef KERNEL_FDT_H
#define KERNEL_FDT_H

#include <stddef.h>

#include "board/machine.h"

/* Reads the tree at `tree`, which has at most `bytes` bytes, into *machine. Checks every offset
 * against the size of the tree. Returns null, or the reason why the tree cannot be used, a constant
 * string. */
const char *fdt_read(const void *tree, size_t bytes, struct machine *machine);

#endif
