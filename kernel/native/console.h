/* Joins the nodes' outputs into one, as kernel/console.h does on the machine: lines are never torn,
 * and their order is causal. */
#ifndef NATIVE_CONSOLE_H
#define NATIVE_CONSOLE_H

#include <stdbool.h>

#include "kernel/console.h"

/* Opens the socket for the nodes' output. Returns false with errno set. */
bool console_open(void);

/* Makes the output and the errors of this process, a node's, go there. */
void console_become_node(void);

/* A descriptor that can be read when a node has printed something. */
extern int console_source;

/* Prints the complete lines that the nodes have written. */
void console_take(void);

/* Prints incomplete lines. */
void console_end_lines(void);

/* Prints the incomplete line of node 0, which has the input: perhaps a question. Returns whether
 * there was one. */
bool console_holds(void);
void console_ask(void);

/* 0, or why the output takes no more: an errno. */
extern int console_error;

#endif
