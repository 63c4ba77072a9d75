/* What the nodes print becomes one output, as kernel/console.h says it of the machine: their lines
 * are never torn, and nothing comes before what it was printed after. */
#ifndef HOST_CONSOLE_H
#define HOST_CONSOLE_H

#include <stdbool.h>

#include "kernel/console.h"

/* Makes what the nodes' output goes through. Returns false with errno set. */
bool console_open(void);

/* Makes the output and the errors of this process, a node's, go there. */
void console_become_node(void);

/* A descriptor that can be read when a node has printed something. */
extern int console_source;

/* Prints what the nodes have written so far, as far as their lines are complete. */
void console_take(void);

/* Prints lines that are not complete, too. */
void console_end_lines(void);

/* Whether node 0, which has our input, has begun a line that nobody sees yet: a question, perhaps;
 * and prints it. */
bool console_holds(void);
void console_ask(void);

/* 0, or why the output takes no more: an errno. */
extern int console_error;

#endif
