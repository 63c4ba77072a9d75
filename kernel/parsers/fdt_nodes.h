/* The meaning of the nodes of a device tree: memory and cores. board/devices.h knows devices, and
 * kernel/parsers/fdt.c the encoding of a tree. */
#ifndef KERNEL_FDT_NODES_H
#define KERNEL_FDT_NODES_H

#include <stdbool.h>

#include "board/device_tree.h"

enum {
    FDT_DEPTH = 16, /* how deep nodes may be nested; QEMU's virt has 6 levels */
};

/* A node and the nodes above it. */
struct fdt_path {
    uint32_t depth; /* how many nodes are on the path; node[0] is the root */
    struct fdt_node node[FDT_DEPTH];
    struct fdt_value property[FDT_PROPERTIES]; /* of the last node of the path */
};

struct fdt_findings {
    struct machine *machine;
    const char *stdout_path; /* points into the tree; null: none */
};

/* Adds a range to machine->reserved. Returns null, or the reason why it cannot be added. */
const char *fdt_reserve(struct machine *machine, struct range range);

/* Notes in *findings the last node of *path, whose properties must all be known. Returns null or an
 * error. */
const char *fdt_node_read(const struct fdt_path *path, struct fdt_findings *findings);

#endif
