#include "collectives/run/pieces/transit.h"

#include <errno.h>

#include "collectives/run/blocks.h"
#include "collectives/run/operators/elements.h"
#include "collectives/run/pieces/hollow.h"
#include "net/link.h"
#include "net/wait.h"

/* Functions named ..._more return a result of transit_more. */

static int wait_for(struct transit *transit, uint64_t words) {
    transit->words = words;
    return false;
}

/* Copies the packet's next `bytes` bytes, after those that have gone, between a piece and their
 * place in memory. */
ALWAYS_INLINE void copy_next(struct transit *transit, uint8_t *piece, size_t bytes,
                             copy_stretch *copy) {
    const struct action *action = transit->action;
    if (!action_is_set(action)) {
        copy(piece, transit->data + transit->gone, bytes);
        return;
    }
    const size_t block = action->source.offset, stretch = set_stretch(action);
    const uint32_t free = action->source.buffer;
    for (size_t part; bytes > 0; bytes -= part, piece += part) {
        part = stretch - transit->within;
        part = part < bytes ? part : bytes;
        copy(piece, transit->data + transit->first * block + transit->within, part);
        transit->within += part;
        if (transit->within == stretch) {
            transit->within = 0;
            transit->first = (transit->first - free) & free; /* the next subset of these bits */
        }
    }
}

/* ---- What leaves ---- */

static int send_more(struct transit *transit, uint32_t port) {
    const struct action *action = transit->action;
    do {
        size_t rest = transit->bytes - transit->gone, bytes = rest;
        struct cube_piece *piece = link_begin(port, &bytes);
        if (!piece)
            return wait_for(transit, WAIT_ROOM(port));
        copy_next(transit, piece->payload, bytes, gather);
        link_end(port, piece, action_operation(action), action_step(action), transit->stamp, bytes,
                 rest);
        transit->gone += bytes;
        transit->stamp = time_after(transit->stamp, bytes);
    } while (transit->gone < transit->bytes);
    return true;
}

/* ---- What arrives ---- */

/* Checks that a piece continues the packet. The first piece of a relayed packet may be the first
 * to tell how long the packet is. Returns 0, -EPROTO or -EMSGSIZE. */
static int check_piece(struct transit *transit, const struct cube_header *header) {
    const struct action *action = transit->action;
    if (header->operation != action_operation(action) || header->step != action_step(action))
        return hollow_error(action, header);
    if (transit->bytes == ACTION_ANY_BYTES)
        transit->bytes = header->remaining;
    return header->remaining == transit->bytes - transit->gone + transit->used ? 0 : -EMSGSIZE;
}

/* Returns how many of the next `bytes` bytes of this packet may be written to its place: at most as
 * many bytes as have been sent from that place. */
static size_t may_overwrite(const struct transit *transit, size_t bytes) {
    const struct transit *ahead = transit->ahead;
    if (!ahead || ahead->gone == ahead->bytes)
        return bytes;
    size_t left = ahead->gone - transit->gone;
    return left < bytes ? left : bytes;
}

/* Sends bytes of a piece on, from ring to ring. Returns how many have left, or LINK_FULL. */
static size_t pass_on(const struct transit *transit, const struct cube_header *header,
                      const uint8_t *data, size_t bytes) {
    const struct action *action = transit->action;
    uint64_t stamp =
        time_further(time_pass(time_after(header->clock, transit->used), 0, false), action->leave);
    size_t sent = link_put(action->leave, action_operation(action), action_step(action), stamp,
                           data, bytes, transit->bytes - transit->gone);
    if (sent != LINK_FULL && transit->gone == 0)
        note_passed(action, stamp, header->remaining);
    return sent;
}

/* Does what the action says with `bytes` bytes of a piece, which follow those already used. Returns
 * how many have been used, or LINK_FULL. */
static size_t use(const struct plan *plan, struct transit *transit, const struct piece *piece,
                  size_t bytes) {
    const struct action *action = transit->action;
    const struct cube_header *header = &piece->header;
    const uint8_t *data = piece->payload + transit->used;
    if (action_relays(action) && action->kind != ACTION_RELAY_WHOLE)
        return pass_on(transit, header, data, bytes);
    if (action->kind == ACTION_RELAY_WHOLE)
        transit->stamp = time_after(header->clock, header->bytes);
    else if (transit->used == 0)
        time_take(flow_on(action, action->port), header->clock, header->bytes, transit->gone == 0);
    if (action_combines(action))
        elements_combine(plan, action, transit->gone, data, bytes);
    else
        copy_next(transit, (uint8_t *)(uintptr_t)data, bytes, spread);
    return bytes;
}

/* Uses the pieces that have arrived, each as far as it may be used. */
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
        transit->stamp = time_further(time_pass(transit->stamp, 0, true), action->leave);
        note_passed(action, transit->stamp, action->bytes);
    }
    return send_more(transit, action->leave);
}

/* Relays a packet. One that passes takes none of the node's time, so the clock stands still
 * meanwhile. */
static int relay_more(const struct plan *plan, struct transit *transit) {
    struct pause pause = time_pause();
    int result = transit->action->kind == ACTION_RELAY_WHOLE ? relay_whole_more(plan, transit)
                                                             : arrive_more(plan, transit);
    time_resume(pause);
    return result;
}

int transit_more(const struct plan *plan, struct transit *transit) {
    const struct action *action = transit->action;
    if (action_sends(action))
        return send_more(transit, action->port);
    return action_relays(action) ? relay_more(plan, transit) : arrive_more(plan, transit);
}
