/* The textbook meaning of each operation of the catalogue: each node's input, and its required
 * result. Nothing here depends on an algorithm. The library that is checked shares no code with it,
 * only the names of operations and cases. */
#ifndef CHECK_MEANING_H
#define CHECK_MEANING_H

#include <stdbool.h>
#include <stdint.h>

#include "cube_catalogue.h"

/* An operation in the case in which it is called. */
struct meaning {
    const char *operation; /* its name, as in struct cube_algorithm */
    uint32_t dimension;    /* of the cube in which it runs, the whole one or a subcube */
    struct cube_case given;
};

/* No rank. As a number of blocks: no such operation. */
#define MEANING_NONE UINT32_MAX

/* Returns the operation on the cube that the program runs on. A null case is one of zeros. */
struct meaning meaning_of(const char *operation, const struct cube_case *given);

/* Returns this node's number within the cube or subcube: the bits of its dimensions, packed
 * together. */
uint32_t meaning_here(const struct meaning *meaning);

/* Return how many nodes take part, the node of a rank, and the rank of a node. A rank is a node's
 * number, or its place on a ring or mesh. The rank of a node that takes no part is MEANING_NONE. */
uint32_t meaning_ranks(const struct meaning *meaning);
uint32_t meaning_node_of(const struct meaning *meaning, uint32_t rank);
uint32_t meaning_rank(const struct meaning *meaning, uint32_t node);

/* Returns how many blocks a rank (or MEANING_NONE) has of the input, which is area 0, or of an
 * output. A message that belongs to no single node is divided into `parts` blocks; the algorithm
 * chooses this number. */
uint32_t meaning_blocks(const struct meaning *meaning, uint32_t rank, unsigned area,
                        uint32_t parts);

/* Whether blocks[area] is right at a rank, for the input and each output. A message must have the
 * same number of parts in all areas, at least one. */
bool meaning_has_blocks(const struct meaning *meaning, uint32_t rank, unsigned outputs,
                        const uint32_t blocks[]);

/* Returns the required content of block `block` of output `area` of a rank. In the same form, input
 * block b of rank r is {r, r, b}. */
struct cube_content meaning_content(const struct meaning *meaning, uint32_t rank, unsigned area,
                                    uint32_t block);

#endif
