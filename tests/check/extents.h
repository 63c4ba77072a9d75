/* The bytes of a node's memory that an action uses. */
#ifndef CHECK_EXTENTS_H
#define CHECK_EXTENTS_H

#include "tests/check/interpretation.h"

/* The bytes at a place: of a set of blocks, in stretches. */
struct extent {
    uint32_t buffer;
    size_t first;
    size_t stretch; /* how many bytes follow each other */
    uint32_t free;  /* bits each subset of which is the number of a block */
    size_t block;   /* bytes of such a block, at which a stretch begins */
};

/* The `bytes` bytes at a place. */
struct extent extent_at(struct place place, size_t bytes);

/* The memory that an action uses at its place. */
struct extent extent_of(const struct action *action);

/* How many stretches there are, and where stretch `k` of them begins in the buffer. */
uint32_t extent_stretches(const struct extent *extent);
size_t extent_begin(const struct extent *extent, uint32_t k);

/* Whether all of it lies in a buffer that the node's plan works on. */
bool extent_is_inside(const struct planned_node *node, const struct extent *extent);

/* Whether two have a byte in common. */
bool extents_overlap(const struct planned_node *node, const struct extent *one,
                     const struct extent *other);

/* Whether two are the same bytes in the same order. */
bool extents_are_same(const struct planned_node *node, const struct extent *one,
                      const struct extent *other);

#endif
