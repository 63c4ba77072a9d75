/* The board has one of two interrupt controllers. The device tree says which one. */
#include "board/interrupts.h"

#include "board/virt/devices.h"
#include "board/virt/gic.h"

static const struct gic *gic;

const char *interrupts_start(const struct machine *machine, mmio_map *map) {
    switch (devices.gic_version) {
    case 2:
        gic = &gic_v2;
        break;
    case 3:
        gic = &gic_v3;
        break;
    default:
        return "device tree: no interrupt controller (expected: Arm GIC version 2 or 3)";
    }
    return gic->start(machine, map);
}

void interrupts_start_core(uint32_t core) {
    gic->start_core(core);
}

void interrupts_signal(uint32_t core) {
    gic->signal(core);
}

void interrupts_acknowledge(void) {
    gic->acknowledge();
}
