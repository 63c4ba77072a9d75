#include "collectives/run/pieces.h"

#include <errno.h>

#include "collectives/run/elements.h"
#include "net/copy.h"
#include "net/link.h"
#include "net/time.h"
#include "net/wait.h"

/* The most actions of a step that move packets: one out and one in on each port. */
enum { MOST_TOGETHER = 2 * CUBE_MAX_DIMENSION };

/* A packet under way, at this node. */
struct transit {
    const struct action *action;
    uint8_t *data;  /* where its first byte is, or comes to */
    size_t bytes;   /* all of it; of a relay, ACTION_ANY_BYTES until its first piece tells */
    size_t gone;    /* so many of them have left, have been taken, combined or relayed */
    size_t used;    /* so many of these belong to the piece that is the oldest in the ring */
    uint64_t stamp; /* of the byte that leaves next; of a packet that is stored, the last byte's */
    uint64_t words; /* the WAIT_... word whose change would let it go on; 0: another transit */
    bool stored;    /* all of a packet that is relayed whole is here, and it leaves */
    bool done;
    /* What leaves on the same port from where this one comes to: a byte may be overwritten when it
     * has left. Null if there is none. */
    const struct transit *ahead;
};

/* The functions below that return an int go on with a packet as far as they get: they return
 * whether it is done, or a negative errno. Where it is not done, transit->words says what it waits
 * for. */

static int wait_for(struct transit *transit, uint64_t words) {
    transit->words = words;
    return false;
}

/* Where the packet's next byte is, or comes to, and how many at most follow it there. */
static uint8_t *next_bytes(const struct transit *transit, size_t *bytes) {
    const struct action *action = transit->action;
    *bytes = transit->bytes - transit->gone;
    if (!action_is_set(action) || *bytes == 0)
        return transit->data + transit->gone;
    size_t stretch = set_stretch(action);
    size_t within = transit->gone % stretch;
    *bytes = stretch - within;
    return transit->data + set_offset(action, transit->gone / stretch) + within;
}

/* ---- What leaves ---- */

/* How much of a set of short stretches is gathered for a piece: that fills eight slots. */
enum { GATHERED = 8 * CUBE_SLOT_BYTES - sizeof(struct cube_header) };

/* The packet's next bytes where they are or, of a set of short stretches, gathered at `room`. Were
 * each stretch a piece, it would take a slot, and a packet that is sent by itself could take more
 * than the half of a ring that it may (plan_run.h). */
static const uint8_t *leaving_bytes(const struct transit *transit, uint8_t room[GATHERED],
                                    size_t *bytes) {
    const uint8_t *data = next_bytes(transit, bytes);
    if (*bytes >= GATHERED || *bytes == transit->bytes - transit->gone)
        return data;
    struct transit at = *transit;
    size_t gathered = 0;
    while (gathered < GATHERED && at.gone < at.bytes) {
        size_t part;
        data = next_bytes(&at, &part);
        part = part < GATHERED - gathered ? part : GATHERED - gathered;
        memcpy(room + gathered, data, part);
        gathered += part;
        at.gone += part;
    }
    *bytes = gathered;
    return room;
}

static int send_more(struct transit *transit, uint32_t port) {
    const struct action *action = transit->action;
    uint8_t room[GATHERED];
    do {
        size_t most;
        const uint8_t *data = leaving_bytes(transit, room, &most);
        size_t sent = link_put(port, action_operation(action), action_step(action), transit->stamp,
                               data, most, transit->bytes - transit->gone);
        if (sent == LINK_FULL)
            return wait_for(transit, WAIT_ROOM(port));
        transit->gone += sent;
        transit->stamp = time_after(transit->stamp, sent);
    } while (transit->gone < transit->bytes);
    return true;
}

/* ---- What arrives ---- */

/* Checks that a piece continues the packet. The first piece of a relayed packet may be the first
 * to tell how long the packet is. Returns 0, -EPROTO or -EMSGSIZE. */
static int check_piece(struct transit *transit, const struct cube_header *header) {
    const struct action *action = transit->action;
    if (header->operation != action_operation(action) || header->step != action_step(action))
        return -EPROTO;
    if (transit->bytes == ACTION_ANY_BYTES)
        transit->bytes = header->remaining;
    return header->remaining == transit->bytes - transit->gone + transit->used ? 0 : -EMSGSIZE;
}

/* How many of `bytes` bytes may be written where this packet comes to. */
static size_t may_overwrite(const struct transit *transit, size_t bytes) {
    const struct transit *ahead = transit->ahead;
    if (ahead == NULL || ahead->gone == ahead->bytes)
        return bytes;
    size_t left = ahead->gone - transit->gone;
    return left < bytes ? left : bytes;
}

/* Copies bytes of a piece to where they belong, which may be several places. */
static void store(const struct transit *transit, const uint8_t *data, size_t bytes) {
    struct transit at = *transit;
    for (size_t done = 0, part; done < bytes; done += part) {
        uint8_t *target = next_bytes(&at, &part);
        part = part < bytes - done ? part : bytes - done;
        copy_out(target, data + done, part);
        at.gone += part;
    }
}

/* Sends bytes of a piece on, from ring to ring. Returns how many have left, or LINK_FULL. */
static size_t pass_on(const struct transit *transit, const struct cube_header *header,
                      const uint8_t *data, size_t bytes) {
    const struct action *action = transit->action;
    uint64_t stamp = time_pass(time_after(header->clock, transit->used), 0, false);
    size_t sent = link_put(action->leave, action_operation(action), action_step(action), stamp,
                           data, bytes, transit->bytes - transit->gone);
    if (sent != LINK_FULL && transit->gone == 0)
        note_passed(action, stamp, header->remaining);
    return sent;
}

