/* Arm PL011 (technical reference manual, chapter 3). The firmware has usually set its speed. */
#include "board/uart.h"

#include "board/registers.h"

enum {
    DATA = 0x00,
    FLAGS = 0x18,
    FLAGS_RECEIVE_EMPTY = 1 << 4,
    FLAGS_TRANSMIT_FULL = 1 << 5,
    DIVISOR = 0x24,
    DIVISOR_FRACTION = 0x28,
    FRACTION_BITS = 6,
    LINE = 0x2c,
    LINE_FORMAT = 3 << 5 | 1 << 4, /* eight bits a character, and FIFOs */
    CONTROL = 0x30,
    CONTROL_ENABLE = 1 << 9 | 1 << 8 | 1 << 0, /* receiver, transmitter, the whole device */
    DEVICE_BYTES = 0x1000,
};

void (*uart_prepare)(mmio_map *map);
uint32_t uart_divisor;

static volatile uint8_t *uart;

/* To be called before LINE is written: that write makes both divisors take effect. */
static void set_speed(void) {
    if (!uart_divisor || mmio_read(uart, DIVISOR) != 0)
        return;
    mmio_write(uart, DIVISOR, uart_divisor >> FRACTION_BITS);
    mmio_write(uart, DIVISOR_FRACTION, uart_divisor & ((1u << FRACTION_BITS) - 1));
}

void uart_start(mmio_map *map) {
    if (!uart_address)
        return;
    uart = map(uart_address, DEVICE_BYTES);
    if (!uart)
        return;
    if (uart_prepare)
        uart_prepare(map);
    set_speed();
    mmio_write(uart, LINE, LINE_FORMAT);
    mmio_write(uart, CONTROL, CONTROL_ENABLE);
    mmio_read(uart, DATA); /* makes QEMU fetch pending input, for which the FIFO has room now */
}

void uart_write(const char *text, size_t bytes) {
    if (!uart)
        return;
    for (size_t i = 0; i < bytes; i++) {
        while (mmio_read(uart, FLAGS) & FLAGS_TRANSMIT_FULL)
            yield_turn();
        mmio_write(uart, DATA, (uint8_t)text[i]);
    }
}

int uart_read(void) {
    if (!uart || mmio_read(uart, FLAGS) & FLAGS_RECEIVE_EMPTY)
        return -1;
    return (uint8_t)mmio_read(uart, DATA);
}
