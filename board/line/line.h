/* Requests to the host over the serial line. */
#ifndef BOARD_LINE_LINE_H
#define BOARD_LINE_LINE_H

#include <stddef.h>

#include "formats/line.h"

/* Makes a request whose data are the `head_bytes` bytes at `head` and the `bytes` bytes at `data`
 * behind these, LINE_DATA_BYTES at most together, and waits for its answer, for as long as that
 * takes. Copies at most `room` bytes of it to `answer`, and returns how many bytes it had. Cores
 * may call it at once. */
size_t line_ask(enum line_kind kind, const void *head, size_t head_bytes, const void *data,
                size_t bytes, void *answer, size_t room);

#endif
