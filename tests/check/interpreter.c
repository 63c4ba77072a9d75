#include "tests/check/interpreter.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/check/room.h"

/* ---- Symbols ---- */

/* The finalizer of SplitMix64 (Steele, Lea and Flood 2014): every bit moves every other. */
static uint64_t mix(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

symbol symbol_of(uint32_t base, uint32_t rank, uint32_t block, size_t offset) {
    uint64_t which = ((uint64_t)base << 8 | rank) << 16 | block;
    /* As a map, a symbol has an odd a, so that it does not lose what was combined before it. */
    return mix(which << 24 | offset) | UINT64_C(1) << 32;
}

/* The upper half of a symbol is a, the lower b. */
symbol symbol_combine(bool commutes, symbol left, symbol right) {
    if (commutes)
        return left + right;
    uint32_t a = (uint32_t)(left >> 32), b = (uint32_t)left;
    uint32_t then_a = (uint32_t)(right >> 32), then_b = (uint32_t)right;
    return (uint64_t)(then_a * a) << 32 | (uint32_t)(then_a * b + then_b);
}

/* ---- What is wrong ---- */

static bool wrong(struct interpretation *all, uint32_t node, uint32_t index, const char *format,
                  ...) __attribute__((format(printf, 4, 5)));

static bool wrong(struct interpretation *all, uint32_t node, uint32_t index, const char *format,
                  ...) {
    int used = snprintf(all->message, sizeof all->message, "node %u, action %u: ", node, index);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(all->message + used, sizeof all->message - (size_t)used, format, arguments);
    va_end(arguments);
    return false;
}

/* ---- Actions as data ---- */

static bool is_set(const struct action *action) {
    return (action->kind >= ACTION_SEND_ROW_1 && action->kind <= ACTION_SEND_SET) ||
           (action->kind >= ACTION_TAKE_ROW_1 && action->kind <= ACTION_TAKE_SET);
}

static bool sends(const struct action *action) {
    switch (action->kind) {
    case ACTION_SEND_WORD:
    case ACTION_SEND_SLOT:
    case ACTION_SEND_SLOTS:
    case ACTION_SEND_LONG:
    case ACTION_SEND_ROW_1:
    case ACTION_SEND_ROW_2:
    case ACTION_SEND_ROW_4:
    case ACTION_SEND_ROW_8:
    case ACTION_SEND_SET:
        return true;
    default:
        return false;
    }
}

static bool takes(const struct action *action) {
    switch (action->kind) {
    case ACTION_TAKE_WORD:
    case ACTION_TAKE_SLOT:
    case ACTION_TAKE_SLOTS:
    case ACTION_TAKE_LONG:
    case ACTION_TAKE_ROW_1:
    case ACTION_TAKE_ROW_2:
    case ACTION_TAKE_ROW_4:
    case ACTION_TAKE_ROW_8:
    case ACTION_TAKE_SET:
        return true;
    default:
        return false;
    }
}

static bool relays(const struct action *action) {
    return action->kind >= ACTION_RELAY_WORD && action->kind <= ACTION_RELAY_WHOLE;
}

static bool combines(const struct action *action) {
    switch (action->kind) {
    case ACTION_COMBINE_WORD:
    case ACTION_COMBINE_SLOT:
    case ACTION_COMBINE_SLOTS:
    case ACTION_COMBINE_LONG:
    case ACTION_COMBINE_OWN:
    case ACTION_COMBINE_RIGHT:
        return true;
    default:
        return false;
    }
}

static bool is_group(const struct action *action) {
    return action->kind == ACTION_ANY_ORDER || action->kind == ACTION_TOGETHER;
}

static bool has_packet(const struct action *action) {
    return sends(action) || takes(action) || relays(action) || combines(action);
}

/* Whether an action uses the memory at its place. */
static bool has_place(const struct action *action) {
    return action->bytes > 0 && (!relays(action) || action->kind == ACTION_RELAY_WHOLE);
}

/* Whether a set is a row of stretches of so many words: their blocks' numbers differ in adjacent
 * bits. */
static bool is_row_of(const struct action *action, size_t words) {
    uint32_t bits = action->source.buffer;
    while (bits != 0 && bits % 2 == 0)
        bits /= 2;
    return bits != 0 && (bits & (bits + 1)) == 0 &&
           (size_t)action->source.offset << action->count == words * sizeof(uint64_t);
}

/* Whether an action's kind is made for its size. */
static bool has_right_size(const struct interpretation *all, const struct action *action) {
    size_t element = all->element, slot = CUBE_SLOT_BYTES - sizeof(struct cube_header);
    bool whole = element > 0 && action->bytes % element == 0;
    bool in_slots = action->bytes > slot && action->bytes <= CUBE_SLOT_BYTES;
    switch (action->kind) {
    case ACTION_SEND_WORD:
    case ACTION_TAKE_WORD:
    case ACTION_RELAY_WORD:
    case ACTION_COPY_WORD:
        return action->bytes == sizeof(uint64_t);
    case ACTION_COMBINE_WORD:
        return action->bytes == sizeof(uint64_t) && whole;
    case ACTION_SEND_SLOT:
    case ACTION_TAKE_SLOT:
    case ACTION_RELAY_SLOT:
        return action->bytes <= slot;
    case ACTION_COMBINE_SLOT:
        return action->bytes <= slot && whole;
    case ACTION_SEND_SLOTS:
    case ACTION_TAKE_SLOTS:
    case ACTION_RELAY_SLOTS:
        return in_slots;
    case ACTION_COMBINE_SLOTS:
        return in_slots && whole;
    case ACTION_SEND_LONG:
    case ACTION_TAKE_LONG:
    case ACTION_RELAY_LONG:
        return action->bytes > CUBE_SLOT_BYTES;
    case ACTION_COMBINE_LONG:
        return action->bytes > CUBE_SLOT_BYTES && whole;
    case ACTION_RELAY_ANY:
        return action->bytes == ACTION_ANY_BYTES;
    case ACTION_SEND_ROW_1:
    case ACTION_TAKE_ROW_1:
        return is_row_of(action, 1);
    case ACTION_SEND_ROW_2:
    case ACTION_TAKE_ROW_2:
        return is_row_of(action, 2);
    case ACTION_SEND_ROW_4:
    case ACTION_TAKE_ROW_4:
        return is_row_of(action, 4);
    case ACTION_SEND_ROW_8:
    case ACTION_TAKE_ROW_8:
        return is_row_of(action, 8);
    case ACTION_COMBINE_OWN:
    case ACTION_COMBINE_RIGHT:
    case ACTION_APPLY_LEFT:
    case ACTION_APPLY_RIGHT:
        return whole;
    default:
        return true;
    }
}

/* ---- Memory ---- */

/* The bytes at a place: of a set of blocks, in stretches. */
struct extent {
    uint32_t buffer;
    size_t first;
    size_t stretch; /* how many bytes follow each other */
    uint32_t free;  /* bits each subset of which is the number of a block */
    size_t block;   /* bytes of such a block, at which a stretch begins */
};

static struct extent extent_at(struct place place, size_t bytes) {
    return (struct extent){.buffer = place.buffer, .first = place.offset, .stretch = bytes};
}

static struct extent extent_of(const struct action *action) {
    struct extent extent = extent_at(action->place, action->bytes);
    if (is_set(action)) {
        extent.free = action->source.buffer;
        extent.block = action->source.offset;
        extent.stretch = extent.block << action->count;
    }
    return extent;
}

static uint32_t stretches(const struct extent *extent) {
    return 1u << __builtin_popcount(extent->free);
}

/* Where stretch `k` begins. Its block has the bits of k at the places of the free bits. */
static size_t stretch_at(const struct extent *extent, uint32_t k) {
    size_t block = 0;
    for (uint32_t free = extent->free; free != 0; free &= free - 1, k /= 2)
        block += (k % 2) * (free & -free);
    return extent->first + block * extent->block;
}

static bool is_inside(const struct planned_node *node, const struct extent *extent) {
    uint32_t last = stretches(extent) - 1;
    return extent->buffer < BUFFERS &&
           stretch_at(extent, last) + extent->stretch <= node->bytes[extent->buffer] &&
           (node->plan->buffers >> extent->buffer & 1) != 0;
}

static bool overlap(const struct planned_node *node, const struct extent *one,
                    const struct extent *other) {
    if (node->memory[one->buffer] != node->memory[other->buffer])
        return false;
    for (uint32_t k = 0; k < stretches(one); k++)
        for (uint32_t j = 0; j < stretches(other); j++) {
            size_t a = stretch_at(one, k), b = stretch_at(other, j);
            if (a < b + other->stretch && b < a + one->stretch)
                return true;
        }
    return false;
}

/* Whether two places are the same bytes in the same order. */
static bool are_same(const struct planned_node *node, const struct extent *one,
                     const struct extent *other) {
    bool same = node->memory[one->buffer] == node->memory[other->buffer] &&
                stretches(one) * one->stretch == stretches(other) * other->stretch;
    for (uint32_t k = 0; same && k < stretches(one); k++)
        same = stretches(one) == stretches(other) && stretch_at(one, k) == stretch_at(other, k);
    return same;
}

static symbol *memory_at(const struct planned_node *node, struct place place) {
    return node->memory[place.buffer] + place.offset;
}

/* ---- Links ---- */

static struct wire *wire_from(const struct interpretation *all, uint32_t node, uint32_t port) {
    return &all->wire[node * CUBE_MAX_DIMENSION + port];
}

/* Puts a packet on a link, behind all others. Returns where its symbols are to be written. */
static symbol *put(struct wire *wire, const struct action *action, size_t bytes) {
    wire->packet = room_for(wire->packet, wire->packets, 1, sizeof *wire->packet);
    wire->symbol = room_for(wire->symbol, wire->symbols, bytes, sizeof *wire->symbol);
    wire->packet[wire->packets++] = (struct passed){
        .step = (uint32_t)action->header,
        .operation = (uint32_t)(action->header >> 32),
        .bytes = bytes,
        .first = wire->symbols,
    };
    wire->symbols += bytes;
    return wire->symbol + wire->symbols - bytes;
}

/* ---- What actions do ----
 *
 * Each function says whether the action has been done. If not, it has to wait, or is wrong. */

static bool do_send(const struct interpretation *all, uint32_t v, const struct action *action) {
    const struct planned_node *node = &all->node[v];
    const struct extent from = extent_of(action);
    symbol *to = put(wire_from(all, v, action->port), action, action->bytes);
    for (uint32_t k = 0; action->bytes > 0 && k < stretches(&from); k++, to += from.stretch)
        memcpy(to, node->memory[from.buffer] + stretch_at(&from, k), from.stretch * sizeof *to);
    return true;
}

/* Takes a packet to its place, or combines it with what is at `source`. */
static void keep(const struct interpretation *all, uint32_t v, const struct action *action,
                 const symbol *arrived) {
    const struct planned_node *node = &all->node[v];
    const struct extent to = extent_of(action);
    for (uint32_t k = 0; !combines(action) && k < stretches(&to); k++, arrived += to.stretch)
        memcpy(node->memory[to.buffer] + stretch_at(&to, k), arrived, to.stretch * sizeof *arrived);
    for (size_t b = 0; combines(action) && b < action->bytes; b++) {
        symbol with = memory_at(node, action->source)[b];
        bool right = action->kind == ACTION_COMBINE_RIGHT;
        memory_at(node, action->place)[b] =
            symbol_combine(all->commutes, right ? with : arrived[b], right ? arrived[b] : with);
    }
}

/* Takes, combines or relays the next packet of the action's link, if there is one. */
static bool do_arrival(struct interpretation *all, uint32_t v, const struct action *action) {
    struct wire *wire = wire_from(all, v ^ 1u << action->port, action->port);
    if (wire->taken == wire->packets)
        return false;
    struct passed packet = wire->packet[wire->taken++];
    if (packet.step != (uint32_t)action->header || packet.operation != action->header >> 32)
        return wrong(all, v, all->node[v].next, "a packet of step %u in step %u", packet.step,
                     (uint32_t)action->header);
    bool any = action->kind == ACTION_RELAY_ANY;
    if (!any && packet.bytes != action->bytes)
        return wrong(all, v, all->node[v].next, "%zu bytes arrive, not %u", packet.bytes,
                     action->bytes);
    if (has_place(action))
        keep(all, v, action, wire->symbol + packet.first);
    if (relays(action)) {
        symbol *to = put(wire_from(all, v, action->leave), action, packet.bytes);
        memcpy(to, wire->symbol + packet.first, packet.bytes * sizeof *to);
    }
    return true;
}

static bool do_inside(const struct interpretation *all, uint32_t v, const struct action *action) {
    const struct planned_node *node = &all->node[v];
    symbol *to = memory_at(node, action->place);
    const symbol *from = memory_at(node, action->source);
    for (size_t b = 0; b < action->bytes; b++) {
        if (action->kind == ACTION_APPLY_LEFT)
            to[b] = symbol_combine(all->commutes, from[b], to[b]);
        else if (action->kind == ACTION_APPLY_RIGHT)
            to[b] = symbol_combine(all->commutes, to[b], from[b]);
        else
            to[b] = from[b];
    }
    return true;
}

static bool do_action(struct interpretation *all, uint32_t v, const struct action *action) {
    if (sends(action))
        return do_send(all, v, action);
    return has_packet(action) ? do_arrival(all, v, action) : do_inside(all, v, action);
}

/* ---- What can be said of an action before it is done ---- */

static bool has_source(const struct action *action) {
    return action->bytes > 0 && !is_set(action) && (combines(action) || !has_packet(action));
}

static bool check_memory(struct interpretation *all, uint32_t v, const struct action *action) {
    struct planned_node *node = &all->node[v];
    uint32_t index = (uint32_t)(action - node->plan->action);
    if (has_place(action)) {
        struct extent extent = extent_of(action);
        if (!is_inside(node, &extent))
            return wrong(all, v, index, "its place is in no buffer");
        if (stretches(&extent) * extent.stretch != action->bytes)
            return wrong(all, v, index, "its set has not so many bytes");
        if (!sends(action))
            node->writes |= 1u << extent.buffer;
    }
    if (has_source(action)) {
        struct extent place = extent_of(action), source = extent_at(action->source, action->bytes);
        if (!is_inside(node, &source))
            return wrong(all, v, index, "its source is in no buffer");
        if (overlap(node, &place, &source) && !are_same(node, &place, &source))
            return wrong(all, v, index, "its place overlaps its source");
    }
    return true;
}

/* A packet by itself takes half a ring at most, and a slot is left for its being cut. Of one that
 * is relayed by nodes that do not know its size, the ends of its way are looked at. */
static bool fits(const struct interpretation *all, const struct action *action) {
    if (action->kind == ACTION_RELAY_ANY)
        return true;
    uint64_t bytes = sizeof(struct cube_header) + (uint64_t)action->bytes;
    uint64_t slots = (bytes + CUBE_SLOT_BYTES - 1) / CUBE_SLOT_BYTES;
    return slots + 1 <= all->slots / 2;
}

static bool check_packet(struct interpretation *all, uint32_t v, const struct action *action,
                         bool together) {
    struct planned_node *node = &all->node[v];
    uint32_t index = (uint32_t)(action - node->plan->action), step = (uint32_t)action->header;
    if (action->port >= all->dimension || (relays(action) && action->leave >= all->dimension))
        return wrong(all, v, index, "there is no port %u", action->port);
    if (!together && !fits(all, action))
        return wrong(all, v, index, "%u bytes go alone", action->bytes);
    if (step < node->step || (step > node->step && node->in_step))
        return wrong(all, v, index, "step %u begins in step %u", step, node->step);
    node->step = step;
    node->in_step = all->recorded;
    return true;
}

static bool check_action(struct interpretation *all, uint32_t v, const struct action *action,
                         bool together) {
    struct planned_node *node = &all->node[v];
    uint32_t index = (uint32_t)(action - node->plan->action);
    if (action->kind == ACTION_END || action->kind >= ACTION_KINDS || is_group(action))
        return wrong(all, v, index, "kind %u", action->kind);
    if (!has_right_size(all, action))
        return wrong(all, v, index, "%u bytes for kind %u", action->bytes, action->kind);
    return check_memory(all, v, action) &&
           (!has_packet(action) || check_packet(all, v, action, together));
}

/* Checks that what is stored or combined overwrites nothing that the other action needs. It may
 * come to the very place from which a packet leaves on the same port, and several packets may be
 * combined into one place. */
static bool check_pair(struct interpretation *all, uint32_t v, const struct action *written,
                       const struct action *other) {
    const struct planned_node *node = &all->node[v];
    if (written == other || sends(written) || !has_place(written) || !has_place(other))
        return true;
    struct extent one = extent_of(written), two = extent_of(other);
    if (!overlap(node, &one, &two) ||
        (are_same(node, &one, &two) &&
         (sends(other) ? other->port == written->port : combines(written) && combines(other))))
        return true;
    return wrong(all, v, (uint32_t)(written - node->plan->action), "it writes what action %u uses",
                 (uint32_t)(other - node->plan->action));
}

static bool check_group(struct interpretation *all, uint32_t v, const struct action *group) {
    struct planned_node *node = &all->node[v];
    const struct action *end = group + 1 + group->count;
    bool together = group->kind == ACTION_TOGETHER;
    if (group->count == 0 || group->count > 2 * CUBE_MAX_DIMENSION ||
        end > node->plan->action + node->plan->length)
        return wrong(all, v, node->next, "%u actions in any order", group->count);
    for (const struct action *action = group + 1; action < end; action++) {
        if (!has_packet(action) || (!relays(action) && !together))
            return wrong(all, v, node->next, "kind %u in any order", action->kind);
        if (!check_action(all, v, action, together))
            return false;
        for (const struct action *other = group + 1; other < end; other++)
            if (!check_pair(all, v, action, other))
                return false;
    }
    return true;
}

/* ---- The course of a plan ---- */

/* Does as much of a group as it can: first what leaves, and then what arrives, the last action
 * first. But what is combined waits until all that is combined before it has been. Returns whether
 * anything was done. */
static bool do_group(struct interpretation *all, uint32_t v, const struct action *group) {
    struct planned_node *node = &all->node[v];
    uint32_t begun = node->open, combining = 0;
    for (uint32_t k = 0; k < group->count; k++) {
        const struct action *action = &group[1 + k];
        if ((node->open >> k & 1) && sends(action) && do_send(all, v, action))
            node->open &= ~(1u << k);
        if ((node->open >> k & 1) && combines(action) && combining == 0)
            combining = 1u << k;
    }
    for (uint32_t k = group->count; k-- > 0;) {
        const struct action *action = &group[1 + k];
        bool may = !combines(action) || combining == 1u << k;
        if ((node->open >> k & 1) && may && do_arrival(all, v, action))
            node->open &= ~(1u << k);
    }
    return node->open != begun;
}

/* Ends a step. */
static bool do_record(struct interpretation *all, uint32_t v, const struct action *action) {
    struct planned_node *node = &all->node[v];
    if (!node->in_step || (uint32_t)action->header != node->step)
        return wrong(all, v, node->next, "the end of step %u in step %u", (uint32_t)action->header,
                     node->step);
    node->in_step = false;
    return true;
}

/* Does the next action of a node, or what it can of several. Returns whether anything was done. */
static bool do_next(struct interpretation *all, uint32_t v) {
    struct planned_node *node = &all->node[v];
    if (node->next == node->plan->length)
        return false;
    const struct action *action = &node->plan->action[node->next];
    if (action->kind == ACTION_END) {
        bool last = ++node->next == node->plan->length;
        return last || wrong(all, v, node->next - 1, "an end before the end");
    }
    if (is_group(action)) {
        bool begins = node->open == 0;
        if (begins && !check_group(all, v, action))
            return false;
        if (begins)
            node->open = (1u << action->count) - 1;
        bool done = do_group(all, v, action);
        if (node->open == 0)
            node->next += 1u + action->count;
        return done;
    }
    bool done = action->kind == ACTION_STEP_DONE
                    ? do_record(all, v, action)
                    : check_action(all, v, action, false) && do_action(all, v, action);
    node->next += done;
    return done;
}

bool interpret(struct interpretation *all) {
    uint32_t nodes = 1u << all->dimension;
    bool moved = true;
    all->message[0] = '\0';
    all->wire = calloc((size_t)nodes * CUBE_MAX_DIMENSION, sizeof *all->wire);
    if (all->wire == NULL)
        abort();
    while (moved && all->message[0] == '\0') {
        moved = false;
        for (uint32_t v = 0; v < nodes; v++)
            while (all->message[0] == '\0' && do_next(all, v))
                moved = true;
    }
    for (uint32_t v = 0; v < nodes && all->message[0] == '\0'; v++) {
        const struct planned_node *node = &all->node[v];
        if (node->next < node->plan->length)
            wrong(all, v, node->next, "it waits for ever");
        else if (node->in_step)
            wrong(all, v, node->next, "step %u has no end", node->step);
        for (uint32_t port = 0; port < all->dimension; port++)
            if (wire_from(all, v, port)->taken < wire_from(all, v, port)->packets)
                wrong(all, v, node->next, "a packet on port %u that nobody takes", port);
    }
    return all->message[0] == '\0';
}

void interpret_end(struct interpretation *all) {
    for (size_t w = 0; w < (size_t)CUBE_MAX_DIMENSION << all->dimension; w++) {
        free(all->wire[w].packet);
        free(all->wire[w].symbol);
    }
    free(all->wire);
    all->wire = NULL;
}
