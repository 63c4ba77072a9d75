#include "net/messages/inbox.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "net/copy.h"
#include "net/fault_hooks.h"
#include "net/link.h"
#include "net/messages/hop.h"
#include "net/messages/message_pool.h"

/* The messages of one source. */
struct inbox {
    struct message *last; /* the newest of the messages; its `next` is the oldest */
    uint8_t *into; /* where the next byte of the arriving message goes; null: it is dropped, or no
                      message is arriving */
    uint32_t to_come; /* bytes of that message still to come */
    uint32_t lost;    /* messages after `last` for which there was no memory; and LOST_FOR_EVER, if
                         none will come any more */
};
enum { LOST_FOR_EVER = 1 << 30 };

/* The receive in progress. */
struct receive {
    struct inbox *from; /* its inbox while the message has not begun to arrive, else null */
    uint8_t *buffer;
    size_t bytes;
    struct inbox_arrival arrival;
    struct inbox *filling; /* its inbox while the rest of the message arrives, else null */
    bool done;
    int result;
};

static NODE_TABLE struct inbox inboxes[CUBE_MAX_NODES];
static NODE_LOCAL struct receive receive;
static NODE_TABLE struct cube_unreceived unreceived;

/* source_of returns the number of the node whose messages an inbox is for, and peer_of returns that
 * node's credits. Whoever has found the inbox has met the node. */
static uint32_t source_of(const struct inbox *inbox) {
    return (uint32_t)(inbox - inboxes);
}
static struct peer *peer_of(const struct inbox *inbox) {
    return &peers[source_of(inbox)];
}

/* ---- What lies here ---- */

/* Appends a message of `bytes` bytes, none of which has arrived yet, with room for `capacity` of
 * them. Returns null if memory is short. */
static struct message *append(struct inbox *inbox, uint64_t stamp, size_t bytes, size_t capacity) {
    struct message *message = message_allocate(capacity);
    if (!message)
        return NULL;
    message->stamp = stamp;
    message->bytes = (uint32_t)bytes;
    message->arrived = 0;
    message->capacity = (uint32_t)capacity;
    message->next = message;
    if (inbox->last) {
        message->next = inbox->last->next;
        inbox->last->next = message;
    }
    inbox->last = message;
    return message;
}

/* Removes the oldest message of an inbox that is not empty. */
static void remove_oldest(struct inbox *inbox) {
    struct message *message = inbox->last->next;
    if (message == inbox->last)
        inbox->last = NULL;
    else
        inbox->last->next = message->next;
    message_free(message);
}

void inbox_start(void) {
    credit_start();
    message_pool_start();
}

void inbox_stop(void) {
    for (uint32_t i = 0; i < CUBE_MAX_NODES; i++)
        while (inboxes[i].last)
            remove_oldest(&inboxes[i]);
    message_pool_stop();
}

const struct cube_unreceived *inbox_unreceived(void) {
    return &unreceived;
}

void inbox_sent_again(uint64_t bytes) {
    unreceived.again += bytes;
}

/* Counts a message that has come before its receive began. `bytes` is its length, or 0 if it is
 * lost. */
ALWAYS_INLINE void count_in(const struct inbox *inbox, size_t bytes) {
    struct cube_messages *from = &unreceived.from[source_of(inbox)];
    unreceived.all.messages++;
    unreceived.all.bytes += bytes;
    from->messages++;
    from->bytes += bytes;
}

/* Takes such a message out of the count: its receive has begun. */
ALWAYS_INLINE void count_out(const struct inbox *inbox, size_t bytes) {
    struct cube_messages *from = &unreceived.from[source_of(inbox)];
    unreceived.all.messages--;
    unreceived.all.bytes -= bytes;
    from->messages--;
    from->bytes -= bytes;
}

/* Notes in the peer's state whether messages or parts of one lie in this inbox. As long as none do,
 * a receive may take the next message of this source straight out of the ring. */
static void update_busy(const struct inbox *inbox) {
    struct peer *peer = peer_of(inbox);
    bool busy = inbox->last || inbox->lost > 0 || inbox->to_come > 0;
    peer->in = busy ? peer->in | PEER_BUSY : peer->in & ~PEER_BUSY;
}

/* Gives the source back the credit for a message of `bytes` bytes, which needs no room any more. */
static void give_back(const struct inbox *inbox, size_t bytes) {
    if (source_of(inbox) != node.number)
        credit_give_back(peer_of(inbox), bytes);
}

/* ---- Arrival ---- */

/* Ends the program: the piece with this header is one that no node sends. */
static COLD _Noreturn void broken(const struct inbox *inbox, const struct cube_header *header) {
    const struct peer *peer = peer_of(inbox);
    system_abort("cube: node %" PRIu32 ": invalid message from node %u: a piece of %" PRIu32
                 " bytes, in a packet of %" PRIu32 "; expected %" PRIu32 " with credit for %" PRIu64
                 "; it returns %" PRIu32 " of at most %" PRIu64
                 " (its program or that of a node on its path" FOREIGN_REMEDY "\n",
                 node.number, (unsigned)header->source, header->bytes, header->remaining,
                 inbox->to_come, credit_granted(peer), header->acknowledged, credit_lacking(peer));
}

