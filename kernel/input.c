/* Characters that mean something are those of ASCII for the purpose; cuberun sends them, and
 * whoever types at the serial line himself can. */
#include "kernel/input.h"

#include <errno.h>
#include <stdbool.h>

#include "board/uart.h"
#include "kernel/node.h"

enum {
    END_OF_TRANSMISSION = 0x04, /* control-D: the input's end */
    DATA_LINK_ESCAPE = 0x10,    /* control-P: the next character is one of the input */
    SYNCHRONOUS_IDLE = 0x16,    /* control-V: nothing (cuberun fills the line with it) */
    SPINS = 1000,               /* the host has sent a byte by then, if it has one: measured */
};

static bool ended, escaped;

/* The next character of the input, or -1: at the end, or when there is none yet. */
static int next_character(void) {
    for (int spins = 0; spins < SPINS && !ended; spins++) {
        int c = uart_read();
        if (c < 0) {
            yield_turn();
            continue;
        }
        if (escaped ||
            (c != END_OF_TRANSMISSION && c != DATA_LINK_ESCAPE && c != SYNCHRONOUS_IDLE)) {
            escaped = false;
            return c;
        }
        escaped = c == DATA_LINK_ESCAPE;
        ended = c == END_OF_TRANSMISSION;
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
                    console_flush(node); /* somebody is to answer */
                return got || ended ? (int64_t)got : -EAGAIN;
            }
            to[i] = (uint8_t)c;
        }
    }
    return (int64_t)got;
}
