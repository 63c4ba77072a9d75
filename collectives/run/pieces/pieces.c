#include "collectives/run/pieces/pieces.h"

#include <errno.h>

#include "collectives/run/pieces/hollow.h"
#include "collectives/run/pieces/transit.h"
#include "net/clock/time.h"
#include "net/wait.h"

/* The largest number of actions of a step that move packets: one out and one in on each port. */
enum { MOST_TOGETHER = 2 * CUBE_MAX_DIMENSION };

/* ---- One packet by itself ---- */

static int alone(const struct plan *plan, struct transit transit) {
    const struct action *action = transit.action;
    struct waiting waiting =
        wait_begin(plan->name, node_neighbour(action->port), action_step(action));
    int result;
    while ((result = transit_more(plan, &transit)) == 0)
        wait_more(&waiting, transit.words);
    return result < 0 ? result : 0;
}

void pieces_send(const struct plan *plan, const struct action *action, const uint8_t *data,
                 uint64_t stamp) {
    alone(plan, transit_of(action, (uint8_t *)(uintptr_t)data, stamp));
}

int pieces_take(const struct plan *plan, const struct action *action, uint8_t *data) {
    return alone(plan, transit_of(action, data, 0));
}

int pieces_combine(const struct plan *plan, const struct action *action) {
    return alone(plan, transit_of(action, NULL, 0));
}

int pieces_relay(const struct plan *plan, const struct action *action) {
    return alone(plan, transit_of(action, plan_at(plan, action->place), 0));
}

/* ---- Several at once ---- */

/* Whether the action writes to the place from which `sent`, on the same port, sends. */
static bool overwrites(const struct action *action, const struct action *sent) {
    return action_combines(action) ||
           (!action_relays(action) && action->place.buffer == sent->place.buffer &&
            action->place.offset == sent->place.offset && action->bytes == sent->bytes);
}

/* Begins those of the actions from `first` on that are in the set `open`, in the order of the plan,
 * in which sends come first. Stores their number in *count. Returns the ports on which packets for
 * this node arrive. */
static uint32_t begin_all(const struct plan *plan, const struct action *first, uint32_t open,
                          struct transit transits[], uint32_t *count) {
    const struct transit *sent[CUBE_MAX_DIMENSION] = {NULL};
    uint32_t receives = 0, k = 0;
    for (; open != 0; open &= open - 1, k++) {
        const struct action *action = &first[lowest_port(open)];
        uint32_t port = action->port;
        transits[k] = transit_of(action, plan_at(plan, action->place), 0);
        if (action_sends(action)) {
            transits[k].stamp = time_depart(flow_on(action, port), action->bytes);
            transits[k].done = transit_more(plan, &transits[k]);
            sent[port] = &transits[k];
            continue;
        }
        if (sent[port] && overwrites(action, sent[port]->action))
            transits[k].ahead = sent[port];
        if (!action_relays(action))
            receives |= 1u << port;
    }
    *count = k;
    return receives;
}

/* Goes on with all packets that are not done: with those that leave, if `sends`, else with those
 * that arrive. Of those that are combined only the first goes on, so that the order of the
 * operands, and with it the last bit of a sum, is always the same. Returns whether anything has
 * moved, or a negative errno. */
static int advance_all(const struct plan *plan, struct transit transits[], uint32_t count,
                       bool sends) {
    bool combining = false, moved = false;
    for (uint32_t k = 0; k < count; k++) {
        struct transit *transit = &transits[k];
        bool combines = action_combines(transit->action);
        if (transit->done || action_sends(transit->action) != sends || (combines && combining))
            continue;
        size_t gone = transit->gone;
        int result = transit_more(plan, transit);
        if (result < 0)
            return result;
        transit->done = result;
        moved |= result || transit->gone != gone;
        combining |= combines && !transit->done;
    }
    return moved;
}

/* What the packets that are not done wait for. */
struct open {
    bool any;       /* some are not done */
    bool internal;  /* one of them waits for another packet of this node */
    uint64_t words; /* the others wait for these (WAIT_...) */
    uint32_t port;  /* of the first of them, for the report of a deadlock */
};

static struct open find_open(const struct transit transits[], uint32_t count) {
    struct open open = {.any = false};
    for (uint32_t k = count; k-- > 0;) {
        if (transits[k].done)
            continue;
        open.any = true;
        open.internal = open.internal || transits[k].words == 0;
        open.words |= transits[k].words;
        open.port = transits[k].action->port;
    }
    return open;
}

/* Goes on without what will not come. The group begins before its first action. */
static COLD int without(const struct plan *plan, const struct transit transits[], uint32_t count) {
    const struct action *group = transits[0].action;
    while (group->kind != ACTION_ANY_ORDER && group->kind != ACTION_TOGETHER)
        group--;
    uint32_t rest = 0;
    for (uint32_t k = 0; k < count; k++)
        rest |= (uint32_t)!transits[k].done << (transits[k].action - group - 1);
    if (node.time.on)
        time_taken();
    return hollow_group(plan, group, rest);
}

int pieces_together(const struct plan *plan, const struct action *action, uint32_t open) {
    struct transit transits[MOST_TOGETHER];
    uint32_t count;
    uint32_t receives = begin_all(plan, action + 1, open, transits, &count);
    if (UNLIKELY(node.time.on))
        time_take_several(receives);
    struct waiting waiting = wait_begin(plan->name, CUBE_NOBODY, action_step(action));
    for (;;) {
        /* Sends go first: what has left may be overwritten by what arrives. */
        (void)advance_all(plan, transits, count, true);
        int moved = advance_all(plan, transits, count, false);
        if (moved < 0)
            return moved == -EHOSTDOWN ? without(plan, transits, count) : moved;
        const struct open rest = find_open(transits, count);
        if (!rest.any)
            break;
        if (moved && rest.internal)
            continue;
        waiting.peer = node_neighbour(rest.port);
        wait_more(&waiting, rest.words);
    }
    if (UNLIKELY(node.time.on))
        time_taken();
    return 0;
}
