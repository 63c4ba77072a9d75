#include "tests/check/actions.h"

/* ---- Kinds ---- */

/* The effect of an action on a packet of one port, or on memory of its node. */
enum task { INSIDE, APPLIES, SENDS, TAKES, COMBINES, RELAYS };

/* What its bytes are: any, one word, less than a vector, what fits in a slot beside a header, in
 * one slot more, more than that, any set, what is known when the packet arrives, or a row of a
 * set's stretches of some words. */
enum size { ANY, WORD, SMALL, SLOT, SLOTS, LONG, SET, LATER, ROW };

static const struct kind {
    enum task task;
    unsigned size; /* enum size, or ROW and N words */
} kinds[ACTION_KINDS] = {
    [ACTION_SEND_WORD] = {SENDS, WORD},       [ACTION_SEND_SMALL] = {SENDS, SMALL},
    [ACTION_SEND_SLOT] = {SENDS, SLOT},       [ACTION_SEND_SLOTS] = {SENDS, SLOTS},
    [ACTION_SEND_LONG] = {SENDS, LONG},       [ACTION_SEND_ROW_1] = {SENDS, ROW + 1},
    [ACTION_SEND_ROW_2] = {SENDS, ROW + 2},   [ACTION_SEND_ROW_4] = {SENDS, ROW + 4},
    [ACTION_SEND_ROW_8] = {SENDS, ROW + 8},   [ACTION_SEND_SET] = {SENDS, SET},
    [ACTION_TAKE_WORD] = {TAKES, WORD},       [ACTION_TAKE_SMALL] = {TAKES, SMALL},
    [ACTION_TAKE_SLOT] = {TAKES, SLOT},       [ACTION_TAKE_SLOTS] = {TAKES, SLOTS},
    [ACTION_TAKE_LONG] = {TAKES, LONG},       [ACTION_TAKE_ROW_1] = {TAKES, ROW + 1},
    [ACTION_TAKE_ROW_2] = {TAKES, ROW + 2},   [ACTION_TAKE_ROW_4] = {TAKES, ROW + 4},
    [ACTION_TAKE_ROW_8] = {TAKES, ROW + 8},   [ACTION_TAKE_SET] = {TAKES, SET},
    [ACTION_COMBINE_WORD] = {COMBINES, WORD}, [ACTION_COMBINE_SMALL] = {COMBINES, SMALL},
    [ACTION_COMBINE_SLOT] = {COMBINES, SLOT}, [ACTION_COMBINE_SLOTS] = {COMBINES, SLOTS},
    [ACTION_COMBINE_LONG] = {COMBINES, LONG}, [ACTION_COMBINE_OWN] = {COMBINES, ANY},
    [ACTION_COMBINE_RIGHT] = {COMBINES, ANY}, [ACTION_RELAY_WORD] = {RELAYS, WORD},
    [ACTION_RELAY_SMALL] = {RELAYS, SMALL},   [ACTION_RELAY_SLOT] = {RELAYS, SLOT},
    [ACTION_RELAY_SLOTS] = {RELAYS, SLOTS},   [ACTION_RELAY_LONG] = {RELAYS, LONG},
    [ACTION_RELAY_ANY] = {RELAYS, LATER},     [ACTION_RELAY_WHOLE] = {RELAYS, ANY},
    [ACTION_COPY_WORD] = {INSIDE, WORD},      [ACTION_APPLY_LEFT] = {APPLIES, ANY},
    [ACTION_APPLY_RIGHT] = {APPLIES, ANY},
};

static const struct kind *kind_of(const struct action *action) {
    return &kinds[action->kind];
}

bool kind_is_set(const struct action *action) {
    return kind_of(action)->size == SET || kind_of(action)->size > ROW;
}

bool kind_sends(const struct action *action) {
    return kind_of(action)->task == SENDS;
}

bool kind_takes(const struct action *action) {
    return kind_of(action)->task == TAKES;
}

bool kind_relays(const struct action *action) {
    return kind_of(action)->task == RELAYS;
}

bool kind_combines(const struct action *action) {
    return kind_of(action)->task == COMBINES;
}

bool kind_is_group(const struct action *action) {
    return action->kind == ACTION_ANY_ORDER || action->kind == ACTION_TOGETHER;
}

bool kind_has_packet(const struct action *action) {
    return kind_sends(action) || kind_takes(action) || kind_relays(action) || kind_combines(action);
}

bool kind_has_place(const struct action *action) {
    return action->bytes > 0 && (!kind_relays(action) || action->kind == ACTION_RELAY_WHOLE);
}

bool kind_has_source(const struct action *action) {
    return action->bytes > 0 && !kind_is_set(action) &&
           (kind_combines(action) || !kind_has_packet(action));
}

/* Whether a set is a row of stretches of N words: their blocks' numbers differ in adjacent
 * bits. */
static bool is_row_of(const struct action *action, size_t words) {
    uint32_t bits = action->source.buffer;
    while (bits != 0 && bits % 2 == 0)
        bits /= 2;
    return bits != 0 && (bits & (bits + 1)) == 0 &&
           (size_t)action->source.offset << action->count == words * sizeof(uint64_t);
}

bool kind_has_right_size(const struct action *action, size_t element) {
    const size_t slot = CUBE_SLOT_BYTES - sizeof(struct cube_header), vector = 16;
    const size_t bytes = action->bytes;
    enum task task = kind_of(action)->task;
    if ((task == COMBINES || task == APPLIES) && (element == 0 || bytes % element != 0))
        return false;
    switch (kind_of(action)->size) {
    case WORD:
        return bytes == sizeof(uint64_t);
    case SMALL:
        return bytes < vector;
    case SLOT:
        return bytes >= vector && bytes <= slot;
    case SLOTS:
        return bytes > slot && bytes <= CUBE_SLOT_BYTES;
    case LONG:
        return bytes > CUBE_SLOT_BYTES;
    case LATER:
        return bytes == ACTION_ANY_BYTES;
    case ANY:
    case SET:
        return true;
    default:
        return is_row_of(action, kind_of(action)->size - ROW);
    }
}

/* ---- Memory ---- */

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
