#include "kernel/ending.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>

#include "board/firmware.h"
#include "kernel/node.h"
#include "kernel/usage.h"

static _Atomic(struct node *) ender;

/* Returns whether the calling core had begun the end already. */
static bool begin(void) {
    struct node *self = node_self(), *first = NULL;
    if (atomic_compare_exchange_strong(&ender, &first, self))
        return false;
    while (first != self) /* the machine ends under another core's feet */
        wait_for_interrupt();
    return true;
}

void ending_begin(void) {
    if (!begin())
        console_claim();
}

void ending_begin_panic(void) {
    static _Atomic bool panicked;
    begin();
    if (atomic_exchange(&panicked, true))
        firmware_exit(ENDING_PANIC); /* the panic's own report has failed */
}

void ending_exit(uint8_t status) {
    usage_print();
    firmware_exit(status);
}

void ending_fail(uint8_t status, const char *format, ...) {
    char message[CONSOLE_TEXT_BYTES / 2];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    ending_begin();
    console_print("graycube: %s\n", message);
    ending_exit(status);
}
