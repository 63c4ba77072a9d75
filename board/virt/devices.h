/* The devices of the board, as the device tree says. */
#ifndef BOARD_VIRT_DEVICES_H
#define BOARD_VIRT_DEVICES_H

#include "board/machine.h"

enum {
    GIC_REGIONS = 4, /* regions of redistributors; QEMU's virt has 2 from 124 cores on */
    VIRTIOS = 32,    /* places for devices; QEMU's virt has as many */
};

enum psci_conduit { PSCI_NONE, PSCI_HVC, PSCI_SMC };

struct devices {
    enum psci_conduit psci;
    uint32_t psci_cpu_on; /* the ids of two functions of the firmware */
    uint32_t psci_system_off;
    uint32_t gic_version; /* 2 or 3; 0: there is no controller of these versions */
    struct range gic_distributor;
    struct range gic_cpu; /* where the version is 2: the CPU interface */
    uint32_t gic_regions; /* where the version is 3: how many regions of redistributors */
    struct range gic_redistributor[GIC_REGIONS];
    uint32_t uarts;   /* serial lines, PL011s, of which devices_end chooses one (board/uart.h) */
    uint32_t virtios; /* places for virtio's devices, most of which are empty */
    uint64_t virtio[VIRTIOS];
    uint64_t clock; /* physical address of the first PL031, which keeps the date; 0: none */
};

extern struct devices devices;

#endif
