/* A link that has failed while the program runs. Its two nodes write in windows that are private
 * copies by then (kernel/faults/failed.h), and messages carry the changes over other links. So net
 * goes on with its rings, words and counts, and no call knows of it. The messages carry bytes of
 * slots, each with its place in the stream of its ring, and words. A message may get lost, but only
 * when another link fails. Then each end tells how much has arrived, and the other one first sends
 * again from there: its ring still has everything that the neighbour has not consumed. Bytes that
 * are not the next ones are dropped. Tails are published when all before them has arrived, and
 * barriers when both tails are. The rings bound what is in transit, and the copy has room for it,
 * so arrivals are taken in at once.
 *
 * Where nodes may fail, messages between any two are carried in the same way, by one ring from each
 * to the other (net/faults/end_to_end.h). */
#ifndef NET_FAILED_LINK_H
#define NET_FAILED_LINK_H

#include "net/link.h"
#include "net/node.h"

enum { FAILED_RINGS = 2 }; /* the direct ring, and the routed one */

/* The words that are carried, and how far each of the neighbour's rings has arrived: the bytes of
 * its slots, modulo 2^32. */
struct failed_words {
    uint64_t barrier_clock[2];
    uint32_t got[FAILED_RINGS];
    uint32_t tail[FAILED_RINGS], head[FAILED_RINGS];
    uint32_t barriers, flag;
    uint32_t barrier_tail[2];
};

struct failed_ring {
    const uint8_t *sent_slots;
    uint8_t *come_slots;
    uint32_t bytes;                      /* of all slots */
    uint32_t sent, come;                 /* bytes sent, and received */
    const _Atomic uint32_t *tail, *head; /* as this node says them, */
    _Atomic uint32_t *their_tail;        /* and as its neighbour does */
    _Atomic uint32_t *their_head;
    const struct ring_receiver *in; /* net's */
};

struct failed_link {
    uint32_t between; /* FAILED_BETWEEN, or 0 where it stands for a link */
    struct failed_ring ring[FAILED_RINGS];
    struct cube_window *outgoing, *incoming;
    bool begun;                 /* it has done so before */
    bool resumed;               /* the neighbour has told how much has arrived */
    bool owes;                  /* words have to be told though they are as they were told last */
    struct failed_words told;   /* as they left last */
    struct failed_words coming; /* as they arrive, piece by piece */
    /* The message that is leaving, if header.remaining is not 0: the rest of it is at `data`. */
    struct cube_header header;
    const uint8_t *data;
};

/* In header.operation of what is carried between two nodes and not for a link. */
enum { FAILED_BETWEEN = 1u << 16 };

/* Begins to carry the first ring from this node to another, and from that to this one: each has
 * `bytes` bytes, at sent_slots and come_slots. *out has the words that this node says, and *in
 * those of the other one, all of them 0; only those before `end_of_page` have to be there. *reader
 * takes in the packets. */
void failed_link_between(struct failed_link *self, uint32_t other, uint32_t bytes,
                         struct cube_window *out, const uint8_t *sent_slots, struct cube_window *in,
                         uint8_t *come_slots, const struct ring_receiver *reader);

/* Takes over node.link[dimension], whose windows have become copies that this node may write. What
 * lies in the neighbour's has come. */
void failed_link_start(struct failed_link *self, uint32_t dimension,
                       const struct cube_node_page *page);

/* Begins anew, because messages may have been lost: tells the neighbour what has arrived, and sends
 * nothing before it has told the same. */
void failed_link_restart(struct failed_link *self);

/* Looks for what has to be carried to the neighbour. Returns whether there is anything; then
 * self->header, with `remaining` bytes at self->data, is what has to leave next. */
bool failed_link_next(struct failed_link *self);

/* Notes that `bytes` bytes of that have left. */
void failed_link_left(struct failed_link *self, size_t bytes);

/* Takes in a piece that the neighbour has sent since it began anew. Ends the program if no node
 * sends such a piece. */
void failed_link_take(struct failed_link *self, const struct piece *piece);

#endif
