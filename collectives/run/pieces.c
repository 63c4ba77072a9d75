#include "collectives/run/pieces.h"

#include <errno.h>

#include "net/copy.h"
#include "net/link.h"
#include "net/time.h"
#include "net/wait.h"

/* The most actions of a step that move packets: one out and one in on each port. */
enum { MOST_TOGETHER = 2 * CUBE_MAX_DIMENSION };

/* A packet under way, at this node. */
struct transit {
    const struct action *action;
    uint8_t *next;        /* where its next byte is, or comes to */
    size_t left;          /* bytes that have not left; have not arrived; have not been combined */
    size_t passed;        /* bytes of the oldest piece that have left, or been combined */
    uint64_t stamp;       /* of its next byte, where it leaves */
    uint64_t words;       /* WAIT_... words whose change would let it go on */
    struct transit *back; /* of one for this node: what leaves on the same port, or null */
    bool begun;           /* of a relay: how much there is to send is known */
    bool done;
};

static struct transit transit_of(const struct action *action, uint8_t *data, uint64_t stamp) {
    return (struct transit){.action = action, .next = data, .left = action->bytes, .stamp = stamp};
}

/* 0 if the piece continues the packet of which `left` bytes are missing. */
static int check_piece(const struct action *action, const struct cube_header *header, size_t left) {
    if (header->operation != action_operation(action) || header->step != action_step(action))
        return -EPROTO;
    return header->remaining == left ? 0 : -EMSGSIZE;
}

/* The functions below go on with a packet as far as they get. They return whether it is done, or
 * a negative errno; where it is not, transit->words says what it waits for. */

/* The next byte of a packet, and how many follow it there, at most all that is left. */
static uint8_t *next_bytes(const struct transit *transit, size_t *bytes) {
    const struct action *action = transit->action;
    *bytes = transit->left;
    if (!action_is_set(action) || transit->left == 0)
        return transit->next;
    size_t stretch = set_stretch(action), gone = action->bytes - transit->left;
    *bytes = stretch - gone % stretch;
    return transit->next + set_offset(action, gone / stretch) + gone % stretch;
}

/* They have gone. */
static void advance(struct transit *transit, size_t bytes) {
    if (!action_is_set(transit->action))
        transit->next += bytes;
    transit->left -= bytes;
}

/* How much of a set of short stretches is gathered for a piece: that fills eight slots. */
enum { GATHERED = 8 * CUBE_SLOT_BYTES - sizeof(struct cube_header) };

/* The next bytes of a packet that leaves: where they are or, of a set of short stretches, gathered
 * at `room`. Were each stretch a piece, it would take a slot, and a packet that is sent by itself
 * could take more than the half of a ring that it may (plan_run.h). */
static const uint8_t *leaving_bytes(const struct transit *transit, uint8_t room[GATHERED],
                                    size_t *bytes) {
    const uint8_t *data = next_bytes(transit, bytes);
    if (*bytes >= GATHERED || *bytes == transit->left)
        return data;
    struct transit ahead = *transit;
    size_t gathered = 0;
    while (gathered < GATHERED && ahead.left > 0) {
        size_t part;
        data = next_bytes(&ahead, &part);
        part = part < GATHERED - gathered ? part : GATHERED - gathered;
        memcpy(room + gathered, data, part);
        gathered += part;
        advance(&ahead, part);
    }
    *bytes = gathered;
    return room;
}

static int send_more(struct transit *transit, uint32_t port) {
    const struct action *action = transit->action;
    uint8_t room[GATHERED];
    for (;;) {
        size_t most;
        const uint8_t *data = leaving_bytes(transit, room, &most);
        size_t sent = link_put(port, action_operation(action), action_step(action), transit->stamp,
                               data, most, transit->left);
        if (sent == LINK_FULL) {
            transit->words = WAIT_ROOM(port);
            return false;
        }
        advance(transit, sent);
        transit->stamp = time_after(transit->stamp, sent);
        if (transit->left == 0)
            return true;
    }
}

/* `own`: the packet is for this node. */
static int take_more(struct transit *transit, bool own) {
    const struct action *action = transit->action;
    struct piece piece;
    while (link_look(action->port, 0, &piece)) {
        int error = check_piece(action, &piece.header, transit->left);
        if (error != 0)
            return error;
        size_t bytes = piece.header.bytes;
        if (transit->back != NULL && transit->back->left > transit->left - bytes) {
            transit->words = 0; /* what leaves on this port says what it waits for */
            return false;
        }
        if (own)
            time_take(flow_on(action, action->port), piece.header.clock, bytes,
                      transit->left == action->bytes);
        transit->stamp = time_after(piece.header.clock, bytes);
        for (size_t done = 0, part; done < bytes; done += part) {
            uint8_t *target = next_bytes(transit, &part);
            part = part < bytes - done ? part : bytes - done;
            copy_out(target, piece.payload + done, part);
            advance(transit, part);
        }
        link_release(action->port, &piece.header);
        if (transit->left == 0)
            return true;
    }
    transit->words = WAIT_ARRIVAL(action->port);
    return false;
}

