/* The tree need not name devices: they are where addresses.h says. */
#include "board/devices.h"

#include "board/raspi3b/addresses.h"
#include "board/raspi3b/pins.h"
#include "board/uart.h"

uint64_t uart_address;

/* 921,600 bits a second from the 48 MHz that the firmware gives the device (init_uart_clock). */
enum { UART_DIVISOR = 48000000 * 4 / 921600 };

void devices_begin(void) {
    uart_address = UART_ADDRESS;
    uart_divisor = UART_DIVISOR;
    uart_prepare = pins_connect_uart;
}

const char *devices_note(const char *name, const struct fdt_value *property,
                         const struct fdt_node *root) {
    (void)name;
    (void)property;
    (void)root;
    return NULL;
}

void devices_end(const char *stdout_path) {
    (void)stdout_path;
}
