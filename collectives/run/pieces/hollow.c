#include "collectives/run/pieces/hollow.h"

#include <errno.h>

#include "net/clock/time.h"
#include "net/fault_hooks.h"
#include "net/link.h"
#include "net/meters.h"
#include "net/wait.h"

int hollow_error(const struct action *action, const struct cube_header *header) {
    bool is_hollow = header->operation == (action_operation(action) ^ OPERATION_HOLLOW) &&
                     header->step == action_step(action) && fault_programs_fail();
    return is_hollow ? -EHOSTDOWN : fault_error(action->port, header);
}

static bool moves(const struct action *action) {
    return (action->kind >= ACTION_SEND_WORD && action->kind <= ACTION_RELAY_WHOLE) ||
           action_is_set(action);
}

/* Sends a hollow packet for an action that sends or relays. Returns false if there is no room. */
static bool send(const struct action *action) {
    uint32_t port = action_relays(action) ? action->leave : action->port;
    uint32_t operation = action_operation(action) ^ OPERATION_HOLLOW, step = action_step(action);
    uint64_t stamp = node.time.on ? time_now() : 0;
    return link_put(port, operation, step, stamp, NULL, 0, 0) != LINK_FULL;
}

/* Takes what has come of the packet of an action, whose last piece says that no more follows.
 * Returns 1 if it is over, 0 if more is to come, or -EPROTO. */
static int take(const struct action *action, bool *moved) {
    struct piece piece;
    while (link_look(action->port, 0, &piece)) {
        const struct cube_header *header = &piece.header;
        bool is_own =
            header->operation == action_operation(action) && header->step == action_step(action);
        int error = is_own ? 0 : hollow_error(action, header);
        if (error == -EPROTO)
            return error;
        if (header->operation == CUBE_OPERATION_FAILED)
            return 1; /* it stays */
        time_take(flow_of(action->port, action_operation(action), action_step(action)),
                  header->clock, header->bytes, true);
        bool last = !is_own || header->bytes == header->remaining;
        link_release(action->port, header);
        *moved = true;
        if (last)
            return 1;
    }
    return 0;
}

/* Ends the actions from `first` on that are in the set `open`, each as soon as it can. */
static int end_all(const struct plan *plan, const struct action *first, uint32_t open) {
    uint32_t sending = 0, taking = 0;
    for (uint32_t left = open; left; left &= left - 1) {
        uint32_t k = lowest_port(left);
        bool sends = action_sends(&first[k]);
        sending |= (uint32_t)(sends || action_relays(&first[k])) << k;
        taking |= (uint32_t)!sends << k;
    }
    struct waiting waiting = wait_begin(plan->name, CUBE_NOBODY, action_step(first));
    for (;;) {
        bool moved = false;
        uint64_t words = 0;
        for (uint32_t left = sending; left; left &= left - 1) {
            const struct action *action = &first[lowest_port(left)];
            bool sent = send(action);
            moved |= sent;
            sending &= sent ? ~(left & -left) : UINT32_MAX;
            words |= WAIT_ROOM(action_relays(action) ? action->leave : action->port);
        }
        for (uint32_t left = taking; left; left &= left - 1) {
            const struct action *action = &first[lowest_port(left)];
            int taken = take(action, &moved);
            if (taken < 0)
                return taken;
            taking &= taken ? ~(left & -left) : UINT32_MAX;
            words |= WAIT_ARRIVAL(action->port);
            waiting.peer = node_neighbour(action->port);
        }
        if ((sending | taking) == 0)
            return 0;
        if (!moved)
            wait_more(&waiting, words);
    }
}

int hollow_group(const struct plan *plan, const struct action *action, uint32_t open) {
    int error = end_all(plan, action + 1, open);
    return error ? error : hollow_rest(plan, action + 1 + action->count);
}

int hollow_rest(const struct plan *plan, const struct action *action) {
    int error = 0;
    for (; action->kind != ACTION_END && error == 0; action++) {
        if (action->kind == ACTION_ANY_ORDER || action->kind == ACTION_TOGETHER)
            return hollow_group(plan, action, (1u << action->count) - 1);
        if (moves(action))
            error = end_all(plan, action, 1);
        else if (action->kind == ACTION_STEP_DONE)
            meter_step_done(action_step(action));
    }
    return error ? error : -EHOSTDOWN;
}

int hollow_exchange(const char *name, uint32_t port, uint32_t operation) {
    const uint64_t header = (uint64_t)operation << 32 | 1; /* of the first step */
    const struct action actions[] = {
        {.kind = ACTION_SEND_WORD, .port = (uint8_t)port, .header = header},
        {.kind = ACTION_TAKE_WORD, .port = (uint8_t)port, .header = header}};
    const struct plan plan = {.name = name};
    int error = end_all(&plan, actions, 3);
    return error ? error : -EHOSTDOWN;
}
