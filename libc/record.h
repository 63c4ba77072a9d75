/* The record of a node's meters that a run with --stats gathers. */
#ifndef LIBC_RECORD_H
#define LIBC_RECORD_H

#include <stdint.h>

/* Writes it as one console line, a JSON text after a record separator (RFC 7464): `cycles` is the
 * time from the program's start to its end, `time` what the node's clock shows at its end. */
void record_write(uint64_t cycles, uint64_t time);

/* The same for what the node has noted of its packets (net/journal.h), an object a line: with
 * --profile {"profile"} where its time went, and {"event"} for the last of what left and came; with
 * --record {"packet"} for each that left. */
void record_journal(uint64_t time);

#endif
