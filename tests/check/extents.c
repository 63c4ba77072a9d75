#include "tests/check/extents.h"

#include "tests/check/kinds.h"

struct extent extent_at(struct place place, size_t bytes) {
    return (struct extent){.buffer = place.buffer, .first = place.offset, .stretch = bytes};
}

struct extent extent_of(const struct action *action) {
    struct extent extent = extent_at(action->place, action->bytes);
    if (kind_is_set(action)) {
        extent.free = action->source.buffer;
        extent.block = action->source.offset;
        extent.stretch = extent.block << action->count;
    }
    return extent;
}

uint32_t extent_stretches(const struct extent *extent) {
    return 1u << __builtin_popcount(extent->free);
}

/* Its block has the bits of k at the places of the free bits. */
size_t extent_begin(const struct extent *extent, uint32_t k) {
    size_t block = 0;
    for (uint32_t free = extent->free; free != 0; free &= free - 1, k /= 2)
        block += (k % 2) * (free & -free);
    return extent->first + block * extent->block;
}

bool extent_is_inside(const struct planned_node *node, const struct extent *extent) {
    uint32_t last = extent_stretches(extent) - 1;
    return extent->buffer < BUFFERS &&
           extent_begin(extent, last) + extent->stretch <= node->bytes[extent->buffer] &&
           (node->plan->buffers >> extent->buffer & 1) != 0;
}

bool extents_overlap(const struct planned_node *node, const struct extent *one,
                     const struct extent *other) {
    if (node->memory[one->buffer] != node->memory[other->buffer])
        return false;
    for (uint32_t k = 0; k < extent_stretches(one); k++)
        for (uint32_t j = 0; j < extent_stretches(other); j++) {
            size_t a = extent_begin(one, k), b = extent_begin(other, j);
            if (a < b + other->stretch && b < a + one->stretch)
                return true;
        }
    return false;
}

bool extents_are_same(const struct planned_node *node, const struct extent *one,
                      const struct extent *other) {
    bool same = node->memory[one->buffer] == node->memory[other->buffer] &&
                extent_stretches(one) * one->stretch == extent_stretches(other) * other->stretch;
    for (uint32_t k = 0; same && k < extent_stretches(one); k++)
        same = extent_stretches(one) == extent_stretches(other) &&
               extent_begin(one, k) == extent_begin(other, k);
    return same;
}
