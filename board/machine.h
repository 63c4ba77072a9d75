/* The cores and memory of a machine, from its device tree (kernel/parsers/fdt.h). board/devices.h
 * has its devices. */
#ifndef BOARD_MACHINE_H
#define BOARD_MACHINE_H

#include <stdint.h>

#include "cube_abi.h"

enum {
    MACHINE_MEMORY_RANGES = 8,
    MACHINE_CORES = 512, /* the most that QEMU's virt machine has */
};

/* The fields of MPIDR_EL1 by which a device tree knows a core: affinity level 3 in bits 39 to 32,
 * levels 2, 1 and 0 in bits 23 to 0. */
#define MACHINE_AFFINITY 0xff00ffffffull

struct range {
    uint64_t base; /* physical address */
    uint64_t bytes;
};

struct machine {
    uint32_t memory_ranges;
    struct range memory[MACHINE_MEMORY_RANGES];
    uint32_t reserved_ranges; /* of memory that is not to be used */
    struct range reserved[MACHINE_MEMORY_RANGES];
    uint32_t cores; /* how many the tree has; only the first MACHINE_CORES are in `affinity` */
    uint64_t affinity[MACHINE_CORES];  /* of each core, in the order of the tree */
    const char *bootargs;              /* the kernel's command line, in the tree; "" if none */
    uint64_t initrd_start, initrd_end; /* physical addresses; equal where there is no initrd */
};

#endif
