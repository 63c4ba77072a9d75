/* The records of a node that a run with --stats, --profile or --record gathers. Each is a JSON
 * object with one key, which says what kind of record it is. */
#ifndef LIBC_RECORD_H
#define LIBC_RECORD_H

#include <stdint.h>

struct cube_meters;

/* Writes the record {"meters"}. `cycles` is the number of cycles from the program's start to its
 * end, and `time` is what the node's clock shows at its end. */
void record_write(uint64_t cycles, uint64_t time);

/* Returns the meters as they are now. They stay where they are, for the kernel to read;
 * `record_count` brings them up to date. */
const struct cube_meters *record_meters(void);
void record_count(void);

/* Writes what the node has noted of its packets (net/clock/journal.h). With --profile that is a
 * record
 * {"profile"}, which says where its time went, and an {"event"} for each of the last packets that
 * left or came. With --record it is a {"packet"} for each packet that left. */
void record_journal(uint64_t time);

#endif
