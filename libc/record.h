/* The records of a node that a run with --stats, --profile or --record gathers: each a JSON object
 * whose one key says of what kind it is. */
#ifndef LIBC_RECORD_H
#define LIBC_RECORD_H

#include <stdint.h>

/* Writes {"meters"}: `cycles` is the time from the program's start to its end, `time` what
 * the node's clock shows at its end. */
void record_write(uint64_t cycles, uint64_t time);

/* Writes what the node has noted of its packets (net/journal.h): with --profile {"profile"} where
 * its time went, and {"event"} for the last of what left and came; with --record {"packet"} for
 * each that left. */
void record_journal(uint64_t time);

#endif