/* Stores the packet, then sends it on. */
static int relay_whole_more(struct transit *transit) {
    const struct action *action = transit->action;
    if (!transit->begun) {
        int result = take_more(transit, false);
        if (result <= 0)
            return result;
        transit->begun = true;
        transit->next -= action->bytes;
        transit->left = action->bytes;
        transit->stamp = time_pass(transit->stamp, 0, true);
        note_passed(action, transit->stamp, action->bytes);
    }
    return send_more(transit, action->leave);
}

/* Sends pieces on as they are, from ring to ring. */
static int relay_pieces_more(struct transit *transit) {
    const struct action *action = transit->action;
    struct piece piece;
    while (link_look(action->port, (uint32_t)transit->passed, &piece)) {
        const struct cube_header *header = &piece.header;
        size_t passed = transit->passed;
        if (!transit->begun) {
            transit->begun = true;
            if (action->bytes == ACTION_ANY_BYTES)
                transit->left = header->remaining;
            note_passed(action, time_pass(header->clock, 0, false), header->remaining);
        }
        int error = check_piece(action, header, transit->left + passed);
        if (error != 0)
            return error;
        size_t sent = link_put(action->leave, action_operation(action), action_step(action),
                               time_pass(time_after(header->clock, passed), 0, false),
                               piece.payload + passed, header->bytes - passed, transit->left);
        if (sent == LINK_FULL) {
            transit->words = WAIT_ROOM(action->leave);
            return false;
        }
        transit->left -= sent;
        transit->passed = passed + sent;
        if (transit->passed < header->bytes)
            continue;
        transit->passed = 0;
        link_release(action->port, header);
        if (transit->left == 0)
            return true;
    }
    transit->words = WAIT_ARRIVAL(action->port);
    return false;
}

/* By the clock, a packet that passes takes no time of the node's. */
static int relay_more(struct transit *transit) {
    struct pause pause = time_pause();
    int result = transit->action->kind == ACTION_RELAY ? relay_pieces_more(transit)
                                                       : relay_whole_more(transit);
    time_resume(pause);
    return result;
}

/* ---- Combining ---- */

/* Combines whole elements straight from the ring. An operator of the program's own may look at one
 * twice, and would have to believe what it found the first time: it gets them in memory that nobody
 * else writes. */
static void combine_elements(const struct combiner *combiner, uint8_t *target,
                             const uint8_t *source, const uint8_t *data, size_t bytes, bool left) {
    size_t most = bytes;
    bool copies = combiner->op->kinds == 0 && (left || combiner->op->commutative);
    if (copies)
        most = combiner->spare_bytes;
    for (size_t done = 0; done < bytes; done += most) {
        size_t part = bytes - done < most ? bytes - done : most;
        const uint8_t *arrived = data + done;
        if (copies)
            arrived = memcpy(combiner->spare, arrived, part);
        combine(combiner, target + done, source + done, arrived, part, left);
    }
}

/* Combines `bytes` bytes, the next ones of the packet. What is cut in the middle of an element
 * waits for its other part. */
static void combine_bytes(const struct plan *plan, const struct transit *transit,
                          const uint8_t *data, size_t bytes) {
    const struct action *action = transit->action;
    const struct combiner combiner = plan_combiner(plan);
    bool left = action->kind != ACTION_COMBINE_RIGHT;
    size_t element = combiner.type->bytes;
    size_t arrived = action->bytes - transit->left;
    size_t held = arrived % element;
    uint8_t *carry = plan_carry(plan, action->port);
    uint8_t *target = plan_at(plan, action->place) + arrived - held;
    const uint8_t *source = plan_at(plan, action->source) + arrived - held;

    if (held > 0) {
        size_t rest = element - held < bytes ? element - held : bytes;
        memcpy(carry + held, data, rest);
        if (held + rest < element)
            return;
        combine(&combiner, target, source, carry, element, left);
        target += element;
        source += element;
        data += rest;
        bytes -= rest;
    }
    size_t whole = bytes - bytes % element;
    if (whole > 0)
        combine_elements(&combiner, target, source, data, whole, left);
    memcpy(carry, data + whole, bytes - whole);
}

/* Combines pieces straight from the ring. Where the same blocks leave on this port, no further than
 * they have left. */
