/* Copying between a program's buffer and the slots of a link. */
#ifndef NET_COPY_H
#define NET_COPY_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "net/node.h"

/* Payload beside a header in one slot: copied here, in few instructions, without a call. */
enum { COPY_SMALL = CUBE_SLOT_BYTES - sizeof(struct cube_header) };

/* Copies `bytes` <= COPY_SMALL bytes, as two pieces that may overlap: their lengths are powers of
 * two, so each is one load and one store. */
static inline void copy_small(void *to, const void *from, size_t bytes) {
    const char *source = from;
    char *target = to;
    struct words {
        uint64_t word[2];
    };
    if (bytes >= 16) {
        struct words first, last;
        memcpy(&first, source, 16);
        memcpy(&last, source + bytes - 16, 16);
        memcpy(target, &first, 16);
        memcpy(target + bytes - 16, &last, 16);
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
    } else {
        for (size_t i = 0; i < bytes; i++)
            target[i] = source[i];
    }
}

/* The emulator finds pages in a direct-mapped table: two that are equal modulo its size evict each
 * other at every access. It has at least this many bytes' worth of entries. */
#define COPY_COLOURS (64u * CUBE_PAGE_BYTES)

/* How far to move a window's address `slot` so that a copy between it and `buffer` stays off that
 * table's conflicts: 0, or the distance of the second mapping. The distance of the two addresses is
 * constant along a copy, so one decision holds for all of it. */
static inline uint64_t copy_alias(const void *slot, const void *buffer) {
    uintptr_t distance = (uintptr_t)slot - (uintptr_t)buffer + CUBE_PAGE_BYTES;
    return distance % COPY_COLOURS < 2 * CUBE_PAGE_BYTES ? node.alias : 0;
}

/* Copies into a slot, and out of one. */
static inline void copy_in(uint8_t *slot, const void *from, size_t bytes) {
    if (bytes <= COPY_SMALL)
        copy_small(slot, from, bytes);
    else
        memcpy(slot + copy_alias(slot, from), from, bytes);
}

static inline void copy_out(void *to, const uint8_t *slot, size_t bytes) {
    if (bytes <= COPY_SMALL)
        copy_small(to, slot, bytes);
    else
        memcpy(to, slot + copy_alias(slot, to), bytes);
}

#endif
