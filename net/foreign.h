/* Reading from the window of a neighbour, which may be broken or hostile and rewrite its slots at
 * any moment: a value checked in place may have changed when it is used.
 *
 * So each word of a header is read once, into this node's own memory, and that copy is both checked
 * and used. The type of a slot enforces this: it has no members, and only the functions here read
 * one. A payload is read once too, to copy or combine it. If a neighbour rewrites it meanwhile, it
 * is only wrong data, which the neighbour could have sent in the first place. */
#ifndef NET_FOREIGN_H
#define NET_FOREIGN_H

#include <stdint.h>
#include <string.h>

#include "cube_abi.h"

/* Ends the report of such a neighbour, after the names of the suspects. */
#define FOREIGN_REMEDY                                                                             \
    " overwrote the memory of its links; cuberun --heap-check and cubecc -fsanitize=undefined "    \
    "find stray writes)"

/* A slot in a neighbour's window. The structure is never defined. */
struct foreign_slot;

/* A piece that has arrived. */
struct piece {
    struct cube_header header; /* the copy */
    const uint8_t *payload;    /* still in the neighbour's window: read it once */
};

/* Two words, which one instruction of the machine reads. */
__extension__ typedef unsigned __int128 __attribute__((may_alias)) foreign_pair;
enum { FOREIGN_PAIRS = sizeof(struct cube_header) / sizeof(foreign_pair) };

/* Returns slot number `place` of the ring whose slots begin at `slots`. */
/*@ assigns \result \from slots, place; */
static inline const struct foreign_slot *foreign_slot(const struct foreign_slot *slots,
                                                      uint64_t place) {
    return (const struct foreign_slot *)((const uint8_t *)slots + place * CUBE_SLOT_BYTES);
}

/* Returns words 2 * pair (in the lower half) and 2 * pair + 1 of the header in `slot`. The access
 * is volatile, so the compiler reads the words once, here. */
static inline foreign_pair foreign_words(const struct foreign_slot *slot, uint32_t pair) {
    return ((const volatile foreign_pair *)slot)[pair];
}

/* Returns the stamp in the header in `slot`. */
static inline uint64_t foreign_clock(const struct foreign_slot *slot) {
    const uint8_t *place = (const uint8_t *)slot + offsetof(struct cube_header, clock);
    return *(const volatile uint64_t *)place;
}

/* Returns the payload in `slot`, which lies behind the header. */
static inline const uint8_t *foreign_payload(const struct foreign_slot *slot) {
    return (const uint8_t *)slot + sizeof(struct cube_header);
}

/* Returns words 2 * pair and 2 * pair + 1 of a payload, which are read once too. */
static inline foreign_pair foreign_payload_words(const uint8_t *payload, uint32_t pair) {
    return ((const volatile foreign_pair *)payload)[pair];
}

/* Fills *piece with the piece that begins in `slot`. */
/*@ requires \valid(piece);
    assigns *piece; */
static inline void foreign_piece(const struct foreign_slot *slot, struct piece *piece) {
    for (uint32_t pair = 0; pair < FOREIGN_PAIRS; pair++) {
        foreign_pair words = foreign_words(slot, pair);
        memcpy((uint8_t *)&piece->header + pair * sizeof words, &words, sizeof words);
    }
    piece->payload = foreign_payload(slot);
}

#endif
