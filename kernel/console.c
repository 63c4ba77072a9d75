#include "kernel/console.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "board/host.h"
#include "board/uart.h"
#include "compiler.h"
#include "formats/output.h"
#include "kernel/console_line.h"
#include "kernel/lock.h"
#include "kernel/node.h"

static struct lock lock;
static bool tagged;
static struct node *writer; /* the node whose text ends the console's last, unfinished line, or null
                               where the last line is complete */

void console_tag_lines(void) {
    tagged = true;
}

static console_turn *turn_of; /* null: this machine's console is not merged with others */

static void mark(char what) {
    const char bytes[] = {OUTPUT_ESCAPE, what};
    uart_write(bytes, sizeof bytes);
}

/* Marks the turn of the next output if it differs. Called before each line, so that none is torn,
 * by the holder of the lock. */
static COLD void mark_turn(void) {
    char number[24];
    uint64_t turn = turn_of();
    if (!turn)
        return;
    mark(OUTPUT_TURN);
    uart_write(number, (size_t)snprintf(number, sizeof number, "%lu;", (unsigned long)turn));
}

/* Writes characters to a console that is merged with others. */
static void put_shared(const char *text, size_t bytes) {
    while (bytes) {
        const char *escape = memchr(text, OUTPUT_ESCAPE, bytes);
        size_t run = escape ? (size_t)(escape + 1 - text) : bytes;
        uart_write(text, run);
        if (escape)
            uart_write(escape, 1);
        text += run;
        bytes -= run;
    }
}

/* Writes characters to the console. The caller holds the lock. */
static void (*put)(const char *text, size_t bytes) = uart_write;

void console_share(console_turn *turn) {
    turn_of = turn;
    put = put_shared;
}

/* Ends an unfinished line, because somebody else is going to print. The caller holds the lock. */
static void end_line(void) {
    if (writer && turn_of)
        mark(OUTPUT_END);
    else if (writer)
        uart_write("\n", 1);
    writer = NULL;
}

static size_t make_tag(struct node *node) {
    return (size_t)snprintf(node->text, sizeof node->text, "[%u] ", (unsigned)node->number);
}

static void print_tag(struct node *node) {
    put(node->text, make_tag(node));
}

static void flush_output(struct node *node) {
    struct console_line *line = &node->line;
    if (!line->bytes)
        return;
    lock_take(&lock);
    if (turn_of)
        mark_turn();
    if (writer != node) {
        end_line();
        if (tagged)
            print_tag(node);
    }
    writer = node; /* set before the text, so that a panic in the middle of it begins a new line */
    put(line->text, line->bytes);
    if (line->text[line->bytes - 1] == '\n')
        writer = NULL;
    else if (turn_of)
        mark(OUTPUT_PAUSE);
    line->bytes = 0;
    lock_release(&lock);
}

void console_write(struct node *node, const char *text, size_t bytes) {
    console_line_take(node, &node->line, flush_output, text, bytes);
}

/* ---- Standard error ---- */

static struct {
    int64_t handle;
    struct node *writer; /* the node whose unfinished line is the last one, or null */
} errors;

/* Text that the host does not take is lost. */
static void flush_errors(struct node *node) {
    struct console_line *line = &node->error_line;
    if (!line->bytes)
        return;
    lock_take(&lock);
    if (errors.writer != node) {
        if (errors.writer)
            host_write(errors.handle, "\n", 1);
        if (tagged)
            host_write(errors.handle, node->text, make_tag(node));
    }
    host_write(errors.handle, line->text, line->bytes);
    errors.writer = line->text[line->bytes - 1] == '\n' ? NULL : node;
    line->bytes = 0;
    lock_release(&lock);
}

static void write_error(struct node *node, const char *text, size_t bytes) {
    console_line_take(node, &node->error_line, flush_errors, text, bytes);
}

void (*console_write_error)(struct node *node, const char *text, size_t bytes) = console_write;

bool console_open_errors(uint32_t descriptor) {
    errors.handle = host_open(descriptor);
    if (errors.handle >= 0)
        console_write_error = write_error;
    return errors.handle >= 0;
}

void console_flush(struct node *node) {
    flush_output(node);
    flush_errors(node);
}

void console_claim(void) {
    lock_take(&lock); /* it is never released */
}

static struct {
    char *text;
    size_t room, bytes;
} kept; /* where console_print keeps what it prints; text is null if it prints it */

void console_keep(char *text, size_t room) {
    kept.text = text;
    kept.room = room;
    kept.bytes = 0;
    if (text)
        text[0] = 0;
}

/* Appends to what is kept, as far as there is room. */
static void keep(const char *text, size_t bytes) {
    if (bytes > kept.room - 1 - kept.bytes)
        bytes = kept.room - 1 - kept.bytes;
    memcpy(kept.text + kept.bytes, text, bytes);
    kept.bytes += bytes;
    kept.text[kept.bytes] = 0;
}

void console_show(const char *text, size_t bytes) {
    if (kept.text) {
        keep(text, bytes);
        return;
    }
    if (turn_of)
        mark_turn();
    end_line();
    put(text, bytes);
}

void console_print(const char *format, ...) {
    struct node *node = node_self();
    va_list arguments;
    va_start(arguments, format);
    int bytes = vsnprintf(node->text, sizeof node->text, format, arguments);
    va_end(arguments);
    if (bytes > (int)sizeof node->text - 1)
        bytes = sizeof node->text - 1;
    console_show(node->text, bytes > 0 ? (size_t)bytes : 0);
}
