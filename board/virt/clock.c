/* Arm PL031 (technical reference manual, chapter 3). It counts the seconds since 1970, in UTC. */
#include "board/clock.h"

#include "board/registers.h"
#include "board/virt/devices.h"

enum {
    DATA = 0x00,
    DEVICE_BYTES = 0x1000,
    NANOSECONDS = 1000000000,
};

static uint64_t epoch;

void clock_start(mmio_map *map) {
    const volatile uint8_t *clock = NULL;
    if (devices.clock)
        clock = map(devices.clock, DEVICE_BYTES);
    if (!clock)
        return;
    uint64_t seconds = mmio_read(clock, DATA), frequency = read_cntfrq_el0();
    epoch = (seconds - read_cntvct_el0() / frequency) * NANOSECONDS;
}

uint64_t clock_epoch(void) {
    return epoch;
}
