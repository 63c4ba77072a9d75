#include "kernel/host/input.h"

#include <errno.h>
#include <stdbool.h>

#include "board/uart.h"
#include "formats/input.h"
#include "kernel/console.h"
#include "kernel/node.h"

enum { SPINS = 1000 }; /* looks in which a host that has a byte sends it (measured) */

static bool ended, escaped;

/* Returns the next character of the input, or -1 when it has ended or there is none yet. */
static int next_character(void) {
    for (int spins = 0; spins < SPINS && !ended; spins++) {
        int c = uart_read();
        if (c < 0) {
            yield_turn();
            continue;
        }
        if (escaped || (c != INPUT_END && c != INPUT_ESCAPE && c != INPUT_IDLE)) {
            escaped = false;
            return c;
        }
        escaped = c == INPUT_ESCAPE;
        ended = c == INPUT_END;
        spins = 0;
    }
    return -1;
}

int64_t input_read(struct node *node, uint64_t address, uint64_t bytes) {
    if (node->number != 0 || bytes == 0)
        return 0;
    uint64_t got = 0;
    int c = 0;
    while (got < bytes && c != '\n') {
        size_t run;
        uint8_t *to = process_room(&node->process, address + got, &run);
        if (!to)
            return got ? (int64_t)got : -EFAULT;
        for (size_t i = 0; i < run && got < bytes && c != '\n'; i++, got++) {
            c = next_character();
            if (c < 0) {
                if (!got && !ended)
                    console_flush(node); /* the process waits for an answer to what it printed */
                return got || ended ? (int64_t)got : -EAGAIN;
            }
            to[i] = (uint8_t)c;
        }
    }
    return (int64_t)got;
}
