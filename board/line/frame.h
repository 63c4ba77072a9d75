/* Frames on a line (formats/line.h). These functions are pure, and are fuzzed on the host. */
#ifndef BOARD_LINE_FRAME_H
#define BOARD_LINE_FRAME_H

#include <stdbool.h>
#include <stddef.h>

#include "formats/line.h"

/* Returns the checksum `before`, LINE_CHECK_FIRST at first, continued over these bytes. */
uint16_t frame_check(uint16_t before, const void *data, size_t bytes);

/* The received part of a frame: all zeros at first. */
struct frame_reader {
    struct line_head head;
    uint8_t data[LINE_DATA_BYTES + LINE_CHECK_BYTES];
    size_t have; /* bytes, of head and data */
};

/* Takes the next byte of the line. Returns whether it completes a frame, which is then in `head`
 * and `data` until the next byte is taken. An invalid frame is dropped. */
bool frame_take(struct frame_reader *reader, uint8_t byte);

#endif
