#include "board/line/frame.h"

/* A byte at a time: the polynomial 0x1021 is x^12 + x^5 + 1 above x^16, and of the byte's own
 * feedback only the upper half falls into the byte again. */
uint16_t frame_check(uint16_t before, const void *data, size_t bytes) {
    uint32_t check = before;
    for (const uint8_t *next = data, *end = next + bytes; next < end; next++) {
        uint32_t out = (check >> 8 ^ *next) & 0xff;
        out ^= out >> 4;
        check = (check << 8 ^ out << 12 ^ out << 5 ^ out) & 0xffff;
    }
    return (uint16_t)check;
}

/* Whether the complete frame has a valid checksum. */
static bool is_whole(const struct frame_reader *reader) {
    const uint8_t *head = (const uint8_t *)&reader->head;
    const uint8_t *check = reader->data + reader->head.bytes;
    uint16_t is = frame_check(frame_check(LINE_CHECK_FIRST, head + 1, sizeof reader->head - 1),
                              reader->data, reader->head.bytes);
    return is == (check[0] | check[1] << 8);
}

bool frame_take(struct frame_reader *reader, uint8_t byte) {
    const size_t head_bytes = sizeof reader->head;
    if (reader->have == 0 && byte != LINE_START)
        return false;
    if (reader->have < head_bytes) {
        ((uint8_t *)&reader->head)[reader->have++] = byte;
        if (reader->have == head_bytes && reader->head.bytes > LINE_DATA_BYTES)
            reader->have = 0;
        return false;
    }
    reader->data[reader->have++ - head_bytes] = byte;
    if (reader->have < head_bytes + reader->head.bytes + LINE_CHECK_BYTES)
        return false;
    reader->have = 0;
    return is_whole(reader);
}
