#include "board/line/exchange.h"

#include <string.h>

#include "board/firmware.h"
#include "board/line/frame.h"
#include "board/registers.h"

enum { PAUSES = 100000 }; /* in a second */

static uint8_t sequence;
static struct frame_reader reader;

static void put(const void *data, size_t bytes) {
    __real_uart_write(data, bytes);
}

static void put_frame(const struct line_head *head, const void *first, size_t first_bytes,
                      const void *data, size_t bytes) {
    uint16_t check = frame_check(LINE_CHECK_FIRST, (const uint8_t *)head + 1, sizeof *head - 1);
    check = frame_check(frame_check(check, first, first_bytes), data, bytes);
    put(head, sizeof *head);
    put(first, first_bytes);
    put(data, bytes);
    put((const uint8_t[]){(uint8_t)check, (uint8_t)(check >> 8)}, LINE_CHECK_BYTES);
}

/* Lets a moment pass, in which an emulator gives the line bytes: it has no time for that while one
 * look follows another. The turn stays here, for a core that computes would keep it for a tenth of
 * a second, and an answer comes in pieces of 16 bytes. */
static void pause(void) {
    uint64_t end = read_cntvct_el0() + read_cntfrq_el0() / PAUSES;
    while (read_cntvct_el0() < end)
        continue;
}

/* Waits for the answer to the request of this head. Returns false if it does not come in time. A
 * slow line may take longer for an answer than for a silence that means that none comes. */
static bool get_answer(const struct line_head *asked) {
    uint64_t heard = read_cntvct_el0();
    reader.have = 0;
    while (read_cntvct_el0() - heard < LINE_SECONDS * read_cntfrq_el0()) {
        int c = __real_uart_read();
        if (c < 0)
            pause();
        else
            heard = read_cntvct_el0();
        if (c < 0 || !frame_take(&reader, (uint8_t)c) || reader.head.sequence != asked->sequence)
            continue;
        if (reader.head.kind == LINE_RESTART)
            firmware_power_off();
        if (reader.head.kind == asked->kind)
            return true;
    }
    return false;
}

size_t exchange(enum line_kind kind, const void *head, size_t head_bytes, const void *data,
                size_t bytes, void *answer, size_t room) {
    const struct line_head asked = {LINE_START, ++sequence, (uint8_t)kind,
                                    (uint16_t)(head_bytes + bytes)};
    do
        put_frame(&asked, head, head_bytes, data, bytes);
    while (!get_answer(&asked));
    size_t got = reader.head.bytes;
    if (got && room)
        memcpy(answer, reader.data, got < room ? got : room);
    return got;
}
