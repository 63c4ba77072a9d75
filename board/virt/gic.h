/* What the two generations of the Arm Generic Interrupt Controller have in common. The functions
 * are those of board/interrupts.h. */
#ifndef BOARD_VIRT_GIC_H
#define BOARD_VIRT_GIC_H

#include "board/machine.h"
#include "board/mmio.h"

struct gic {
    const char *(*start)(const struct machine *machine, mmio_map *map);
    void (*start_core)(uint32_t core);
    void (*signal)(uint32_t core);
    void (*acknowledge)(void);
};

extern const struct gic gic_v2, gic_v3;

enum {
    DOORBELL = 0,           /* a software-generated interrupt; 0 .. 15 are such */
    VIRTUAL_TIMER = 27,     /* the architecture's recommended number (BSA, PPI 11) */
    LOWEST_PRIORITY = 0xff, /* as a mask: lets every priority through that is higher */
    FIRST_INVALID = 1020,   /* from here on an interrupt number says that none is pending */
    INTERRUPT_NUMBER = 0xffffff,
};

#endif
