/* The console: lines of the processes, never torn, and the kernel's last words. A good run prints
 * nothing of the kernel's. */
#ifndef KERNEL_CONSOLE_H
#define KERNEL_CONSOLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CONSOLE_LINE_BYTES = 2048, /* a longer line is cut into such; a record of meters never is */
    CONSOLE_TEXT_BYTES = 512,  /* the longest text that console_print makes at once */
};

/* What a process has written of a line that is not complete. */
struct console_line {
    uint32_t bytes;
    char text[CONSOLE_LINE_BYTES];
};

struct node;

/* Lines begin with their node's number in brackets from now on. */
void console_tag_lines(void);

/* Takes `bytes` characters of the process of *node; prints every line that they complete. */
void console_write(struct node *node, const char *text, size_t bytes);

/* Prints what *node has written of a line that is not complete: somebody is to answer. What *node
 * writes next continues it; another node's line begins a new one. */
void console_prompt(struct node *node);

/* Prints what *node has written of a line that is not complete, and completes it. */
void console_flush(struct node *node);

/* Keeps all processes from printing, for ever: what the caller prints from now on stays together.
 */
void console_claim(void);

/* Prints for the kernel, after console_claim, or in a panic. Arguments as for printf; characters
 * beyond CONSOLE_TEXT_BYTES are lost. */
void console_print(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
