#include "net/inbox.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/copy.h"
#include "net/link.h"
#include "net/route.h"
#include "net/time.h"

struct message {
    struct message *next;
    struct clock_arrival arrival;
    size_t arrived;  /* bytes of it that are here */
    size_t capacity; /* of payload */
    uint8_t payload[];
};

/* The receive in progress. */
struct receive {
    struct peer *from; /* null: none waits for a message to begin */
    uint8_t *buffer;
    size_t bytes;
    struct clock_arrival arrival;
    struct peer *filling; /* the peer whose arriving message settles it, or null */
    bool done;
    int result;
};

static NODE_LOCAL struct peer peers[CUBE_MAX_NODES];
static NODE_LOCAL struct receive receive;
static NODE_LOCAL struct cube_unreceived unreceived;
static NODE_LOCAL uint32_t window;

static NODE_LOCAL struct peer *asking; /* those who have asked for credit */

/* An acknowledgement with this step asks for one. */
enum { STEP_ASKS = 1 };

void inbox_start(void) {
    memset(peers, 0, sizeof peers);
    memset(&receive, 0, sizeof receive);
    memset(&unreceived, 0, sizeof unreceived);
    asking = NULL;
    window = cube_message_window(node.dimension);
    for (uint32_t i = 0; i < CUBE_MAX_NODES; i++)
        peers[i].credit = peers[i].granted = window;
}

void inbox_stop(void) {
    for (uint32_t i = 0; i < CUBE_MAX_NODES; i++)
        while (peers[i].first) {
            struct message *message = peers[i].first;
            peers[i].first = message->next;
            free(message);
        }
}

struct peer *inbox_peer(uint32_t number) {
    return &peers[number];
}

const struct cube_unreceived *inbox_unreceived(void) {
    return &unreceived;
}

/* A message of `peer` has come without a receive, or has found one; `bytes`: that are kept of it.
 */
static void count_in(const struct peer *peer, size_t bytes) {
    struct cube_messages *from = &unreceived.from[peer - peers];
    unreceived.all =
        (struct cube_messages){unreceived.all.messages + 1, unreceived.all.bytes + bytes};
    *from = (struct cube_messages){from->messages + 1, from->bytes + bytes};
}

static void count_out(const struct peer *peer, size_t bytes) {
    struct cube_messages *from = &unreceived.from[peer - peers];
    unreceived.all =
        (struct cube_messages){unreceived.all.messages - 1, unreceived.all.bytes - bytes};
    *from = (struct cube_messages){from->messages - 1, from->bytes - bytes};
}

/* ---- Credits ---- */

bool inbox_credit(const struct peer *peer, bool first, size_t *bytes) {
    uint64_t cost = first ? CUBE_MESSAGE_COST : 0;
    if (peer->credit < cost || (peer->credit == cost && *bytes > 0))
        return false;
    if (*bytes > peer->credit - cost)
        *bytes = peer->credit - cost;
    return true;
}

/* The most that the peer can give back: what this node has spent and not got back, and what it has
 * still to send of a message, for that is given back when the message begins to be received. */
static uint64_t lacking(const struct peer *peer) {
    return (uint64_t)window + peer->unsent - peer->credit;
}

static void make_due(struct peer *peer) {
    if (peer->due)
        return;
    peer->due = true;
    peer->next = node.acknowledging;
    node.acknowledging = peer;
    node.idle_spins = 0;
}

/* A message of `bytes` bytes from `peer` needs no more room in its inbox. */
static void give_back(struct peer *peer, size_t bytes) {
    if (peer == &peers[node.number])
        return;
    peer->owed += bytes + CUBE_MESSAGE_COST;
    if (peer->owed >= window / 2)
        make_due(peer);
}

/* Sends `peer` what is owed to it. Returns false where there is no room. */
static bool acknowledge(struct peer *peer, uint32_t step) {
    struct cube_header header = {
        .operation = OPERATION_ACKNOWLEDGE,
        .step = step,
        .source = (uint16_t)node.number,
        .destination = (uint16_t)(peer - peers),
        .acknowledged = inbox_owed(peer),
    };
    if (route_put(&header, NULL, 0) == ROUTE_FULL)
        return false;
    inbox_repaid(peer, header.acknowledged);
    return true;
}

bool inbox_ask(struct peer *peer) {
    struct pause pause = time_pause();
    peer->asked = peer->asked || acknowledge(peer, STEP_ASKS);
    time_resume(pause);
    return peer->asked;
}

void inbox_answer(void) {
    struct peer **place = &asking;
    if (!asking)
        return;
    while (*place) {
        struct peer *peer = *place;
        if (peer->owed == 0) {
            place = &peer->next_asking;
            continue;
        }
        peer->asks = false;
        *place = peer->next_asking;
        make_due(peer);
    }
    inbox_acknowledge();
}

void inbox_acknowledge(void) {
    struct pause pause = time_pause();
    struct peer **place = &node.acknowledging;
    while (*place) {
        struct peer *peer = *place;
        /* A packet may have taken it along since. */
        if (peer->owed > 0 && !acknowledge(peer, 0)) {
            node.stuck |= 1u << route_dimension((uint32_t)(peer - peers));
            place = &peer->next;
            continue;
        }
        peer->due = false;
        *place = peer->next;
    }
    if (!node.acknowledging)
        node.idle_spins = node.spins;
    time_resume(pause);
}

/* ---- Arrival ---- */

