#include "kernel/console.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "board/uart.h"
#include "kernel/lock.h"
#include "kernel/node.h"

static struct lock lock;
static bool tagged;
static struct node *writer; /* the node whose text ends the console's last, unfinished line, or null
                               where the last line is complete */

void console_tag_lines(void) {
    tagged = true;
}

/* Ends an unfinished line, because somebody else is going to print. The caller holds the lock. */
static void end_line(void) {
    if (writer)
        uart_write("\n", 1);
    writer = NULL;
}

static void print_tag(struct node *node) {
    int bytes = snprintf(node->text, sizeof node->text, "[%u] ", (unsigned)node->number);
    uart_write(node->text, (size_t)bytes);
}

void console_flush(struct node *node) {
    struct console_line *line = &node->line;
    if (!line->bytes)
        return;
    lock_take(&lock);
    if (writer != node) {
        end_line();
        if (tagged)
            print_tag(node);
    }
    writer = node; /* set before the text, so that a panic in the middle of it begins a new line */
    uart_write(line->text, line->bytes);
    if (line->text[line->bytes - 1] == '\n')
        writer = NULL;
    line->bytes = 0;
    lock_release(&lock);
}

void console_write(struct node *node, const char *text, size_t bytes) {
    struct console_line *line = &node->line;
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
            console_flush(node);
    }
    if (node_count == 1)
        console_flush(node); /* there is nobody else whose lines it could tear */
}

void console_claim(void) {
    lock_take(&lock); /* it is never released */
}

void console_print(const char *format, ...) {
    struct node *node = node_self();
    va_list arguments;
    va_start(arguments, format);
    int bytes = vsnprintf(node->text, sizeof node->text, format, arguments);
    va_end(arguments);
    if (bytes > (int)sizeof node->text - 1)
        bytes = sizeof node->text - 1;
    end_line();
    uart_write(node->text, bytes > 0 ? (size_t)bytes : 0);
}
