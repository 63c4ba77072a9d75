/* GIC version 3 (Arm IHI 0069G). It serves any number of cores. Each core has a redistributor, in
 * memory, and an interface, in system registers. */
#include "board/machine.h"
#include "board/registers.h"
#include "board/virt/devices.h"
#include "board/virt/gic.h"

enum {
    GICD_CTLR = 0x0000,
    GICD_CTLR_ENABLE_GROUP1 = 1 << 1,
    GICD_CTLR_AFFINITY_ROUTING = 1 << 4,

    GICR_TYPER = 0x0008,
    GICR_TYPER_VIRTUAL_FRAMES = 1 << 1,
    GICR_TYPER_LAST = 1 << 4,
    GICR_TYPER_AFFINITY = 32,
    GICR_WAKER = 0x0014,
    GICR_WAKER_SLEEP = 1 << 1,
    GICR_WAKER_ASLEEP = 1 << 2,
    GICR_FRAME_BYTES = 0x10000, /* a redistributor has a frame for control and one for interrupts */
    GICR_INTERRUPTS = GICR_FRAME_BYTES, /* the second frame, for interrupts 0 .. 31 */
    GICR_IGROUPR0 = GICR_INTERRUPTS + 0x80,
    GICR_ISENABLER0 = GICR_INTERRUPTS + 0x100,

    ICC_SRE_REGISTERS = 1,
    ICC_IGRPEN1_ENABLE = 1,
};

static const uint32_t GICD_CTLR_WRITE_PENDING = 1u << 31;

static uint32_t cores;
static const uint64_t *affinity;                       /* by core */
static volatile uint8_t *redistributor[MACHINE_CORES]; /* by core */

/* Returns the affinity in a redistributor's type, with its fields where MPIDR_EL1 has them. */
static uint64_t affinity_of(uint64_t type) {
    uint64_t packed = type >> GICR_TYPER_AFFINITY;
    return (packed & 0xffffff) | (packed >> 24) << 32;
}

/* Notes a redistributor for the core whose affinity is `owner`. `place` is the number of
 * redistributors that came before. Mostly that is also the core's place in the tree: so it is where
 * the search begins, and most searches take one look. */
static void note_redistributor(uint32_t place, uint64_t owner, volatile uint8_t *registers) {
    for (uint32_t i = 0; i < cores; i++) {
        uint32_t core = (place + i) % cores;
        if (affinity[core] == owner) {
            redistributor[core] = registers;
            return;
        }
    }
}

static const char *find_redistributors(mmio_map *map) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < devices.gic_regions && found < cores; i++) {
        const struct range *region = &devices.gic_redistributor[i];
        volatile uint8_t *registers = map(region->base, region->bytes);
        if (!registers)
            return "the interrupt controller's registers do not fit in the address space for "
                   "devices";
        uint64_t offset = 0, type = 0;
        while (offset + 2 * GICR_FRAME_BYTES <= region->bytes && !(type & GICR_TYPER_LAST)) {
            type = mmio_read_long(registers + offset, GICR_TYPER);
            note_redistributor(found++, affinity_of(type), registers + offset);
            offset += (type & GICR_TYPER_VIRTUAL_FRAMES ? 4 : 2) * GICR_FRAME_BYTES;
        }
    }
    for (uint32_t core = 0; core < cores; core++)
        if (!redistributor[core])
            return "the interrupt controller has no redistributor for one of the cores";
    return NULL;
}

static const char *start(const struct machine *machine, mmio_map *map) {
    cores = machine->cores;
    affinity = machine->affinity;
    volatile uint8_t *distributor =
        map(devices.gic_distributor.base, devices.gic_distributor.bytes);
    if (!distributor)
        return "the interrupt controller's registers do not fit in the address space for devices";
    mmio_write(distributor, GICD_CTLR, GICD_CTLR_AFFINITY_ROUTING | GICD_CTLR_ENABLE_GROUP1);
    while (mmio_read(distributor, GICD_CTLR) & GICD_CTLR_WRITE_PENDING)
        yield_turn();
    return find_redistributors(map);
}

static void start_core(uint32_t core) {
    volatile uint8_t *registers = redistributor[core];
    mmio_write(registers, GICR_WAKER,
               mmio_read(registers, GICR_WAKER) & ~(uint32_t)GICR_WAKER_SLEEP);
    while (mmio_read(registers, GICR_WAKER) & GICR_WAKER_ASLEEP)
        yield_turn();
    mmio_write(registers, GICR_IGROUPR0, UINT32_MAX);
    mmio_write(registers, GICR_ISENABLER0, 1u << DOORBELL | 1u << VIRTUAL_TIMER);

    write_icc_sre_el1(read_icc_sre_el1() | ICC_SRE_REGISTERS);
    instruction_barrier(); /* from here on the registers below can be used */
    write_icc_pmr_el1(LOWEST_PRIORITY);
    write_icc_igrpen1_el1(ICC_IGRPEN1_ENABLE);
    instruction_barrier();
}

/* ICC_SGI1R_EL1 names cores by affinity levels 3, 2 and 1, a range of sixteen numbers of level 0,
 * and a bit for each number in the range. */
static void signal(uint32_t core) {
    uint64_t a = affinity[core];
    uint64_t level0 = a & 0xff, level1 = a >> 8 & 0xff, level2 = a >> 16 & 0xff,
             level3 = a >> 32 & 0xff;
    complete_writes(); /* before the doorbell; its partner is the woken core's next reads */
    write_icc_sgi1r_el1(level3 << 48 | (level0 / 16) << 44 | level2 << 32 |
                        (uint64_t)DOORBELL << 24 | level1 << 16 | 1u << (level0 % 16));
    instruction_barrier();
}

static void acknowledge(void) {
    uint64_t interrupt = read_icc_iar1_el1();
    complete_reads(); /* before this core looks at what the doorbell was for */
    if ((interrupt & INTERRUPT_NUMBER) < FIRST_INVALID)
        write_icc_eoir1_el1(interrupt);
}

const struct gic gic_v3 = {start, start_core, signal, acknowledge};
