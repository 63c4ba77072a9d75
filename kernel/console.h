/* The console prints what processes print, byte for byte. The kernel prints only when the machine
 * ends badly.
 *
 * Lines of different nodes are never torn: the console keeps a line until it is complete or too
 * long, until the process waits for input, or until it ends. If another node prints after an
 * unfinished line, its text begins on a new line. Only the tags of --tag are added. */
#ifndef KERNEL_CONSOLE_H
#define KERNEL_CONSOLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct node;

/* Sends the standard error of processes to a descriptor of the emulator, line by line. Returns
 * whether the host opens it. */
bool console_open_errors(uint32_t descriptor);

/* Begins each line with the number of its node in brackets. */
void console_tag_lines(void);

/* Returns the turn (formats/output.h) of the next output, or 0 if it has not changed. */
typedef uint64_t console_turn(void);

/* Prints in the format of formats/output.h, so that the lines of several consoles can be merged. */
void console_share(console_turn *turn);

/* Takes `bytes` bytes of output of *node, and prints the lines that they complete. */
void console_write(struct node *node, const char *text, size_t bytes);

/* The same for standard error, which goes to the console before console_open_errors. */
extern void (*console_write_error)(struct node *node, const char *text, size_t bytes);

/* Prints the unfinished lines of *node, on standard output and on standard error. The next output
 * of *node continues them. */
void console_flush(struct node *node);

/* Blocks all other output from now on, so that the caller's output stays together. */
void console_claim(void);

/* Prints for the kernel, after console_claim or in a panic, on a new line. The arguments are those
 * of printf; characters beyond CONSOLE_TEXT_BYTES are lost. */
void console_print(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints a text for the kernel as it is. */
void console_show(const char *text, size_t bytes);

/* Stores the kernel's output at `text`, zero-terminated and cut to `room` bytes, instead of
 * printing it. A null `text` ends this. */
void console_keep(char *text, size_t room);

#endif
