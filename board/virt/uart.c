/* Arm PL011 (technical reference manual, chapter 3). The firmware has set its speed. */
#include "board/uart.h"

#include "board/mmio.h"
#include "kernel/memory.h"
#include "kernel/registers.h"

enum {
    DATA = 0x00,
    FLAGS = 0x18,
    FLAGS_TRANSMIT_FULL = 1 << 5,
    CONTROL = 0x30,
    CONTROL_TRANSMIT = 1 << 8 | 1 << 0, /* transmitter, and the device as a whole */
    DEVICE_BYTES = 0x1000,
};

static volatile uint8_t *uart;

void uart_start(const struct machine *machine) {
    if (!machine->uart)
        return;
    uart = memory_map_device(machine->uart, DEVICE_BYTES);
    if (uart)
        mmio_write(uart, CONTROL, CONTROL_TRANSMIT);
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
