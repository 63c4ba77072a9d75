#include "collectives/run/kept/plan_resize.h"

#include "collectives/run/kept/action_size.h"
#include "collectives/run/kept/plan_cache.h"
#include "collectives/run/pieces/pieces.h"
#include "collectives/run/plan_run.h"
#include "collectives/run/workspace.h"

/* From blocks of one size to those of another. */
struct resize {
    struct layout from;
    struct layout to;
    const struct plan *kept;
};

static inline bool is_uneven(const struct layout *layout) {
    return layout->longer > 0;
}

/* ---- Places ---- */

/* Returns where, after the change of size, the block begins or ends that began or ended `offset`
 * bytes behind the beginning of its area. If `even`, all blocks have one size, before and after. */
ALWAYS_INLINE size_t resize_offset(const struct resize *resize, size_t offset, bool even) {
    if (even)
        return offset / resize->from.bytes * resize->to.bytes;
    return layout_offset(&resize->to, layout_block(&resize->from, offset));
}

/* Where an area begins in its buffer, before and after. */
struct area_begin {
    size_t from;
    size_t to;
};

/* Returns where the area with byte `offset` of the kept plan's scratch memory begins. */
static COLD struct area_begin scratch_area(const struct resize *resize, size_t offset) {
    const struct plan *kept = resize->kept;
    struct area_begin area = {0, 0}, next = area;
    for (uint32_t k = 0; k < kept->scratch_areas && next.from <= offset; k++) {
        area = next;
        next.from += element_room(layout_offset(&resize->from, kept->scratch_blocks[k]));
        next.to += element_room(layout_offset(&resize->to, kept->scratch_blocks[k]));
    }
    return area;
}

/* Returns where the scratch areas end. */
static size_t scratch_end(const struct plan *plan, const struct layout *layout) {
    size_t end = 0;
    for (uint32_t k = 0; k < plan->scratch_areas; k++)
        end += element_room(layout_offset(layout, plan->scratch_blocks[k]));
    return end;
}

/* Some bytes of whole blocks. */
struct stretch {
    struct place place;
    uint32_t bytes;
};

ALWAYS_INLINE struct stretch resize_stretch(const struct resize *resize, struct place place,
                                            uint32_t bytes, bool even) {
    struct area_begin area = {0, 0};
    if (UNLIKELY(place.buffer == BUFFER_SCRATCH))
        area = scratch_area(resize, place.offset);
    size_t offset = place.offset - area.from;
    size_t begin = resize_offset(resize, offset, even);
    size_t end = even ? begin + resize_offset(resize, bytes, even)
                      : resize_offset(resize, offset + bytes, even);
    return (struct stretch){{place.buffer, (uint32_t)(area.to + begin)}, (uint32_t)(end - begin)};
}

/* ---- Actions ---- */

/* What of an action is measured in blocks. This depends on its kind. */
enum role {
    NOTHING,  /* nothing, or only the nodes at the ends of a relay know it */
    PACKET,   /* the bytes at its place; what is relayed from ring to ring has no place, but its
                 size is that of as many blocks at the beginning of the input, because all its
                 blocks are of one size */
    COMBINED, /* the bytes at its place, and its source */
    MOVED,    /* the bytes at its source, and its place */
    SET,      /* the bytes at its place, which is a set of blocks */
};
static const uint8_t role_of[ACTION_KINDS] = {
    [ACTION_SEND_WORD... ACTION_TAKE_LONG] = PACKET,
    [ACTION_COMBINE_WORD... ACTION_COMBINE_RIGHT] = COMBINED,
    [ACTION_RELAY_WORD... ACTION_RELAY_LONG] = PACKET,
    [ACTION_RELAY_WHOLE] = PACKET,
    [ACTION_COPY_WORD... ACTION_APPLY_RIGHT] = MOVED,
    [ACTION_SEND_ROW_1... ACTION_TAKE_SET] = SET,
};

/* Resizes a set of blocks. It keeps its bits; its kind depends on the size of a stretch. */
static void resize_set(const struct resize *resize, struct action *action) {
    uint8_t row_1 = action_sends(action) ? ACTION_SEND_ROW_1 : ACTION_TAKE_ROW_1;
    action->source.offset = (uint32_t)resize->to.bytes;
    action->kind = set_kind(row_1, action->source.buffer, set_stretch(action));
}

/* Resizes an action inside the node, or the action of a set. */
static void resize_other(const struct resize *resize, struct action *action, enum role role) {
    uint32_t before = action->bytes;
    const struct stretch place = resize_stretch(resize, action->place, before, false);
    action->place = place.place;
    if (role == SET) {
        action->bytes = place.bytes;
        resize_set(resize, action);
    } else {
        const struct stretch source = resize_stretch(resize, action->source, before, false);
        action->source = source.place;
        action->bytes = source.bytes;
        action->kind = kind_resized(action->kind, before, source.bytes);
    }
}

/* Resizes all actions of a plan, which are those of the kept one. */
ALWAYS_INLINE void resize_all(const struct resize *resize, struct plan *plan, bool even) {
    struct action *end = plan->action + plan->length;
    for (struct action *action = plan->action; action < end; action++) {
        enum role role = role_of[action->kind];
        if (UNLIKELY(role == NOTHING))
            continue;
        if (UNLIKELY(role > COMBINED)) {
            resize_other(resize, action, role);
            continue;
        }
        uint32_t before = action->bytes;
        const struct stretch after = resize_stretch(resize, action->place, before, even);
        if (role == COMBINED)
            action->source = resize_stretch(resize, action->source, 0, even).place;
        action->place = after.place;
        action->bytes = after.bytes;
        if (UNLIKELY(after.bytes <= COPY_RUN || before <= COPY_RUN))
            action->kind = kind_resized(action->kind, before, after.bytes);
    }
}

/* ---- A plan ---- */

/* Whether lowering might write other actions: packets that go piece by piece, packets whose kind
 * depends on whether all blocks are of one size, or no actions at all, for blocks without bytes. */
static bool may_differ(const struct resize *resize) {
    const struct layout *from = &resize->from, *to = &resize->to;
    if (from->bytes == 0 || to->bytes == 0)
        return true;
    size_t blocks = resize->kept->longest / from->bytes; /* of the longest packet, or a few more */
    size_t longest = (blocks > 0 ? blocks : 1) * (to->bytes + to->element);
    return !pieces_alone(longest) ||
           (resize->kept->depends_on_evenness && is_uneven(from) != is_uneven(to));
}

struct plan *plan_resized(const struct plan *kept, const struct request *request) {
    const struct plan_key *key = &kept->key;
    size_t element = key->type_copy.bytes == 0 ? 1 : key->type_copy.bytes;
    const struct resize resize = {.from = layout_of(key->size, element, kept->parts),
                                  .to = layout_of(request->size, element, kept->parts),
                                  .kept = kept};
    if (may_differ(&resize))
        return NULL;
    struct plan *plan = plan_keep_like(kept, request);
    if (!plan)
        return NULL;
    bool even = !is_uneven(&resize.from) && !is_uneven(&resize.to);
    if (even)
        resize_all(&resize, plan, true);
    else
        resize_all(&resize, plan, false);
    plan->longest = (uint32_t)(kept->longest / resize.from.bytes *
                               (resize.to.bytes + (even ? 0 : resize.to.element)));
    if (plan->scratch_bytes > 0)
        plan_set_scratch(plan, scratch_end(kept, &resize.to));
    plan_ready(plan);
    return plan;
}
