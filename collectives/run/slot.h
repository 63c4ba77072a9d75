/* Packets of a step that fit in a slot: what all ways of carrying out a step share. In all of them
 * `timed` says that there is a clock (net/time.h). */
#ifndef COLLECTIVES_RUN_SLOT_H
#define COLLECTIVES_RUN_SLOT_H

#include <errno.h>

#include "net/copy.h"
#include "net/link.h"
#include "net/meters.h"
#include "net/time.h"
#include "net/word.h"

/* What the headers of the packets of a step say. */
struct tag {
    uint32_t operation;
    uint32_t step;
};

/* Sends a packet that fits in a slot, if there is room. */
within bool send_slot(struct tag tag, uint32_t port, uint64_t stamp, const uint8_t *data,
                      size_t bytes) {
    enum word_sent sent = word_send(word_link(port), tag.operation, tag.step, stamp, data, bytes);
    if (unlikely(sent == WORD_WAKE))
        system_ring(1u << port);
    return likely(sent != WORD_FULL);
}

/* The stamp of a packet of this node's own. */
within uint64_t stamp_own(struct tag tag, uint32_t port, size_t bytes, bool timed) {
    return timed ? time_depart_timed(flow_of(port, tag.operation, tag.step), bytes) : 0;
}

/* 0 if the piece continues the packet of which `left` bytes are missing. */
static inline int check_piece(struct tag tag, const struct cube_header *header, size_t left) {
    if (header->operation != tag.operation || header->step != tag.step)
        return -EPROTO;
    return header->remaining == left ? 0 : -EMSGSIZE;
}

/* Takes a packet that fits in a slot to `target`, and its stamp to *stamp unless that is null. */
within int take_slot_to(struct tag tag, uint32_t port, uint64_t *stamp, void *target,
                        size_t bytes) {
    struct link *link = word_link(port);
    enum word_result result =
        word_take(link, link->in.head, tag.operation, tag.step, stamp, target, bytes);
    if (unlikely(result == WORD_OTHER)) {
        struct piece piece = link_arrived(port);
        int error = check_piece(tag, &piece.header, bytes);
        return error != 0 ? error : -EMSGSIZE; /* nobody cuts what fits in a slot */
    }
    if (unlikely(result == WORD_RELEASE)) {
        ring_release(&link->in);
        node_wake(port);
    }
    if (unlikely(tag.step <= node.records))
        meter_step_piece(port, &(struct cube_header){.remaining = (uint32_t)bytes,
                                                     .bytes = (uint32_t)bytes,
                                                     .step = tag.step});
    return 1;
}

/* The same for a packet that is for this node. */
within int take_own_slot(struct tag tag, uint32_t port, void *target, size_t bytes, bool timed) {
    uint64_t stamp;
    int result = take_slot_to(tag, port, timed ? &stamp : NULL, target, bytes);
    if (timed && likely(result > 0))
        time_take_timed(flow_of(port, tag.operation, tag.step), stamp, bytes, true);
    return result;
}

/* What arrived in a step is metered by the tag that its headers had: each has been compared with
 * it. Those of longer packets are metered already. */
static inline void step_done(const struct step *step, struct tag tag) {
    if ((step->receives | step->relays) != 0 && tag.step > node.steps)
        node.steps = tag.step;
    if (unlikely(tag.step <= node.records))
        meter_step_done(tag.step);
}

#endif
