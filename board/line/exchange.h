/* A request and its answer, for one core at a time. */
#ifndef BOARD_LINE_EXCHANGE_H
#define BOARD_LINE_EXCHANGE_H

#include <stddef.h>

#include "formats/line.h"

/* As line_ask (board/line/line.h), but not for two cores at once. It uses no instruction that needs
 * caches, so it works before they are switched on. Does not return if the host wants the machine to
 * start anew. */
size_t exchange(enum line_kind kind, const void *head, size_t head_bytes, const void *data,
                size_t bytes, void *answer, size_t room);

/* The driver's functions (board/uart.h). All other callers get those of console.c instead. */
void __real_uart_write(const char *text, size_t bytes);
int __real_uart_read(void);

#endif
