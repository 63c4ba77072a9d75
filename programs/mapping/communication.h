/* Linear-complement communications, and how many of their messages meet in one channel.
 *
 * Each node x of a cube of n dimensions sends a message to the node y = Ax + b, where the address
 * bits are a vector over GF(2), A is a matrix and b a vector: bit 0 is dimension 0 (Hou, Wang, Ku
 * and Hsu, section 2.2). If A has full rank this is a permutation. Otherwise several nodes send to
 * one: this is a gather. In a scatter it is the source that follows from the destination, x = Ay +
 * b.
 *
 * Messages go by E-cube, lowest dimension first. How many pass the busiest channel of a dimension
 * depends only on which address bits lie below that dimension, and not on their order. The search
 * for a good order of the bits makes use of this (programs/mapping/optimize_set.c).
 */
#ifndef MAPPING_COMMUNICATION_H
#define MAPPING_COMMUNICATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "programs/mapping/bit_matrix.h"

enum { COMMUNICATION_NAME = 32 }; /* the largest size of a name, with its final zero */

struct communication {
    char name[COMMUNICATION_NAME];
    struct bit_matrix matrix; /* A */
    uint32_t vector;          /* b */
    bool by_destination;      /* x = Ay + b instead of y = Ax + b */
};

enum communication_kind {
    COMMUNICATION_PERMUTATION, /* LCP: definition 2 */
    COMMUNICATION_GATHER,      /* LCG: definition 3 */
    COMMUNICATION_SCATTER,     /* LCS: definition 4 */
};

enum communication_kind communication_kind(const struct communication *communication);

/* Returns the node Ax + b for x = `node`: the one that it sends to, or in a scatter receives from.
 */
static inline uint32_t communication_destination(const struct communication *communication,
                                                 uint32_t node) {
    return bit_matrix_apply(&communication->matrix, node) ^ communication->vector;
}

/* Whether all messages keep bit `bit` of the address, so that none moves along its dimension. */
bool communication_keeps(const struct communication *communication, uint32_t bit);

/* Theorem 1. Returns how many messages share the busiest channel of the dimension that address bit
 * `bit` is placed on, when the bits of the set `below`, which does not have it, are placed on the
 * lower dimensions and all others on higher ones. For scatters this is the theorem for the reversed
 * paths: there the bits that are above take the place of those below. */
uint32_t communication_contention(const struct communication *communication, uint32_t below,
                                  uint32_t bit);

/* Returns the number of messages to the busiest node, or from it in a scatter. The channel between
 * that node and its router carries all of them, whatever the order of the bits. */
uint32_t communication_end_contention(const struct communication *communication);

/* ---- Communications that have names: those of Hou et al., and others used often: named.c ---- */

/* Fills *communication with the one of that name for a cube of `size` dimensions, 1 ..
 * BIT_MATRIX_SIZE. Returns 0, -ENOENT if there is none of that name, or -EINVAL if there is none of
 * this size: it needs as many rows of nodes as columns, and so an even number of dimensions. */
int named_communication(const char *name, uint32_t size, struct communication *communication);

/* Returns the name number `index`, from 0, or null after the last one, and sets *meaning to a few
 * words on the communication. Both strings are constants. */
const char *named_list(size_t index, const char **meaning);

/* Returns the first name that means the same as a communication, or null if none does. The string
 * is a constant. */
const char *named_as(const struct communication *communication);

#endif
