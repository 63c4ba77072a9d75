/* Reading what a neighbour writes: the slots of its window, which it may rewrite at any moment, be
 * it broken or hostile. What is checked in place may be something else when it is used.
 *
 * So each word of a header is read once, into this node's own memory, and what is checked and used
 * is that copy. The type of a slot sees to it: it has no fields that could be named, and nothing
 * but the functions here reads one. A payload is copied once, too, or combined; what a neighbour
 * writes there meanwhile is wrong data, of which it could have written any.
 */
#ifndef NET_FOREIGN_H
#define NET_FOREIGN_H

#include <stdint.h>
#include <string.h>

#include "cube_abi.h"

/* A slot in a neighbour's window; never defined. */
struct foreign_slot;

/* A piece that has arrived. */
struct piece {
    struct cube_header header; /* the copy */
    const uint8_t *payload;    /* still in the neighbour's window: read it once */
};

/* Two words, which the machine reads by one instruction. */
__extension__ typedef unsigned __int128 __attribute__((may_alias)) foreign_pair;
enum { FOREIGN_PAIRS = sizeof(struct cube_header) / sizeof(foreign_pair) };

/* The slot `place` of those that begin at `slots`. */
static inline const struct foreign_slot *foreign_slot(const struct foreign_slot *slots,
                                                      uint64_t place) {
    return (const struct foreign_slot *)((const uint8_t *)slots + place * CUBE_SLOT_BYTES);
}

/* The words 2 * pair, in the lower half, and 2 * pair + 1 of the header in `slot`. Volatile: the
 * compiler reads them here and nowhere else. */
static inline foreign_pair foreign_words(const struct foreign_slot *slot, uint32_t pair) {
    return ((const volatile foreign_pair *)slot)[pair];
}

/* The stamp alone. */
static inline uint64_t foreign_clock(const struct foreign_slot *slot) {
    const uint8_t *place = (const uint8_t *)slot + offsetof(struct cube_header, clock);
    return *(const volatile uint64_t *)place;
}

/* What lies behind the header. */
static inline const uint8_t *foreign_payload(const struct foreign_slot *slot) {
    return (const uint8_t *)slot + sizeof(struct cube_header);
}

/* Fills *piece with the piece that begins in `slot`. */
static inline void foreign_piece(const struct foreign_slot *slot, struct piece *piece) {
    for (uint32_t pair = 0; pair < FOREIGN_PAIRS; pair++) {
        foreign_pair words = foreign_words(slot, pair);
        memcpy((uint8_t *)&piece->header + pair * sizeof words, &words, sizeof words);
    }
    piece->payload = foreign_payload(slot);
}

#endif
