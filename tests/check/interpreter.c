#include "tests/check/interpreter.h"

#include <stdlib.h>
#include <string.h>

#include "programs/wormhole/random.h"
#include "tests/check/actions.h"
#include "tests/check/room.h"
#include "tests/check/rules.h"

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