static struct message *append(struct peer *peer, struct clock_arrival arrival, size_t capacity) {
    struct message *message = malloc(sizeof *message + capacity);
    if (!message)
        return NULL;
    *message = (struct message){.arrival = arrival, .capacity = capacity};
    if (peer->first)
        peer->last->next = message;
    else
        peer->first = message;
    peer->last = message;
    return message;
}

/* What has arrived no node sends to another. */
static _Noreturn void broken(const struct peer *peer, const struct cube_header *header) {
    fprintf(stderr,
            "cube: node %" PRIu32
            ": node %u, or a node on the way from it, has written over its own link: a piece of "
            "%" PRIu32 " bytes, in a packet of %" PRIu32 ", where %" PRIu32
            " were to come, and there was credit for %" PRIu64 "; it gives back %" PRIu32
            ", of %" PRIu64 " at most\n",
            node.number, (unsigned)header->source, header->bytes, header->remaining, peer->to_come,
            peer->granted, header->acknowledged, lacking(peer));
    abort();
}

/* The first piece of a message has arrived: decides where it goes. */
static void begin(struct peer *peer, const struct cube_header *header) {
    struct message *message = NULL;
    uint32_t bytes = header->remaining;
    struct clock_arrival arrival = {.stamp = header->clock, .bytes = bytes};
    peer->to_come = bytes;
    if (receive.from == peer) {
        receive.from = NULL;
        receive.filling = peer;
        receive.arrival = arrival;
        receive.result = bytes == receive.bytes ? 0 : -EMSGSIZE;
        peer->into = receive.result ? NULL : receive.buffer;
    } else {
        /* After a lost one all are lost until the receiver has been told: order is kept. */
        if (!peer->lost)
            message = append(peer, arrival, bytes < window ? bytes : window);
        if (!message)
            peer->lost++;
        count_in(peer, message ? bytes : 0);
        peer->into = message ? message->payload : NULL;
    }
    if (!message)
        give_back(peer, bytes);
}

static void end(struct peer *peer) {
    peer->into = NULL;
    if (receive.filling == peer) {
        receive.filling = NULL;
        receive.done = true;
    }
}

static void take_question(struct peer *peer) {
    if (peer->asks)
        return;
    peer->asks = true;
    peer->next_asking = asking;
    asking = peer;
}

void inbox_deliver(const struct piece *piece) {
    const struct cube_header *header = &piece->header;
    struct peer *peer = &peers[header->source];
    if (header->acknowledged > lacking(peer))
        broken(peer, header);
    peer->credit += header->acknowledged;
    peer->asked = peer->asked && header->acknowledged == 0;
    if (header->operation == OPERATION_ACKNOWLEDGE) {
        if (header->step == STEP_ASKS)
            take_question(peer);
        return;
    }

    size_t bytes = header->bytes;
    uint64_t cost = peer->to_come == 0 ? bytes + CUBE_MESSAGE_COST : bytes;
    if (cost > peer->granted || (peer->to_come != 0 && peer->to_come != header->remaining))
        broken(peer, header);
    peer->granted -= cost;
    if (peer->to_come == 0)
        begin(peer, header);
    /* It goes to the inbox if it goes anywhere but to the receive in progress. */
    struct message *message = peer->into && receive.filling != peer ? peer->last : NULL;
    /* By what was granted it fits; but here is where it would be written. */
    if (bytes > peer->to_come || (message && bytes > message->capacity - message->arrived))
        broken(peer, header);
    if (peer->into) {
        copy_out(peer->into, piece->payload, bytes);
        peer->into += bytes;
    }
    if (message)
        message->arrived += bytes;
    peer->to_come -= (uint32_t)bytes;
    if (peer->to_come == 0)
        end(peer);
}

int inbox_put_own(const void *buffer, size_t bytes) {
    struct message *message =
        append(&peers[node.number], (struct clock_arrival){.bytes = bytes}, bytes);
    if (!message)
        return -ENOMEM;
    if (bytes > 0)
        memcpy(message->payload, buffer, bytes);
    message->arrived = bytes;
    count_in(&peers[node.number], bytes);
    return 0;
}

/* ---- Receiving ---- */

/* Takes the oldest message out of the inbox; the rest of it, if it is still arriving, goes where
 * the receive wants it. Returns true if all of it was here. */
static bool take(struct peer *peer) {
    struct message *message = peer->first;
    size_t arrived = message->arrived;
    bool whole = arrived == message->arrival.bytes;
    receive.arrival = message->arrival;
    receive.result = message->arrival.bytes == receive.bytes ? 0 : -EMSGSIZE;
    if (receive.result == 0 && arrived > 0)
        memcpy(receive.buffer, message->payload, arrived);
    if (!whole) {
        peer->into = receive.result == 0 ? receive.buffer + arrived : NULL;
        receive.filling = peer;
    }
    count_out(peer, message->arrival.bytes);
    give_back(peer, message->arrival.bytes);
    peer->first = message->next;
    free(message);
    return whole;
}

bool inbox_receive(uint32_t source, void *buffer, size_t bytes) {
    struct peer *peer = &peers[source];
    receive = (struct receive){.buffer = buffer, .bytes = bytes};
    if (peer->first) {
        receive.done = take(peer);
    } else if (peer->lost) {
        peer->lost--;
        count_out(peer, 0);
        receive.result = -ENOMEM;
        receive.done = true;
    } else {
        receive.from = peer;
    }
    return receive.done;
}

bool inbox_received(void) {
    return receive.done;
}

int inbox_result(void) {
    return receive.result;
}

struct clock_arrival inbox_arrival(void) {
    return receive.arrival;
}
