#include "net/messages/credit.h"

#include "net/clock/time.h"
#include "net/link.h"
#include "net/messages/hop.h"
#include "net/physical.h"

/* A link that leads to no neighbour. Its rings have no slots. */
static NODE_LOCAL struct link no_link;
static const _Atomic uint32_t nothing;

/* What is known of a peer before it is met. In a process the first page of peers holds this, and
 * each other page of them is a copy of it when the process touches it (libc/program.ld). */
#define UNMET                                                                                      \
    { .toward = &no_link, .from = &no_link, .in = PEER_FAR }
#ifdef CUBE_HOST
_Alignas(CUBE_PAGE_BYTES) NODE_LOCAL struct peer peers[CUBE_MAX_NODES];

void credit_forget(void) {
    for (uint32_t i = 0; i < CUBE_MAX_NODES; i++)
        peers[i] = (struct peer)UNMET;
}
#else
enum { PEERS_OF_A_PAGE = CUBE_PAGE_BYTES / sizeof(struct peer) };
extern struct peer first_peers[], other_peers[];
extern struct peer peers[CUBE_MAX_NODES] __attribute__((alias("first_peers")));
_Alignas(CUBE_PAGE_BYTES)
    __attribute__((section(".peers"))) struct peer first_peers[PEERS_OF_A_PAGE] = {
        [0 ... PEERS_OF_A_PAGE - 1] = UNMET};
__attribute__((section(".bss.peers"))) struct peer other_peers[CUBE_MAX_NODES - PEERS_OF_A_PAGE];
#endif

/* A set of peers, linked by their numbers. */
enum { LIST_END = UINT16_MAX };
struct list {
    uint16_t first;
    uint16_t *next; /* by the number */
};

static NODE_TABLE uint16_t next_due[CUBE_MAX_NODES], next_asking[CUBE_MAX_NODES];
static NODE_LOCAL struct list due;    /* those to whom an acknowledgement is due */
static NODE_LOCAL struct list asking; /* those who have asked for credit */

static void list_add(struct list *list, const struct peer *peer) {
    uint32_t number = credit_node(peer);
    list->next[number] = list->first;
    list->first = (uint16_t)number;
}

NODE_LOCAL uint32_t credit_met;

void credit_meet(struct peer *peer) {
    uint32_t number = credit_node(peer), differing = number ^ node.number;
    bool clock = (system_node_page()->flags & CUBE_PAGE_CLOCK) != 0;
    bool other = differing != 0 && number >> node.dimension == 0, far = clock || !other;
    uint32_t leaving = other ? physical_lowest(differing) : 0;
    uint32_t arriving = other ? physical_highest(differing) : 0;
    credit_met |= 1u << number / CREDIT_CLOSE;
    *peer = (struct peer){
        .toward = far ? &no_link : &node.link[leaving],
        .from = far ? &no_link : &node.link[arriving],
        .out = hop_addresses(node.number, number),
        .in = hop_addresses(number, node.number) | (far ? PEER_FAR : 0),
        .window = cube_message_window(node.dimension),
        .credit = cube_message_window(node.dimension),
        .leaving = (uint8_t)leaving,
        .arriving = (uint8_t)arriving,
    };
}

void credit_start(void) {
    no_link = (struct link){.routed_in = {.tail = &nothing}};
    due = (struct list){LIST_END, next_due};
    asking = (struct list){LIST_END, next_asking};
    credit_met = 0;
#if defined(CUBE_HOST) && !defined(CUBE_PROCESSES)
    credit_forget();
#endif
}

static void make_due(struct peer *peer) {
    if (peer->listed & PEER_DUE)
        return;
    peer->listed |= PEER_DUE;
    list_add(&due, peer);
    node_hurry(NODE_OWES, true);
}

void credit_give_back(struct peer *peer, size_t bytes) {
    peer->held -= bytes + CUBE_MESSAGE_COST;
    peer->owed += bytes + CUBE_MESSAGE_COST;
    if (peer->owed >= peer->window / 2)
        make_due(peer);
}

/* Sends `peer` what is owed to it. Returns false where there is no room. */
static bool acknowledge(struct peer *peer, uint32_t step) {
    struct cube_header header = {
        .operation = OPERATION_ACKNOWLEDGE,
        .step = step,
        .source = (uint16_t)node.number,
        .destination = (uint16_t)credit_node(peer),
        .acknowledged = credit_to_repay(peer),
    };
    if (hop_put(peer->leaving, &header, NULL, 0) == HOP_FULL)
        return false;
    peer->owed -= header.acknowledged;
    return true;
}

bool credit_ask(struct peer *peer) {
    struct pause pause = time_pause();
    if ((peer->in & PEER_ASKED) == 0 && acknowledge(peer, CREDIT_STEP_ASKS))
        peer->in |= PEER_ASKED;
    time_resume(pause);
    return (peer->in & PEER_ASKED) != 0;
}

void credit_asked(struct peer *peer) {
    if (peer->listed & PEER_ASKS)
        return;
    peer->listed |= PEER_ASKS;
    list_add(&asking, peer);
}

void credit_answer(void) {
    uint16_t *place = &asking.first;
    if (*place == LIST_END)
        return;
    while (*place != LIST_END) {
        struct peer *peer = &peers[*place];
        uint16_t *next = &asking.next[*place];
        if (peer->owed == 0) {
            place = next;
            continue;
        }
        peer->listed &= (uint8_t)~PEER_ASKS;
        *place = *next;
        make_due(peer);
    }
    credit_acknowledge();
}

static COLD void send_due(void) {
    struct pause pause = time_pause();
    uint16_t *place = &due.first;
    while (*place != LIST_END) {
        struct peer *peer = &peers[*place];
        uint16_t *next = &due.next[*place];
        /* A message to the peer may have taken along what was owed. */
        if (peer->owed > 0 && !acknowledge(peer, 0)) {
            node.stuck |= 1u << peer->leaving;
            place = next;
            continue;
        }
        peer->listed &= (uint8_t)~PEER_DUE;
        *place = *next;
    }
    if (due.first == LIST_END)
        node_hurry(NODE_OWES, false);
    time_resume(pause);
}

void credit_acknowledge(void) {
    if (UNLIKELY(due.first != LIST_END))
        send_due();
}

void credit_settle(struct peer *peer) {
    make_due(peer);
    credit_acknowledge();
}
