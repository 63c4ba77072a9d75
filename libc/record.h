/* The record of a node's meters that a run with --stats gathers. */
#ifndef LIBC_RECORD_H
#define LIBC_RECORD_H

#include <stdint.h>

/* Writes it as one console line, a JSON text after a record separator (RFC 7464): `cycles` is the
 * time from the program's start to its end, `time` what the node's clock shows at its end. */
void record_write(uint64_t cycles, uint64_t time);

#endif
