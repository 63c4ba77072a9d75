/* Frames on a line (formats/line.h). These functions are pure, and are fuzzed on the host. */
#ifndef BOARD_LINE_FRAME_H
#define BOARD_LINE_FRAME_H

#include <stdbool.h>
#include <stddef.h>

#include "formats/line.h"

/* Returns the checksum of so many bytes that follow those of the checksum `before`, which
 * is LINE_CHECK_FIRST at first. */
uint16_t frame_check(uint16_t before, const void *data, size_t bytes);

/* What has come so far of a frame: all zeros at first. */
struct frame_reader {
    struct line_head head;
    uint8_t data[LINE_DATA_BYTES + LINE_CHECK_BYTES];
    size_t have; /* bytes, of head and data */
};

/* Takes the next byte of the line. Returns whether a whole frame has come with it, which is then in
 * `head` and `data` until the next byte is taken. A frame that cannot be one is dropped. */
bool frame_take(struct frame_reader *reader, uint8_t byte);

#endif
