/* What the nodes of a device tree mean to this kernel. This half of the reader knows about memory,
 * cores and devices; the other half, kernel/fdt.c, knows how a tree is written down. */
#ifndef KERNEL_FDT_NODES_H
#define KERNEL_FDT_NODES_H

#include <stdbool.h>

#include "board/machine.h"

enum {
    FDT_DEPTH = 16, /* how deep nodes may be nested; QEMU's virt has 6 levels */
    FDT_UARTS = 4,  /* serial lines that are remembered until /chosen has named one */
};

/* The properties that mean something to us; their names are in fdt_property_names. */
enum fdt_property {
    FDT_ADDRESS_CELLS,
    FDT_SIZE_CELLS,
    FDT_COMPATIBLE,
    FDT_DEVICE_TYPE,
    FDT_STATUS,
    FDT_REG,
    FDT_METHOD,
    FDT_CPU_ON,
    FDT_REDISTRIBUTOR_REGIONS,
    FDT_BOOTARGS,
    FDT_INITRD_START,
    FDT_INITRD_END,
    FDT_STDOUT_PATH,
    FDT_PROPERTIES
};
extern const char *const fdt_property_names[FDT_PROPERTIES];

struct fdt_value {
    const uint8_t *data; /* null: the node has no such property */
    uint32_t bytes;
};

struct fdt_node {
    const char *name;                   /* points into the tree */
    uint32_t address_cells, size_cells; /* of the `reg` of its children */
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
    uint32_t uarts;
    struct fdt_uart {
        const char *name; /* points into the tree */
        uint64_t base;
    } uart[FDT_UARTS];
};

/* Both return the big-endian number at this address, which may have any alignment. */
uint32_t fdt_read32(const uint8_t *at);
uint64_t fdt_read64(const uint8_t *at);

/* Reads a value of one or two cells into *number. Returns false when the value is absent or has
 * another size. */
bool fdt_number(struct fdt_value value, uint64_t *number);

/* Adds a range to machine->reserved. Returns null, or the reason why it cannot be added. */
const char *fdt_reserve(struct machine *machine, struct range range);

/* Notes in *findings what the last node of *path says, all of whose properties must be known.
 * Returns null, or what is wrong with the node. */
const char *fdt_node_read(const struct fdt_path *path, struct fdt_findings *findings);

/* Chooses the serial line of the console. To be called after the last node. */
void fdt_nodes_end(struct fdt_findings *findings);

#endif