/* Called when the first piece of a message has arrived. Decides where the message goes. */
static void begin(struct inbox *inbox, const struct cube_header *header) {
    struct message *message = NULL;
    uint32_t bytes = header->remaining, window = peer_of(inbox)->window;
    inbox->to_come = bytes;
    if (receive.from == inbox) {
        receive.from = NULL;
        receive.filling = inbox;
        receive.arrival = (struct inbox_arrival){header->clock, bytes};
        receive.result = bytes == receive.bytes ? 0 : -EMSGSIZE;
        inbox->into = receive.result ? NULL : receive.buffer;
    } else {
        /* After a lost message all further ones are lost until the receiver has been told, so that
         * the messages that it receives are in order. */
        if (!inbox->lost)
            message = append(inbox, header->clock, bytes, bytes < window ? bytes : window);
        if (!message)
            inbox->lost++;
        count_in(inbox, message ? bytes : 0);
        inbox->into = message ? message->payload : NULL;
    }
    if (!message)
        give_back(inbox, bytes);
}

/* Called when the last piece of a message has arrived. */
static void end(struct inbox *inbox) {
    inbox->into = NULL;
    if (receive.filling == inbox) {
        receive.filling = NULL;
        receive.done = true;
    }
}

/* Takes in a piece of a message. Whoever took it from the ring has checked its addresses; here it
 * is checked that there was credit for it, and that it continues the message. */
static void deliver_message(struct inbox *inbox, const struct piece *piece) {
    struct peer *peer = peer_of(inbox);
    const struct cube_header *header = &piece->header;
    size_t bytes = header->bytes;
    uint64_t cost = inbox->to_come == 0 ? bytes + CUBE_MESSAGE_COST : bytes;
    if (cost > credit_granted(peer) || (inbox->to_come != 0 && inbox->to_come != header->remaining))
        broken(inbox, header);
    peer->held += cost;
    if (inbox->to_come == 0)
        begin(inbox, header);
    /* A piece that is neither dropped nor for the receive in progress goes to the newest message
     * here. */
    struct message *message = inbox->into && receive.filling != inbox ? inbox->last : NULL;
    /* The credit that was granted leaves room for the piece. It is checked again here, just before
     * it is written. */
    if (bytes > inbox->to_come || (message && bytes > message->capacity - message->arrived))
        broken(inbox, header);
    if (inbox->into) {
        copy_out(inbox->into, piece->payload, bytes);
        inbox->into += bytes;
    }
    if (message)
        message->arrived += (uint32_t)bytes;
    inbox->to_come -= (uint32_t)bytes;
    if (inbox->to_come == 0)
        end(inbox);
    update_busy(inbox);
}

/* ---- Sources that have failed ---- */

/* Drops what there is of a message of which the rest will not come. */
static void drop_rest(struct inbox *inbox) {
    if (inbox->to_come == 0)
        return;
    if (receive.filling == inbox) {
        receive.filling = NULL;
        receive.result = -EHOSTDOWN;
        receive.done = true;
    } else if (inbox->into) {
        struct message *before = inbox->last;
        while (before->next != inbox->last)
            before = before->next;
        count_out(inbox, inbox->last->bytes);
        before->next = inbox->last->next;
        message_free(inbox->last);
        inbox->last = before == inbox->last ? NULL : before;
    }
    inbox->into = NULL;
    inbox->to_come = 0;
}

/* Called where an acknowledgement gives back more than there can be: its source has failed, and
 * this is the last that comes of it, or no node sends such a packet. */
static COLD void told(struct inbox *inbox, const struct cube_header *header) {
    bool failed = fault_has_failed(header->source);
    if (header->operation != OPERATION_ACKNOWLEDGE || header->step != CREDIT_STEP_FAILED ||
        !(failed || fault_programs_fail()))
        broken(inbox, header);
    drop_rest(inbox);
    inbox->lost |= LOST_FOR_EVER;
    if (failed)
        peer_of(inbox)->credit = CREDIT_ENDLESS;
    if (node.active && node.active->failed)
        node.active->failed(header->source, header->clock);
    unreceived.failed[header->source / 64] |= UINT64_C(1) << header->source % 64;
    if (receive.from == inbox) {
        receive.from = NULL;
        receive.arrival.stamp = header->clock;
        receive.result = -EHOSTDOWN;
        receive.done = true;
    }
    update_busy(inbox);
}

/* A receive that was in progress has ended with the program. */
void inbox_abandon(void) {
    receive = (struct receive){.done = true};
    for (uint32_t i = 0; i < UINT32_C(1) << node.dimension; i++) {
        struct inbox *inbox = &inboxes[i];
        for (; inbox->last; remove_oldest(inbox))
            give_back(inbox, inbox->last->next->bytes);
        inbox->into = NULL;
        inbox->lost |= LOST_FOR_EVER;
    }
}

