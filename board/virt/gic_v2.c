/* GIC version 2 (Arm IHI 0048B). It serves at most eight cores. Each core finds its own interface
 * in memory, at one address for all. */
#include "board/registers.h"
#include "board/virt/devices.h"
#include "board/virt/gic.h"

enum {
    CORES = 8,
    NUMBER_BITS = 0x3ff, /* of GICC_IAR: the interrupt; the bits above say who sent a doorbell */

    GICD_CTLR = 0x000,
    GICD_CTLR_ENABLE = 1,
    GICD_ISENABLER = 0x100,
    GICD_ITARGETSR = 0x800,
    GICD_SGIR = 0xf00,
    GICD_SGIR_TARGETS = 16,

    GICC_CTLR = 0x00,
    GICC_CTLR_ENABLE = 1,
    GICC_PMR = 0x04,
    GICC_IAR = 0x0c,
    GICC_EOIR = 0x10,
};

static volatile uint8_t *distributor, *interface;
static uint8_t target[CORES]; /* the bit that stands for each core */

static const char *start(const struct machine *machine, mmio_map *map) {
    if (machine->cores > CORES)
        return "interrupt controller GIC version 2 serves at most 8 cores; use gic-version=3";
    distributor = map(devices.gic_distributor.base, devices.gic_distributor.bytes);
    interface = map(devices.gic_cpu.base, devices.gic_cpu.bytes);
    if (!distributor || !interface)
        return "the interrupt controller's registers do not fit in the address space for devices";
    mmio_write(distributor, GICD_CTLR, GICD_CTLR_ENABLE);
    return NULL;
}

static void start_core(uint32_t core) {
    target[core] = (uint8_t)mmio_read(distributor, GICD_ITARGETSR); /* a core reads its own bit */
    mmio_write(distributor, GICD_ISENABLER, 1u << DOORBELL | 1u << VIRTUAL_TIMER);
    mmio_write(interface, GICC_PMR, LOWEST_PRIORITY);
    mmio_write(interface, GICC_CTLR, GICC_CTLR_ENABLE);
}

static void signal(uint32_t core) {
    complete_writes(); /* before the doorbell; its partner is the woken core's next reads */
    mmio_write(distributor, GICD_SGIR, (uint32_t)target[core] << GICD_SGIR_TARGETS | DOORBELL);
}

static void acknowledge(void) {
    uint32_t interrupt = mmio_read(interface, GICC_IAR);
    complete_reads(); /* before this core looks at what the doorbell was for */
    if ((interrupt & NUMBER_BITS) < FIRST_INVALID)
        mmio_write(interface, GICC_EOIR, interrupt);
}

const struct gic gic_v2 = {start, start_core, signal, acknowledge};