static int combine_more(const struct plan *plan, struct transit *transit) {
    const struct action *action = transit->action;
    const struct transit *back = transit->back;
    struct piece piece;
    while (link_look(action->port, (uint32_t)transit->passed, &piece)) {
        const struct cube_header *header = &piece.header;
        int error = check_piece(action, header, transit->left + transit->passed);
        if (error != 0)
            return error;
        size_t bytes = header->bytes - transit->passed;
        if (back != NULL && back->left > 0) {
            size_t may = transit->left - back->left;
            bytes = may < bytes ? may : bytes;
        }
        if (transit->passed == 0 && (bytes > 0 || header->bytes == 0))
            time_take(flow_on(action, action->port), header->clock, header->bytes,
                      transit->left == action->bytes);
        if (bytes > 0)
            combine_bytes(plan, transit, piece.payload + transit->passed, bytes);
        transit->left -= bytes;
        transit->passed += bytes;
        if (transit->passed < header->bytes) {
            transit->words = 0; /* what leaves on this port says what it waits for */
            return false;
        }
        transit->passed = 0;
        link_release(action->port, header);
        if (transit->left == 0)
            return true;
    }
    transit->words = WAIT_ARRIVAL(action->port);
    return false;
}

/* ---- One packet by itself ---- */

static int more(const struct plan *plan, struct transit *transit) {
    const struct action *action = transit->action;
    if (action_sends(action))
        return send_more(transit, action->port);
    if (action_combines(action))
        return combine_more(plan, transit);
    return action_relays(action) ? relay_more(transit) : take_more(transit, true);
}

static int alone(const struct plan *plan, struct transit transit) {
    const struct action *action = transit.action;
    struct waiting waiting =
        wait_begin(plan->name, node_neighbour(action->port), action_step(action));
    int result;
    while ((result = more(plan, &transit)) == 0)
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

/* Whether what is taken or combined comes to where what is sent on that port leaves from. */
static bool overwrites(const struct action *action, const struct action *sent) {
    return action_combines(action) ||
           (!action_relays(action) && action->place.buffer == sent->place.buffer &&
            action->place.offset == sent->place.offset && action->bytes == sent->bytes);
}

/* Begins them, sends first, as they stand in the plan. Returns the ports on which packets for this
 * node arrive. */
static uint32_t begin_all(const struct plan *plan, const struct action *first, uint32_t count,
                          struct transit transits[]) {
    struct transit *out[CUBE_MAX_DIMENSION] = {NULL};
    uint32_t receives = 0;
    for (uint32_t k = 0; k < count; k++) {
        const struct action *action = &first[k];
        uint64_t stamp = 0;
        if (action_sends(action)) {
            stamp = time_depart(flow_on(action, action->port), action->bytes);
            out[action->port] = &transits[k];
        } else if (!action_relays(action)) {
            receives |= 1u << action->port;
        }
        transits[k] = transit_of(action, plan_at(plan, action->place), stamp);
        if (out[action->port] != NULL && overwrites(action, out[action->port]->action))
            transits[k].back = out[action->port];
        if (action_sends(action))
            transits[k].done = send_more(&transits[k], action->port);
    }
    return receives;
}

/* Goes on with all that are not done and leave (`sends`), or do not; what is combined, each after
 * those before it: so the order of the operands, and with it the last bit of a sum, is always the
 * same. Returns whether anything has left, or a negative errno. */
static int go_on(const struct plan *plan, struct transit transits[], uint32_t count, bool sends) {
    bool combining = false, moved = false;
    for (uint32_t k = 0; k < count; k++) {
        struct transit *transit = &transits[k];
        if (transit->done || action_sends(transit->action) != sends)
            continue;
        transit->words = 0;
        if (action_combines(transit->action)) {
            if (combining)
                continue;
            combining = true;
        }
        size_t left = transit->left;
        int result = more(plan, transit);
        if (result < 0)
            return result;
        transit->done = result;
        combining = combining && !(result && action_combines(transit->action));
        moved |= sends && (result || transit->left != left);
    }
    return moved;
}

/* What those that are not done wait for, and the port of the first of them, for the report of a
 * deadlock. Returns false if all are done. */
static bool find_open(const struct transit transits[], uint32_t count, uint64_t *words,
                      uint32_t *port) {
    bool open = false;
    *words = 0;
    for (uint32_t k = count; k-- > 0;) {
        if (transits[k].done)
            continue;
        *words |= transits[k].words;
        *port = transits[k].action->port;
        open = true;
    }
    return open;
}

int pieces_together(const struct plan *plan, const struct action *action) {
    struct transit transits[MOST_TOGETHER];
    uint32_t count = action->count;
    uint32_t receives = begin_all(plan, action + 1, count, transits);
    if (unlikely(node.time.on))
        time_take_several(receives);
    struct waiting waiting = wait_begin(plan->name, CUBE_NOBODY, action_step(action));
    for (;;) {
        uint64_t words;
        uint32_t port;
        /* In this order: what has arrived may have to leave. */
        int error = go_on(plan, transits, count, false);
        if (error < 0)
            return error;
        int moved = go_on(plan, transits, count, true);
        if (!find_open(transits, count, &words, &port))
            break;
        if (moved) /* what was kept from being combined until it had left may go on */
            continue;
        waiting.peer = node_neighbour(port);
        wait_more(&waiting, words);
    }
    if (unlikely(node.time.on))
        time_taken();
    return (int)count;
}