void inbox_forget(void) {
    unreceived.all = (struct cube_messages){0};
}

void inbox_deliver(const struct piece *piece) {
    const struct cube_header *header = &piece->header;
    struct peer *peer = credit_peer(header->source);
    struct inbox *inbox = &inboxes[header->source];
    if (header->acknowledged > credit_lacking(peer)) {
        told(inbox, header);
        return;
    }
    peer->credit += header->acknowledged;
    if (header->acknowledged > 0)
        peer->in &= ~PEER_ASKED;
    if (header->operation == OPERATION_ACTIVE)
        node.active->deliver(piece);
    else if (header->operation != OPERATION_ACKNOWLEDGE)
        deliver_message(inbox, piece);
    else if (header->step == CREDIT_STEP_ASKS)
        credit_asked(peer);
}

int inbox_put_own(const void *buffer, size_t bytes) {
    struct inbox *inbox = &inboxes[credit_node(credit_peer(node.number))];
    struct message *message = append(inbox, 0, bytes, bytes);
    if (!message)
        return -ENOMEM;
    if (bytes > 0)
        memcpy(message->payload, buffer, bytes);
    message->arrived = (uint32_t)bytes;
    count_in(inbox, bytes);
    update_busy(inbox);
    return 0;
}

/* ---- Receiving ---- */

/* Takes the oldest message out of the inbox. If it is still arriving, the rest of it goes to the
 * buffer of the receive. Returns true if all of it was here. */
static bool take_oldest(struct inbox *inbox) {
    const struct message *message = inbox->last->next;
    uint32_t arrived = message->arrived, bytes = message->bytes;
    receive.arrival = (struct inbox_arrival){message->stamp, bytes};
    receive.result = bytes == receive.bytes ? 0 : -EMSGSIZE;
    if (receive.result == 0 && arrived > 0)
        memcpy(receive.buffer, message->payload, arrived);
    if (arrived != bytes) {
        inbox->into = receive.result == 0 ? receive.buffer + arrived : NULL;
        receive.filling = inbox;
    }
    count_out(inbox, bytes);
    give_back(inbox, bytes);
    remove_oldest(inbox);
    return arrived == bytes;
}

/* Ends a receive of a message that is lost. */
static COLD int take_lost(struct inbox *inbox) {
    if (inbox->lost == LOST_FOR_EVER)
        return -EHOSTDOWN;
    inbox->lost--;
    count_out(inbox, 0);
    return -ENOMEM;
}

void inbox_receive(uint32_t source, void *buffer, size_t bytes) {
    struct inbox *inbox = &inboxes[credit_node(credit_peer(source))];
    receive = (struct receive){.buffer = buffer, .bytes = bytes};
    if (inbox->last) {
        receive.done = take_oldest(inbox);
    } else if (inbox->lost > 0) {
        receive.result = take_lost(inbox);
        receive.done = true;
    } else {
        receive.from = inbox;
    }
    update_busy(inbox);
}

bool inbox_is_filling(void) {
    return receive.filling;
}

/* Whether these words are the header of the next piece of the message that is arriving, there was
 * credit for the piece, and it carries no acknowledgement, which inbox_deliver would count. */
static bool goes_on(const struct inbox *inbox, const struct hop_words *words) {
    const struct peer *peer = peer_of(inbox);
    uint64_t bytes = words->lengths >> 32, remaining = (uint32_t)words->lengths;
    return remaining == inbox->to_come && bytes > 0 && bytes <= remaining &&
           words->purpose == HOP_MESSAGE && words->addresses == (uint32_t)peer->in &&
           bytes <= credit_granted(peer);
}

bool inbox_take_more(struct link *link) {
    struct inbox *inbox = receive.filling;
    struct ring_receiver *in = &link->routed_in;
    uint32_t tail = ring_tail(in);
    bool taken = false;
    while (inbox && inbox->into && inbox->to_come > 0 && (uint32_t)in->head != tail) {
        uint64_t place = in->head & in->mask;
        const struct foreign_slot *slot = foreign_slot(in->slots, place);
        const struct hop_words words = hop_read(slot);
        uint64_t bytes = words.lengths >> 32, slots = piece_slots(bytes);
        if (!goes_on(inbox, &words) || slots > in->mask + 1 - place ||
            slots > tail - (uint32_t)in->head || link->routed_passed > 0)
            break;
        copy_out(inbox->into, foreign_payload(slot), bytes);
        inbox->into += bytes;
        inbox->to_come -= (uint32_t)bytes;
        peer_of(inbox)->held += bytes;
        hop_count(link, slots, bytes, inbox->to_come == 0);
        if (hop_consume(link, in->head, in->mask, slots)) {
            ring_release(in);
            node_wake((uint32_t)(link - node.link));
        }
        taken = true;
    }
    if (taken && inbox->to_come == 0) {
        end(inbox);
        update_busy(inbox);
    }
    return taken;
}

bool inbox_received(void) {
    return receive.done;
}

int inbox_result(void) {
    return receive.result;
}

struct inbox_arrival inbox_arrival(void) {
    return receive.arrival;
}
