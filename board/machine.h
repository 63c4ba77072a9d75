/* What a machine consists of, as its device tree says (kernel/fdt.h). */
#ifndef BOARD_MACHINE_H
#define BOARD_MACHINE_H

#include <stdint.h>

#include "cube_abi.h"

enum {
    MACHINE_MEMORY_RANGES = 8,
    MACHINE_GIC_REGIONS = 4, /* redistributor regions; QEMU's virt has two from 124 cores on */
};

struct range {
    uint64_t base; /* physical address */
    uint64_t bytes;
};

enum psci_conduit { PSCI_NONE, PSCI_HVC, PSCI_SMC };

struct machine {
    uint32_t memory_ranges;
    struct range memory[MACHINE_MEMORY_RANGES];
    uint32_t reserved_ranges; /* the reservation block: memory not to be used */
    struct range reserved[MACHINE_MEMORY_RANGES];
    uint32_t cores; /* all cores in the tree; only the first CUBE_MAX_NODES are in `affinity` */
    uint64_t affinity[CUBE_MAX_NODES]; /* MPIDR affinity fields of each core, the tree's order */
    enum psci_conduit psci;
    uint32_t psci_cpu_on; /* function ids */
    uint32_t psci_system_off;
    uint32_t gic_version; /* 2 or 3; 0: none found */
    struct range gic_distributor;
    struct range gic_cpu; /* version 2: the CPU interface */
    uint32_t gic_regions; /* version 3: redistributor regions */
    struct range gic_redistributor[MACHINE_GIC_REGIONS];
    uint64_t uart;  /* physical address of the PL011 that stdout-path or the first pl011 node names;
                       0: none */
    uint64_t clock; /* the same of the first PL031, a clock that keeps the date; 0: none */
    const char *bootargs;              /* points into the tree; "" if none */
    uint64_t initrd_start, initrd_end; /* physical addresses; equal: none */
};

#endif
