/* The compiler's sanitizers, and other tools that watch a program's memory. */
#ifndef NATIVE_SANITIZERS_H
#define NATIVE_SANITIZERS_H

#include <stdbool.h>

/* Whether the program has any. */
bool sanitizers_are_there(void);

/* Called before a report: the first node that has one ends the others, unless errors end nothing. A
 * second report would only come into the middle of it. */
void sanitizers_report_alone(void);

/* Finds out which tools watch the program's buffers (net/system/buffers.h). */
void buffers_start(void);

#endif
