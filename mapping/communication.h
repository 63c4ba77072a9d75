/* Linear-complement communications, and how many of their messages meet in one channel.
 *
 * Each node x of a cube of n dimensions sends a message to the node y = Ax + b, where the address
 * bits are a vector over GF(2), A is a matrix and b a vector: bit 0 is dimension 0 (Hou, Wang, Ku
 * and Hsu, section 2.2). If A has full rank this is a permutation. If it has not, several nodes
 * send to one: a gather. In a scatter it is the source that follows from the destination,
 * x = Ay + b.
 *
 * Messages go by E-cube, lowest dimension first. How many pass the busiest channel of a dimension
 * depends only on which address bits lie below that dimension, not on their order; that is what
 * the search for a good order of the bits lives on (mapping/optimize_set.c).
 */
#ifndef MAPPING_COMMUNICATION_H
#define MAPPING_COMMUNICATION_H

#include <stdbool.h>
#include <stdint.h>

#include "mapping/bit_matrix.h"

enum { COMMUNICATION_NAME = 32 }; /* the most characters of a name, its end included */

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

/* The node Ax + b for x = `node`: the one that it sends to, or in a scatter receives from. */
static inline uint32_t communication_destination(const struct communication *communication,
                                                 uint32_t node) {
    return bit_matrix_apply(&communication->matrix, node) ^ communication->vector;
}

/* Whether all messages keep bit `bit` of the address, so that none moves along its dimension. */
bool communication_keeps(const struct communication *communication, uint32_t bit);

/* Theorem 1: how many messages share the busiest channel of the dimension that address bit `bit` is
 * placed on, when the bits of the set `below`, which does not have it, are placed on the lower
 * dimensions and all others on higher ones. For scatters this is the theorem for the reversed
 * paths: there the bits that are above take the place of those below. */
uint32_t communication_contention(const struct communication *communication, uint32_t below,
                                  uint32_t bit);

/* How many messages come to the busiest node, or in a scatter leave it: the channel between a node
 * and its router carries as many, whatever the order of the bits. */
uint32_t communication_end_contention(const struct communication *communication);

#endif
