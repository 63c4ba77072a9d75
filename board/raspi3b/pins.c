/* BCM2835 ARM peripherals, chapter 6. */
#include "board/raspi3b/pins.h"

#include "board/raspi3b/addresses.h"

enum {
    DEVICE_BYTES = 0x1000,
    FUNCTION_PINS = 10, /* pins in a register of functions, */
    FUNCTION_BITS = 3,  /* bits of each */
    INPUT = 0,
    ALTERNATIVE_0 = 4, /* of pins 14 and 15: to send and receive of the PL011 */
    SEND = 14,
    RECEIVE = 15,
    BLUETOOTH_SEND = 32,
    BLUETOOTH_RECEIVE = 33,
    PULL = 0x94,
    PULL_OFF = 0,
    PULL_CLOCK = 0x98,
    SETTLE_READS = 150, /* the device needs 150 cycles, and a read takes more than one */
};

static void set_function(volatile uint8_t *pins, uint32_t pin, uint32_t function) {
    uint32_t place = pin / FUNCTION_PINS * (uint32_t)sizeof(uint32_t);
    uint32_t shift = pin % FUNCTION_PINS * FUNCTION_BITS;
    uint32_t others = mmio_read(pins, place) & ~(((1u << FUNCTION_BITS) - 1) << shift);
    mmio_write(pins, place, others | function << shift);
}

static void settle(const volatile uint8_t *pins) {
    for (uint32_t i = 0; i < SETTLE_READS; i++)
        mmio_read(pins, PULL);
}

void pins_connect_uart(mmio_map *map) {
    volatile uint8_t *pins = map(PINS_ADDRESS, DEVICE_BYTES);
    if (!pins)
        return;
    set_function(pins, BLUETOOTH_SEND, INPUT);
    set_function(pins, BLUETOOTH_RECEIVE, INPUT);
    set_function(pins, SEND, ALTERNATIVE_0);
    set_function(pins, RECEIVE, ALTERNATIVE_0);
    mmio_write(pins, PULL, PULL_OFF);
    settle(pins);
    mmio_write(pins, PULL_CLOCK, 1u << SEND | 1u << RECEIVE);
    settle(pins);
    mmio_write(pins, PULL_CLOCK, 0);
}
