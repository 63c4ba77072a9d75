/* The loader, which a board's card has instead of a kernel. At each start of the board, it loads
 * kernel, device tree and initrd from cuberun over the serial line, and starts the kernel. So the
 * card never changes. */
#include <string.h>

#include "board/devices.h"
#include "board/line/exchange.h"
#include "board/registers.h"
#include "board/uart.h"

/* start.S calls this on the first core. */
_Noreturn void loader_main(void);

/* A device's registers are where they are: addresses are not translated. */
static volatile uint8_t *where_it_is(uint64_t physical, uint64_t bytes) {
    (void)bytes;
    return (volatile uint8_t *)physical;
}

void *memcpy(void *restrict to, const void *restrict from, size_t bytes) {
    uint8_t *next = to;
    const uint8_t *source = from;
    for (size_t i = 0; i < bytes; i++)
        next[i] = source[i];
    return to;
}

void loader_main(void) {
    static struct {
        struct line_piece piece;
        uint8_t data[LINE_DATA_BYTES - sizeof(struct line_piece)];
    } answer;
    devices_begin();
    uart_start(where_it_is);
    for (uint32_t number = 0;; number++) {
        size_t got = exchange(LINE_LOAD, NULL, 0, &number, sizeof number, &answer, sizeof answer);
        if (got > sizeof answer.piece)
            memcpy((void *)answer.piece.address, answer.data, got - sizeof answer.piece);
        if (got == sizeof answer.piece)
            break;
    }
    complete_writes(); /* before they are fetched as instructions */
    instructions_changed();
    ((void (*)(uint64_t))answer.piece.address)(answer.piece.argument);
    for (;;) /* a kernel does not return */
        continue;
}
