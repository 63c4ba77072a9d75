/* The tree need not name devices: they are where addresses.h says. */
#include "board/devices.h"

#include "board/raspi3b/addresses.h"
#include "board/uart.h"

uint64_t uart_address;

void devices_begin(void) {
    uart_address = UART_ADDRESS;
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
