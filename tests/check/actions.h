/* The effect of each kind of action (enum action_kind of collectives/run/plan.h), and the bytes of
 * a node's memory that it uses, written a second time: the check of plans shares no code with the
 * library. */
#ifndef CHECK_ACTIONS_H
#define CHECK_ACTIONS_H

#include "tests/check/interpretation.h"

/* ---- Kinds ---- */

/* Whether an action sends a packet of this node, takes one to its place, relays one, or combines
 * one with the node's data. */
bool kind_sends(const struct action *action);
bool kind_takes(const struct action *action);
bool kind_relays(const struct action *action);
bool kind_combines(const struct action *action);

/* Whether it does any of these. */
bool kind_has_packet(const struct action *action);

/* Whether its place is a set of blocks. */
bool kind_is_set(const struct action *action);

/* Whether it is the head of several actions that are done in any order, or together. */
bool kind_is_group(const struct action *action);

/* Whether it uses the memory at its place, and at its source. */
bool kind_has_place(const struct action *action);
bool kind_has_source(const struct action *action);

/* Whether its kind is made for its size, in a plan that combines elements of `element` bytes (0: it
 * combines none). */
bool kind_has_right_size(const struct action *action, size_t element);

/* ---- Memory ---- */

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
