#include "kernel/console.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "board/uart.h"
#include "kernel/lock.h"
#include "kernel/node.h"

static struct lock lock;
static bool tagged;
static struct node *prompter; /* its prompt is the last thing printed: no line's end yet */

void console_tag_lines(void) {
    tagged = true;
}

/* Ends another node's prompt. Under the lock, like the next. */
static void end_prompt(void) {
    if (prompter)
        uart_write("\n", 1);
    prompter = NULL;
}

static void print_text(struct node *node) {
    struct console_line *line = &node->line;
    bool continued = prompter == node;
    if (!continued)
        end_prompt();
    if (tagged && !continued) {
        int bytes = snprintf(node->text, sizeof node->text, "[%u] ", (unsigned)node->number);
        uart_write(node->text, (size_t)bytes);
    }
    uart_write(line->text, line->bytes);
    line->bytes = 0;
}

static void print_line(struct node *node, bool complete) {
    lock_take(&lock);
    print_text(node);
    if (!complete)
        uart_write("\n", 1);
    prompter = NULL;
    lock_release(&lock);
}

void console_prompt(struct node *node) {
    if (!node->line.bytes)
        return;
    lock_take(&lock);
    print_text(node);
    prompter = node;
    lock_release(&lock);
}

void console_write(struct node *node, const char *text, size_t bytes) {
    struct console_line *line = &node->line;
    while (bytes) {
        const char *end = memchr(text, '\n', bytes);
        size_t run = end ? (size_t)(end + 1 - text) : bytes;
        size_t room = CONSOLE_LINE_BYTES - line->bytes;
        if (run > room) {
            run = room;
            end = NULL;
        }
        memcpy(line->text + line->bytes, text, run);
        line->bytes += (uint32_t)run;
        text += run;
        bytes -= run;
        if (end || line->bytes == CONSOLE_LINE_BYTES)
            print_line(node, end != NULL);
    }
}

void console_flush(struct node *node) {
    if (node->line.bytes || prompter == node)
        print_line(node, false);
}

void console_claim(void) {
    lock_take(&lock); /* and never released */
    end_prompt();
}

void console_print(const char *format, ...) {
    struct node *node = node_self();
    va_list arguments;
    va_start(arguments, format);
    int bytes = vsnprintf(node->text, sizeof node->text, format, arguments);
    va_end(arguments);
    if (bytes > (int)sizeof node->text - 1)
        bytes = sizeof node->text - 1;
    uart_write(node->text, bytes > 0 ? (size_t)bytes : 0);
}
