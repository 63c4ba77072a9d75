/* The console shows what the processes print, byte for byte. The kernel itself prints only when the
 * machine ends badly.
 *
 * The lines of several nodes are never torn. What a process prints is kept until its line is
 * complete or too long, until the process waits for input, or until it ends. When one node's line
 * is unfinished and another node prints, the other's text begins on a new line. Beside these line
 * ends, and the tags of --tag, nothing is ever added. */
#ifndef KERNEL_CONSOLE_H
#define KERNEL_CONSOLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct node;

/* From now on what processes print on their standard error goes to a descriptor of the emulator,
 * line by line as on the console. Returns whether the host opens it. */
bool console_open_errors(uint32_t descriptor);

/* From now on lines begin with the number of their node in brackets. */
void console_tag_lines(void);

/* Returns the turn (formats/output.h) of what this machine prints next, or 0 if it is still that of
 * what it has printed last. */
typedef uint64_t console_turn(void);

/* From now on the console's bytes are those of formats/output.h, so that somebody can merge the
 * lines of several consoles. */
void console_share(console_turn *turn);

/* Takes `bytes` bytes that the process of *node prints, and prints every line that they complete.
 */
void console_write(struct node *node, const char *text, size_t bytes);

/* The same for its standard error, which goes to the console unless console_open_errors has been
 * called. */
extern void (*console_write_error)(struct node *node, const char *text, size_t bytes);

/* Prints what *node has written of a line that is not complete. What *node writes next continues
 * the line. */
void console_flush(struct node *node);

/* Does that for its standard error, too. */
void console_flush_all(struct node *node);

/* Keeps all processes from printing, for ever, so that what the caller prints from now on stays
 * together. */
void console_claim(void);

/* Prints for the kernel, after console_claim or in a panic. The text begins on a new line if a
 * process's line is unfinished. The arguments are those of printf; characters beyond
 * CONSOLE_TEXT_BYTES are lost. */
void console_print(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints a text for the kernel as it is. */
void console_show(const char *text, size_t bytes);

/* From now on what the kernel prints is not printed, but kept at `text`, which has room for `room`
 * bytes: zero-terminated, and what is longer is lost. If `text` is null, it is printed again. */
void console_keep(char *text, size_t room);

#endif
