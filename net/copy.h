/* Copying between a program's buffer and the slots of a link.
 *
 * The copies are compiled into their callers: a call would cost more than copying a few hundred
 * bytes. If a length is no multiple of a run, the last bytes are copied as one more whole run,
 * which overlaps the run before it. So no loop over single bytes is needed.
 *
 * A neighbour may rewrite a slot meanwhile, so bytes that are read twice may differ. The copy keeps
 * the second ones: wrong data, which the neighbour could have sent in the first place
 * (net/foreign.h). */
#ifndef NET_COPY_H
#define NET_COPY_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "net/node.h"

/* Bytes of payload that fit beside a header in one slot. */
enum { COPY_SMALL = CUBE_SLOT_BYTES - sizeof(struct cube_header) };

/* Bytes of the runs that a copy is made of. */
enum { COPY_VECTOR = 16, COPY_PAIR = 2 * COPY_VECTOR, COPY_RUN = 2 * COPY_PAIR };

/* Bytes that one register holds. They may lie at any address. */
typedef uint8_t copy_vector __attribute__((vector_size(COPY_VECTOR), aligned(1), may_alias));

/* Copies `bytes` bytes, COPY_VECTOR to COPY_PAIR of them, as a vector at the start and one at the
 * end. Reads all bytes before it writes any, so the places may overlap. */
ALWAYS_INLINE void copy_two_vectors(uint8_t *to, const uint8_t *from, size_t bytes) {
    size_t end = bytes - COPY_VECTOR;
    copy_vector first = *(const copy_vector *)from;
    copy_vector last = *(const copy_vector *)(from + end);
    *(copy_vector *)to = first;
    *(copy_vector *)(to + end) = last;
}

/* Copies `bytes` bytes, COPY_PAIR to 2 * COPY_PAIR of them, as two vectors at the start and two at
 * the end. Reads all bytes before it writes any, so the places may overlap. */
ALWAYS_INLINE void copy_two_pairs(uint8_t *to, const uint8_t *from, size_t bytes) {
    size_t end = bytes - COPY_PAIR;
    const copy_vector *source = (const copy_vector *)from;
    const copy_vector *source_end = (const copy_vector *)(from + end);
    copy_vector *target = (copy_vector *)to;
    copy_vector *target_end = (copy_vector *)(to + end);
    copy_vector word[] = {source[0], source[1], source_end[0], source_end[1]};
    target[0] = word[0];
    target[1] = word[1];
    target_end[0] = word[2];
    target_end[1] = word[3];
}

/* Copies COPY_RUN bytes. */
ALWAYS_INLINE void copy_run(uint8_t *to, const uint8_t *from) {
    const copy_vector *source = (const copy_vector *)from;
    copy_vector *target = (copy_vector *)to;
    copy_vector word[] = {source[0], source[1], source[2], source[3]};
    target[0] = word[0];
    target[1] = word[1];
    target[2] = word[2];
    target[3] = word[3];
}

/* Copies `bytes` <= COPY_SMALL bytes. The places may overlap. */
ALWAYS_INLINE void copy_small(void *to, const void *from, size_t bytes) {
    const uint8_t *source = from;
    uint8_t *target = to;
    if (bytes >= 16) {
        copy_two_vectors(target, source, bytes);
    } else if (bytes >= 8) {
        uint64_t first, last;
        memcpy(&first, source, 8);
        memcpy(&last, source + bytes - 8, 8);
        memcpy(target, &first, 8);
        memcpy(target + bytes - 8, &last, 8);
    } else if (bytes >= 4) {
        uint32_t first, last;
        memcpy(&first, source, 4);
        memcpy(&last, source + bytes - 4, 4);
        memcpy(target, &first, 4);
        memcpy(target + bytes - 4, &last, 4);
    } else if (bytes > 0) {
        uint8_t first = source[0], middle = source[bytes / 2], last = source[bytes - 1];
        target[0] = first;
        target[bytes / 2] = middle;
        target[bytes - 1] = last;
    }
}

/* Copies any number of bytes between places that are the same, or do not overlap. */
ALWAYS_INLINE void copy_bytes(void *to, const void *from, size_t bytes) {
    const uint8_t *source = from;
    uint8_t *target = to;
    if (bytes <= COPY_SMALL) {
        copy_small(target, source, bytes);
    } else if (bytes <= COPY_RUN) {
        copy_two_pairs(target, source, bytes);
    } else {
        const uint8_t *source_end = source + bytes - COPY_RUN;
        uint8_t *target_end = target + bytes - COPY_RUN;
        do {
            copy_run(target, source);
            target += COPY_RUN;
            source += COPY_RUN;
        } while (source < source_end);
        copy_run(target_end, source_end);
    }
}

/* With page colours (board/colours.h), two pages of one colour evict each other at every access.
 * This many consecutive bytes have different colours on any board with a second mapping; a number
 * of the board's own would cost 2 % of a message of 512 bytes. */
#define COPY_COLOURS (64u * CUBE_PAGE_BYTES)

/* Copies of at most this many bytes make too few accesses to each page for conflicts to matter. */
enum { COPY_NEAR = 512 };

/* Returns the offset for a window's address `slot` by which a copy of `bytes` bytes between it and
 * `buffer` avoids conflicts in that table: 0, or the distance of the second mapping. Along a copy
 * the distance of the two addresses is constant, so one decision holds for all of it. */
static inline uint64_t copy_alias(const void *slot, const void *buffer, size_t bytes) {
    uintptr_t distance = (uintptr_t)slot - (uintptr_t)buffer + CUBE_PAGE_BYTES;
    return bytes > COPY_NEAR && distance % COPY_COLOURS < 2 * CUBE_PAGE_BYTES ? node.alias : 0;
}

/* copy_in copies into a slot, and copy_out out of one. */
ALWAYS_INLINE void copy_in(uint8_t *slot, const void *from, size_t bytes) {
    copy_bytes(slot + copy_alias(slot, from, bytes), from, bytes);
}

ALWAYS_INLINE void copy_out(void *to, const uint8_t *slot, size_t bytes) {
    copy_bytes(to, slot + copy_alias(slot, to, bytes), bytes);
}

#endif
