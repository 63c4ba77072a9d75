/* The firmware has no calls. Its other cores wait for an address in a table, and then go on there
 * (Linux, Documentation/arm64/booting, spin-table); the machine ends by its watchdog. */
#include "board/raspi3b/firmware.h"

#include "board/raspi3b/addresses.h"
#include "board/raspi3b/spin_entry.h"
#include "board/registers.h"
#include "compiler.h"

enum {
    DEVICE_BYTES = 0x1000,
    WATCHDOG_CONTROL = 0x1c,
    WATCHDOG_RESTARTS = 0x20,
    WATCHDOG_TICKS = 0x24, /* of 16 microseconds, until the machine restarts */
    WATCHDOG_SOON = 10,
};
static const uint32_t WATCHDOG_PASSWORD =
    0x5a000000; /* a part of each word that is written there */

static volatile uint8_t *table, *watchdog;

struct spin_start spin_starts[CORES];

bool firmware_find(mmio_map *map) {
    table = map(SPIN_TABLE_ADDRESS, CORES * sizeof(uint64_t));
    watchdog = map(WATCHDOG_ADDRESS, DEVICE_BYTES);
    return table && watchdog;
}

/* Has the core of this number go on at `place`. */
static void release(uint64_t number, void (*place)(void)) {
    uint32_t entry = (uint32_t)(number * sizeof(uint64_t));
    mmio_write_long(table, entry, physical_address((const void *)place));
    complete_writes(); /* before the core wakes and looks */
    send_event();
}

int firmware_start_core(uint64_t affinity, uint64_t entry, uint64_t context) {
    spin_starts[affinity] = (struct spin_start){context, entry};
    clean_line_to_memory(&spin_starts[affinity]); /* a core whose caches are off reads it there */
    complete_writes();                            /* before it is released */
    release(affinity, spin_entry);
    return 0;
}

void firmware_park(uint64_t number) {
    release(number, spin_park);
}

/* No core of this board can be switched off, so it never runs again: mpiexec --explore refuses it.
 */
void firmware_stop_core(void) {
    for (;;)
        wait_for_interrupt();
}

bool firmware_is_off(UNUSED uint64_t affinity) {
    return false;
}

void firmware_hand_over(uint64_t affinity, uint64_t entry, uint64_t context) {
    firmware_start_core(affinity, entry, context);
    firmware_stop_core();
}

void firmware_power_off(void) {
    if (watchdog) {
        mmio_write(watchdog, WATCHDOG_TICKS, WATCHDOG_PASSWORD | WATCHDOG_SOON);
        mmio_write(watchdog, WATCHDOG_CONTROL, WATCHDOG_PASSWORD | WATCHDOG_RESTARTS);
    }
    for (;;)
        wait_for_interrupt();
}
