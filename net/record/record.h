/* The records of a node for --stats, --profile and --trace. Each is a JSON object with one key, the
 * kind of record. */
#ifndef NET_RECORD_H
#define NET_RECORD_H

#include <stdint.h>

struct cube_meters;

/* Writes the record {"meters"}. `cycles` counts from the program's start to its end; `time` is the
 * node's clock at its end. */
void record_write(uint64_t cycles, uint64_t time);

/* Returns the meters, which stay where they are for the kernel; `record_count` updates them. */
const struct cube_meters *record_meters(void);
void record_count(void);

/* Writes the notes of the node about its packets (net/clock/journal.h): with --profile a record
 * {"profile"}, which says where its time went, and an {"event"} for each of the last packets that
 * left or came; with --trace a {"packet"} for each packet that left. */
void record_journal(uint64_t time);

#endif
