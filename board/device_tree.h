/* The nodes of a device tree and the values of their properties, for the kernel
 * (kernel/parsers/fdt_nodes.h) and the board (board/devices.h). Only kernel/parsers/fdt.c knows the
 * format of a tree. */
#ifndef BOARD_DEVICE_TREE_H
#define BOARD_DEVICE_TREE_H

#include <stdbool.h>
#include <stdint.h>

#include "board/machine.h"

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

/* Both return the big-endian number at this address, which may have any alignment. */
uint32_t fdt_read32(const uint8_t *at);
uint64_t fdt_read64(const uint8_t *at);

/* Reads a value of one or two cells into *number. Returns false when the value is absent or has
 * another size. */
bool fdt_number(struct fdt_value value, uint64_t *number);

/* Returns the value as one string, or null when it is absent or not zero-terminated. */
const char *fdt_string(struct fdt_value value);

/* Whether the value, a list of strings, contains `word`. */
bool fdt_lists(struct fdt_value value, const char *word);

/* Takes a number of `cells` cells from the front of *value. Returns false when the value is shorter
 * than that, or the number has more than 64 bits. */
bool fdt_cells(struct fdt_value *value, uint32_t cells, uint64_t *number);

/* Takes an address and a size from the front of *reg. The cell counts of `parent` give their
 * lengths. Returns null or an error. */
const char *fdt_range(struct fdt_value *reg, const struct fdt_node *parent, struct range *range);

#endif
