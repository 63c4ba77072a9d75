/* The console, whose text goes over the line between other requests. The linker replaces the
 * driver's functions by these. */
#include "board/line/line.h"
#include "board/uart.h"

void __wrap_uart_write(const char *text, size_t bytes);
int __wrap_uart_read(void);

void __wrap_uart_write(const char *text, size_t bytes) {
    while (bytes) {
        size_t some = bytes < LINE_DATA_BYTES ? bytes : LINE_DATA_BYTES;
        line_ask(LINE_PRINT, NULL, 0, text, some, NULL, 0);
        text += some;
        bytes -= some;
    }
}

/* Input that has come, and is not read yet. */
static uint8_t input[LINE_DATA_BYTES];
static size_t next, end;

int __wrap_uart_read(void) {
    if (next == end) {
        next = 0;
        end = line_ask(LINE_INPUT, NULL, 0, NULL, 0, input, sizeof input);
    }
    return next < end ? input[next++] : -1;
}
