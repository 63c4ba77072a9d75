/* The cores' own interrupts (Broadcom, BCM2836 ARM-local peripherals, QA7): a core's doorbell is
 * its mailbox 0. */
#include "board/interrupts.h"

#include "board/raspi3b/addresses.h"
#include "board/raspi3b/firmware.h"
#include "board/registers.h"

enum {
    DEVICE_BYTES = 0x1000,
    TIMER_CONTROL = 0x40, /* of core 0, as all that follows */
    TIMER_CONTROL_BYTES = 4,
    TIMER_VIRTUAL = 1 << 3,
    MAILBOX_CONTROL = 0x50,
    MAILBOX_CONTROL_BYTES = 4,
    MAILBOX_0 = 1 << 0,
    MAILBOX_SET = 0x80,
    MAILBOX_CLEAR = 0xc0,
    MAILBOX_BYTES = 16,
    DOORBELL = 1 << 0, /* a bit of the mailbox */
};

static volatile uint8_t *local;
static const uint64_t *affinity; /* by core: its number on this board */

const char *interrupts_start(const struct machine *machine, mmio_map *map) {
    bool named[CORES] = {false};
    affinity = machine->affinity;
    for (uint32_t core = 0; core < machine->cores; core++) {
        if (core >= CORES || affinity[core] >= CORES)
            return "device tree: a core that this board does not have";
        named[affinity[core]] = true;
    }
    local = map(CORES_ADDRESS, DEVICE_BYTES);
    if (!local || !firmware_find(map))
        return "the board's registers do not fit in the address space for devices";
    for (uint32_t number = 0; number < CORES; number++)
        if (!named[number])
            firmware_park(number);
    return NULL;
}

/* The address of a core's register, of `bytes` bytes for each core. */
static uint32_t of(uint64_t number, uint32_t first, uint32_t bytes) {
    return first + (uint32_t)number * bytes;
}

void interrupts_start_core(uint32_t core) {
    mmio_write(local, of(affinity[core], TIMER_CONTROL, TIMER_CONTROL_BYTES), TIMER_VIRTUAL);
    mmio_write(local, of(affinity[core], MAILBOX_CONTROL, MAILBOX_CONTROL_BYTES), MAILBOX_0);
}

void interrupts_signal(uint32_t core) {
    complete_writes(); /* before the doorbell; its partner is the woken core's next reads */
    mmio_write(local, of(affinity[core], MAILBOX_SET, MAILBOX_BYTES), DOORBELL);
}

void interrupts_acknowledge(void) {
    uint32_t mailbox = of(read_mpidr_el1() % CORES, MAILBOX_CLEAR, MAILBOX_BYTES);
    mmio_write(local, mailbox, DOORBELL);
    /* The doorbell is gone when the device has answered. A core that looked at its links before
     * that would miss what is sent after its look, for the bell that comes with it could be taken
     * away, too. */
    mmio_read(local, mailbox);
    complete_reads();
}
