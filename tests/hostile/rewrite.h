/* Rewriting a header by a hostile neighbour. */
#ifndef TESTS_HOSTILE_REWRITE_H
#define TESTS_HOSTILE_REWRITE_H

#include <stdint.h>

/* A source of random numbers (xorshift, Marsaglia 2003); its state is not 0. */
static inline uint32_t draw(uint32_t *random, uint32_t below) {
    *random ^= *random << 13;
    *random ^= *random >> 17;
    *random ^= *random << 5;
    return below == 0 ? 0 : *random % below;
}

/* The set of the one field that says how long a piece is. */
#define REWRITE_BYTES 1u

/* Draws a set of fields to rewrite: all, or one, which then is found wrong in as many ways as there
 * are; as often as not the length of a piece. */
uint32_t rewrite_draw_fields(uint32_t *random);

/* Writes another value over one of the `fields` of the header at `header`: one near the value that
 * is there, a small one, one near a power of two, or any. */
void rewrite_header(uint8_t *header, uint32_t fields, uint32_t *random);

/* Writes another value over the 32-bit word at `word`, drawn in the same way. */
void rewrite_word(uint8_t *word, uint32_t *random);

#endif
