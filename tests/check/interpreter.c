#include "tests/check/interpreter.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "programs/wormhole/random.h"
#include "tests/check/actions.h"
#include "tests/check/interpretation.h"
#include "tests/check/room.h"

/* ---- The rules that every plan keeps ---- */

/* Writes an error of action `index` of a node into the interpretation's message. Returns false. */
static bool rule_broken(struct interpretation *all, uint32_t node, uint32_t index,
                        const char *format, ...) {
    int used = snprintf(all->message, sizeof all->message, "node %u, action %u: ", node, index);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(all->message + used, sizeof all->message - (size_t)used, format, arguments);
    va_end(arguments);
    return false;
}

/* ---- One action ---- */

static bool check_memory(struct interpretation *all, uint32_t v, const struct action *action) {
    struct planned_node *node = &all->node[v];
    uint32_t index = (uint32_t)(action - node->plan->action);
    if (kind_has_place(action)) {
        struct extent extent = extent_of(action);
        if (!extent_is_inside(node, &extent))
            return rule_broken(all, v, index, "its place is in no buffer");
        if (extent_stretches(&extent) * extent.stretch != action->bytes)
            return rule_broken(all, v, index, "its set has not so many bytes");
        if (!kind_sends(action))
            node->writes |= 1u << extent.buffer;
    }
    if (kind_has_source(action)) {
        struct extent place = extent_of(action), source = extent_at(action->source, action->bytes);
        if (!extent_is_inside(node, &source))
            return rule_broken(all, v, index, "its source is in no buffer");
        if (extents_overlap(node, &place, &source) && !extents_are_same(node, &place, &source))
            return rule_broken(all, v, index, "its place overlaps its source");
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
    if (action->port >= all->dimension || (kind_relays(action) && action->leave >= all->dimension))
        return rule_broken(all, v, index, "there is no port %u", action->port);
    if (!together && !fits(all, action))
        return rule_broken(all, v, index, "%u bytes go alone", action->bytes);
    if (step < node->step || (step > node->step && node->in_step))
        return rule_broken(all, v, index, "step %u begins in step %u", step, node->step);
    node->step = step;
    node->in_step = all->recorded;
    return true;
}

/* Checks an action that node `v` is about to do: its kind, its size, the memory that it uses, its
 * port and its step; and, unless it goes on `together` with others, piece by piece, that its packet
 * fits in half a ring. Returns false, with a message, if it breaks a rule. */
static bool rules_of_action(struct interpretation *all, uint32_t v, const struct action *action,
                            bool together) {
    struct planned_node *node = &all->node[v];
    uint32_t index = (uint32_t)(action - node->plan->action);
    if (action->kind == ACTION_END || action->kind >= ACTION_KINDS || kind_is_group(action))
        return rule_broken(all, v, index, "kind %u", action->kind);
    if (!kind_has_right_size(action, all->element))
        return rule_broken(all, v, index, "%u bytes for kind %u", action->bytes, action->kind);
    return check_memory(all, v, action) &&
           (!kind_has_packet(action) || check_packet(all, v, action, together));
}

/* ---- Several, in any order or together ---- */

/* Checks that what is stored or combined overwrites nothing that the other action needs. It may
 * come to the very place from which a packet leaves on the same port, and several packets may be
 * combined into one place. */
static bool check_pair(struct interpretation *all, uint32_t v, const struct action *written,
                       const struct action *other) {
    const struct planned_node *node = &all->node[v];
    if (written == other || kind_sends(written) || !kind_has_place(written) ||
        !kind_has_place(other))
        return true;
    struct extent one = extent_of(written), two = extent_of(other);
    if (!extents_overlap(node, &one, &two) ||
        (extents_are_same(node, &one, &two) &&
         (kind_sends(other) ? other->port == written->port
                            : kind_combines(written) && kind_combines(other))))
        return true;
    return rule_broken(all, v, (uint32_t)(written - node->plan->action),
                       "it writes what action %u uses", (uint32_t)(other - node->plan->action));
}

/* Checks the actions that follow `group`, which are done in any order or together: each by itself,
 * and that none of them writes what another one uses. Returns false, with a message, if one breaks
 * a rule. */
static bool rules_of_group(struct interpretation *all, uint32_t v, const struct action *group) {
    struct planned_node *node = &all->node[v];
    const struct action *end = group + 1 + group->count;
    bool together = group->kind == ACTION_TOGETHER;
    if (group->count == 0 || group->count > 2 * CUBE_MAX_DIMENSION ||
        end > node->plan->action + node->plan->length)
        return rule_broken(all, v, node->next, "%u actions in any order", group->count);
    for (const struct action *action = group + 1; action < end; action++) {
        if (!kind_has_packet(action) || (!kind_relays(action) && !together))
            return rule_broken(all, v, node->next, "kind %u in any order", action->kind);
        if (!rules_of_action(all, v, action, together))
            return false;
        for (const struct action *other = group + 1; other < end; other++)
            if (!check_pair(all, v, action, other))
                return false;
    }
    return true;
}

/* ---- Symbols ---- */

symbol symbol_of(uint32_t base, uint32_t rank, uint32_t block, size_t offset) {
    uint64_t which = ((uint64_t)base << 8 | rank) << 16 | block;
    /* As a map, a symbol has an odd a, so that it is invertible. */
    return random_word(&(struct random){which << 24 | offset}) | UINT64_C(1) << 32;
}

/* The upper half of a symbol is a, the lower b. */
symbol symbol_combine(bool commutes, symbol left, symbol right) {
    if (commutes)
        return left + right;
    uint32_t a = (uint32_t)(left >> 32), b = (uint32_t)left;
    uint32_t then_a = (uint32_t)(right >> 32), then_b = (uint32_t)right;
    return (uint64_t)(then_a * a) << 32 | (uint32_t)(then_a * b + then_b);
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

static symbol *memory_at(const struct planned_node *node, struct place place) {
    return node->memory[place.buffer] + place.offset;
}

/* ---- What actions do ----
 *
 * Each function says whether the action has been done. If not, it has to wait, or is wrong. */

static bool do_send(const struct interpretation *all, uint32_t v, const struct action *action) {
    const struct planned_node *node = &all->node[v];
    const struct extent from = extent_of(action);
    symbol *to = put(wire_from(all, v, action->port), action, action->bytes);
    for (uint32_t k = 0; action->bytes > 0 && k < extent_stretches(&from); k++, to += from.stretch)
        memcpy(to, node->memory[from.buffer] + extent_begin(&from, k), from.stretch * sizeof *to);
    return true;
}

/* Takes a packet to its place, or combines it with what is at `source`. */
static void keep(const struct interpretation *all, uint32_t v, const struct action *action,
                 const symbol *arrived) {
    const struct planned_node *node = &all->node[v];
    const struct extent to = extent_of(action);
    for (uint32_t k = 0; !kind_combines(action) && k < extent_stretches(&to);
         k++, arrived += to.stretch)
        memcpy(node->memory[to.buffer] + extent_begin(&to, k), arrived,
               to.stretch * sizeof *arrived);
    for (size_t b = 0; kind_combines(action) && b < action->bytes; b++) {
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
        return rule_broken(all, v, all->node[v].next, "a packet of step %u in step %u", packet.step,
                           (uint32_t)action->header);
    bool any = action->kind == ACTION_RELAY_ANY;
    if (!any && packet.bytes != action->bytes)
        return rule_broken(all, v, all->node[v].next, "%zu bytes arrive, not %u", packet.bytes,
                           action->bytes);
    if (kind_has_place(action))
        keep(all, v, action, wire->symbol + packet.first);
    if (kind_relays(action)) {
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
    if (kind_sends(action))
        return do_send(all, v, action);
    return kind_has_packet(action) ? do_arrival(all, v, action) : do_inside(all, v, action);
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
        if ((node->open >> k & 1) && kind_sends(action) && do_send(all, v, action))
            node->open &= ~(1u << k);
        if ((node->open >> k & 1) && kind_combines(action) && combining == 0)
            combining = 1u << k;
    }
    for (uint32_t k = group->count; k-- > 0;) {
        const struct action *action = &group[1 + k];
        bool may = !kind_combines(action) || combining == 1u << k;
        if ((node->open >> k & 1) && may && do_arrival(all, v, action))
            node->open &= ~(1u << k);
    }
    return node->open != begun;
}

/* Ends a step. */
static bool do_record(struct interpretation *all, uint32_t v, const struct action *action) {
    struct planned_node *node = &all->node[v];
    if (!node->in_step || (uint32_t)action->header != node->step)
        return rule_broken(all, v, node->next, "the end of step %u in step %u",
                           (uint32_t)action->header, node->step);
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
        return last || rule_broken(all, v, node->next - 1, "an end before the end");
    }
    if (kind_is_group(action)) {
        bool begins = node->open == 0;
        if (begins && !rules_of_group(all, v, action))
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
                    : rules_of_action(all, v, action, false) && do_action(all, v, action);
    node->next += done;
    return done;
}

bool interpret(struct interpretation *all) {
    uint32_t nodes = 1u << all->dimension;
    bool moved = true;
    all->message[0] = '\0';
    all->wire = calloc((size_t)nodes * CUBE_MAX_DIMENSION, sizeof *all->wire);
    if (!all->wire)
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
            rule_broken(all, v, node->next, "it waits for ever");
        else if (node->in_step)
            rule_broken(all, v, node->next, "step %u has no end", node->step);
        for (uint32_t port = 0; port < all->dimension; port++)
            if (wire_from(all, v, port)->taken < wire_from(all, v, port)->packets)
                rule_broken(all, v, node->next, "a packet on port %u that nobody takes", port);
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
