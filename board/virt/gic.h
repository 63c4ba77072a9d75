/* The interface of both generations of Arm's Generic Interrupt Controller. Each function implements
 * interrupts_... of its name (board/interrupts.h). */
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
    DOORBELL = 0,           /* one of the software-generated interrupts, 0 .. 15 */
    VIRTUAL_TIMER = 27,     /* the number that Arm recommends (BSA, PPI 11) */
    LOWEST_PRIORITY = 0xff, /* as a mask, it lets all higher priorities through */
    FIRST_INVALID = 1020,   /* a number from here on says that no interrupt is pending */
    INTERRUPT_NUMBER = 0xffffff,
};

#endif
