#include "board/line/exchange.h"

#include <string.h>

#include "board/firmware.h"
#include "board/line/frame.h"
#include "board/registers.h"

enum { PAUSES = 100000 }; /* in a second */

static uint8_t sequence;
static struct frame_reader reader;

/* The request, in one piece: a device that carries many bytes at a time is told only once. */
static struct {
    struct line_head head;
    uint8_t data[LINE_DATA_BYTES + LINE_CHECK_BYTES];
} asked;

static size_t append(size_t to, const void *data, size_t bytes) {
    if (bytes)
        memcpy(asked.data + to, data, bytes);
    return to + bytes;
}

/* Makes the request; returns its length. */
static size_t make_frame(enum line_kind kind, const void *head, size_t head_bytes, const void *data,
                         size_t bytes) {
    size_t end = append(append(0, head, head_bytes), data, bytes);
    asked.head = (struct line_head){LINE_START, ++sequence, (uint8_t)kind, (uint16_t)end};
    uint16_t check =
        frame_check(LINE_CHECK_FIRST, (uint8_t *)&asked.head + 1, sizeof asked.head - 1);
    check = frame_check(check, asked.data, end);
    asked.data[end] = (uint8_t)check;
    asked.data[end + 1] = (uint8_t)(check >> 8);
    return sizeof asked.head + end + LINE_CHECK_BYTES;
}

/* Lets a moment pass, in which an emulator gives the line bytes: it has no time for that while one
 * look follows another. The turn stays here, for a core that computes would keep it for a tenth of
 * a second, and an answer comes in pieces of 16 bytes. */
static void pause(void) {
    uint64_t end = read_cntvct_el0() + read_cntfrq_el0() / PAUSES;
    while (read_cntvct_el0() < end)
        continue;
}

/* Waits for the answer to the request. Returns false if it does not come in time. A
 * slow line may take longer for an answer than for a silence that means that none comes. */
static bool get_answer(void) {
    uint64_t heard = read_cntvct_el0();
    bool came = false; /* bytes, since the last look at the clock: one for each would be dear */
    reader.have = 0;
    for (;;) {
        int c = __real_uart_read();
        if (c < 0) {
            uint64_t now = read_cntvct_el0();
            if (came)
                heard = now;
            else if (now - heard >= LINE_SECONDS * read_cntfrq_el0())
                return false;
            pause();
        }
        came = c >= 0;
        if (!came || !frame_take(&reader, (uint8_t)c) ||
            reader.head.sequence != asked.head.sequence)
            continue;
        if (reader.head.kind == LINE_RESTART)
            firmware_power_off();
        if (reader.head.kind == asked.head.kind)
            return true;
    }
}

size_t exchange(enum line_kind kind, const void *head, size_t head_bytes, const void *data,
                size_t bytes, void *answer, size_t room) {
    const size_t length = make_frame(kind, head, head_bytes, data, bytes);
    do
        __real_uart_write((const char *)&asked, length);
    while (!get_answer());
    size_t got = reader.head.bytes;
    if (got && room)
        memcpy(answer, reader.data, got < room ? got : room);
    return got;
}