/* Does with `bytes` bytes of a piece, those that follow the used ones, what the action says.
 * Returns how many have been used, or LINK_FULL. */
static size_t use(const struct plan *plan, struct transit *transit, const struct piece *piece,
                  size_t bytes) {
    const struct action *action = transit->action;
    const struct cube_header *header = &piece->header;
    const uint8_t *data = piece->payload + transit->used;
    if (action->kind == ACTION_RELAY)
        return pass_on(transit, header, data, bytes);
    if (action->kind == ACTION_RELAY_WHOLE)
        transit->stamp = time_after(header->clock, header->bytes);
    else if (transit->used == 0)
        time_take(flow_on(action, action->port), header->clock, header->bytes, transit->gone == 0);
    if (action_combines(action))
        elements_combine(plan, action, transit->gone, data, bytes);
    else
        store(transit, data, bytes);
    return bytes;
}

/* Uses the pieces that have arrived, all of each or what may be used of it. */
static int arrive_more(const struct plan *plan, struct transit *transit) {
    uint32_t port = transit->action->port;
    struct piece piece;
    while (link_look(port, (uint32_t)transit->used, &piece)) {
        int error = check_piece(transit, &piece.header);
        if (error != 0)
            return error;
        size_t rest = piece.header.bytes - transit->used;
        size_t bytes = may_overwrite(transit, rest);
        if (bytes == 0 && rest > 0)
            return wait_for(transit, 0);
        size_t used = use(plan, transit, &piece, bytes);
        if (used == LINK_FULL)
            return wait_for(transit, WAIT_ROOM(transit->action->leave));
        transit->gone += used;
        transit->used += used;
        if (used < rest)
            continue;
        transit->used = 0;
        link_release(port, &piece.header);
        if (transit->gone == transit->bytes)
            return true;
    }
    return wait_for(transit, WAIT_ARRIVAL(port));
}

/* Stores a packet, then sends it on. */
static int relay_whole_more(const struct plan *plan, struct transit *transit) {
    const struct action *action = transit->action;
    if (!transit->stored) {
        int result = arrive_more(plan, transit);
        if (result <= 0)
            return result;
        transit->stored = true;
        transit->gone = 0;
        transit->stamp = time_pass(transit->stamp, 0, true);
        note_passed(action, transit->stamp, action->bytes);
    }
    return send_more(transit, action->leave);
}

/* By the clock, a packet that passes takes no time of the node's. */
static int relay_more(const struct plan *plan, struct transit *transit) {
    struct pause pause = time_pause();
    int result = transit->action->kind == ACTION_RELAY ? arrive_more(plan, transit)
                                                       : relay_whole_more(plan, transit);
    time_resume(pause);
    return result;
}

/* ---- One packet by itself ---- */

static struct transit transit_of(const struct action *action, uint8_t *data, uint64_t stamp) {
    return (struct transit){.action = action, .data = data, .bytes = action->bytes, .stamp = stamp};
}

static int more(const struct plan *plan, struct transit *transit) {
    const struct action *action = transit->action;
    if (action_sends(action))
        return send_more(transit, action->port);
    return action_relays(action) ? relay_more(plan, transit) : arrive_more(plan, transit);
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
    const struct transit *sent[CUBE_MAX_DIMENSION] = {NULL};
    uint32_t receives = 0;
    for (uint32_t k = 0; k < count; k++) {
        const struct action *action = &first[k];
        uint32_t port = action->port;
        transits[k] = transit_of(action, plan_at(plan, action->place), 0);
        if (action_sends(action)) {
            transits[k].stamp = time_depart(flow_on(action, port), action->bytes);
            transits[k].done = send_more(&transits[k], port);
            sent[port] = &transits[k];
            continue;
        }
        if (sent[port] != NULL && overwrites(action, sent[port]->action))
            transits[k].ahead = sent[port];
        if (!action_relays(action))
            receives |= 1u << port;
    }
    return receives;
}

/* Goes on with all that are not done and leave, if `sends`, or all that arrive. Of those that are
 * combined only the first goes on: so the order of the operands, and with it the last bit of a sum,
 * is always the same. Returns whether anything has moved, or a negative errno. */
static int go_on(const struct plan *plan, struct transit transits[], uint32_t count, bool sends) {
    bool combining = false, moved = false;
    for (uint32_t k = 0; k < count; k++) {
        struct transit *transit = &transits[k];
        bool combines = action_combines(transit->action);
        if (transit->done || action_sends(transit->action) != sends || (combines && combining))
            continue;
        size_t gone = transit->gone;
        int result = more(plan, transit);
        if (result < 0)
            return result;
        transit->done = result;
        moved |= result || transit->gone != gone;
        combining |= combines && !transit->done;
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
        int error = go_on(plan, transits, count, false);
        if (error < 0)
            return error;
        bool moved = go_on(plan, transits, count, true);
        if (!find_open(transits, count, &words, &port))
            break;
        if (moved) /* what was not to be overwritten before it had left may be now */
            continue;
        waiting.peer = node_neighbour(port);
        wait_more(&waiting, words);
    }
    if (unlikely(node.time.on))
        time_taken();
    return (int)count;
}
