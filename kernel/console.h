/* The console: what the processes print, byte for byte, and the kernel's last words. A good run
 * prints nothing of the kernel's.
 *
 * Lines of several nodes are never torn: what a process prints of a line is kept until the line is
 * complete or too long, until the process waits for input, or until it ends. When another node
 * prints while a line is not at its end, that node's text begins on a new line; nothing else is
 * ever added, but for the tags of --tag. */
#ifndef KERNEL_CONSOLE_H
#define KERNEL_CONSOLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct node;

/* Lines begin with their node's number in brackets from now on. */
void console_tag_lines(void);

/* Takes `bytes` bytes of the process of *node; prints every line that they complete. */
void console_write(struct node *node, const char *text, size_t bytes);

/* Prints what *node has written of a line that is not complete. What *node writes next continues
 * it. */
void console_flush(struct node *node);

/* Keeps all processes from printing, for ever: what the caller prints from now on stays together.
 */
void console_claim(void);

/* Prints for the kernel, after console_claim, or in a panic; not behind what a process has printed
 * of a line. Arguments as for printf; characters beyond CONSOLE_TEXT_BYTES are lost. */
void console_print(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
