/* How much memory the machine needs, and what it has used. */
#ifndef KERNEL_USAGE_H
#define KERNEL_USAGE_H

#include <stddef.h>

/* Notes how many pages the machine will need before its programs run, and ends it with a message
 * when there are not so many. */
void usage_need(size_t pages);

/* Ends the machine: memory has run short during start-up. */
_Noreturn void usage_short(void);

/* At the machine's end: records the use, as JSON. It is the last record: who reads it has them all.
 */
void usage_record(void);

#endif
