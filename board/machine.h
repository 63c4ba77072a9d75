/* What a machine consists of, as its device tree says (kernel/fdt.h). */
#ifndef BOARD_MACHINE_H
#define BOARD_MACHINE_H

#include <stdint.h>

#include "cube_abi.h"

enum {
    MACHINE_MEMORY_RANGES = 8,
    MACHINE_GIC_REGIONS = 4, /* regions of redistributors; QEMU's virt has 2 from 124 cores on */
};

/* The fields of MPIDR_EL1 by which a device tree knows a core: affinity level 3 in bits 39 to 32,
 * levels 2, 1 and 0 in bits 23 to 0. */
#define MACHINE_AFFINITY 0xff00ffffffull

struct range {
    uint64_t base; /* physical address */
    uint64_t bytes;
};

enum psci_conduit { PSCI_NONE, PSCI_HVC, PSCI_SMC };

struct machine {
    uint32_t memory_ranges;
    struct range memory[MACHINE_MEMORY_RANGES];
    uint32_t reserved_ranges; /* of memory that is not to be used */
    struct range reserved[MACHINE_MEMORY_RANGES];
    uint32_t cores; /* how many the tree has; only the first CUBE_MAX_NODES are in `affinity` */
    uint64_t affinity[CUBE_MAX_NODES]; /* of each core, in the order of the tree */
    enum psci_conduit psci;
    uint32_t psci_cpu_on; /* the ids of two functions of the firmware */
    uint32_t psci_system_off;
    uint32_t gic_version; /* 2 or 3; 0: there is no controller of these versions */
    struct range gic_distributor;
    struct range gic_cpu; /* where the version is 2: the CPU interface */
    uint32_t gic_regions; /* where the version is 3: how many regions of redistributors */
    struct range gic_redistributor[MACHINE_GIC_REGIONS];
    uint64_t uart;  /* physical address of a PL011, a serial line: that of stdout-path, or else the
                       first in the tree; 0: there is none */
    uint64_t clock; /* physical address of the first PL031, which keeps the date; 0: none */
    const char *bootargs;              /* the kernel's command line, in the tree; "" if none */
    uint64_t initrd_start, initrd_end; /* physical addresses; equal where there is no initrd */
};

#endif
