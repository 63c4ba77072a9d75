/* The lines of a node's output. */
#ifndef KERNEL_CONSOLE_LINE_H
#define KERNEL_CONSOLE_LINE_H

#include <string.h>

#include "compiler.h"
#include "kernel/node.h"

/* Puts what a process prints into a line, and has `flush` print each line that it completes
 * (kernel/console.h). */
ALWAYS_INLINE void console_line_take(struct node *node, struct console_line *line,
                                     void (*flush)(struct node *node), const char *text,
                                     size_t bytes) {
    while (bytes) {
        const char *end = memchr(text, '\n', bytes);
        size_t run = end ? (size_t)(end + 1 - text) : bytes;
        size_t room = sizeof line->text - line->bytes;
        if (run > room) {
            run = room;
            end = NULL;
        }
        memcpy(line->text + line->bytes, text, run);
        line->bytes += (uint32_t)run;
        text += run;
        bytes -= run;
        if (end || line->bytes == sizeof line->text)
            flush(node);
    }
    if (node_count == 1)
        flush(node); /* there is nobody else whose lines it could tear */
}

#endif
