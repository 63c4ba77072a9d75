/* Requests to the host over the serial line. */
#ifndef BOARD_LINE_LINE_H
#define BOARD_LINE_LINE_H

#include <stddef.h>

#include "formats/line.h"

/* Sends a request with the data of `head_bytes` bytes at `head` followed by `bytes` bytes at
 * `data`, together at most LINE_DATA_BYTES, and waits without limit for the answer. Copies at most
 * `room` bytes of it to `answer`, and returns its size. Several cores may call it at once. */
size_t line_ask(enum line_kind kind, const void *head, size_t head_bytes, const void *data,
                size_t bytes, void *answer, size_t room);

#endif
