/* Packets over the links of a cube, each of which carries one packet at a time, as a wormhole
 * router does. The head of a packet takes `hop` per link, and its bytes follow at `byte` each. It
 * holds the links behind its head until its last byte has passed, also while the head waits. A link
 * rests for `gap` after a packet. First come, first served. */
#ifndef REPLAYING_NETWORK_H
#define REPLAYING_NETWORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    MOST_DIMENSION = 20,
    MOST_PACKETS = (1 << 30) - 1, /* an event's order has 30 bits for one */
};
#define MOST_NUMBER ((UINT64_C(1) << 53) - 1) /* JSON's numbers are exact up to here */
#define MOST_TIME   (UINT64_C(1) << 62)
#define FREE_LATER  UINT64_MAX

struct packet {
    uint64_t time;          /* its first byte leaves */
    uint64_t asked;         /* when it asked for the link that it waits for */
    uint64_t bytes, path;   /* path: where its links begin in the network's paths */
    uint32_t hops, entered; /* links of its path, and those that its head has entered */
    uint32_t step;          /* numbers the steps of the run */
    uint32_t next;          /* in a list: a packet's number and 1, or 0 at the end */
};

/* The link of dimension d out of a node is number node * dimension + d. */
struct link {
    uint64_t bytes, waits, waited, longest;
    uint64_t sent;                /* when the port has sent all that its node has given to it */
    uint32_t packets;             /* that have asked for it */
    uint32_t first, last;         /* a list of those that wait */
    uint32_t counted, of_counted; /* a step and 1, and its packets */
    uint64_t free; /* when its last packet has passed: FREE_LATER until this is known */
};

struct network {
    uint32_t dimension, steps;
    uint64_t hop, byte, gap; /* times; each at most MOST_NUMBER */
    struct packet *packets;
    uint32_t count,
        recorded; /* recorded: the first packets that leave at their times, in this order */
    uint32_t *paths;
    size_t hops; /* of all packets */
    struct link *links;
    struct event *events; /* a binary heap */
    size_t event_count;
    uint64_t end; /* when the last byte arrives */
    /* If not null: is called when a packet has arrived, or at the time of a network_call. */
    void (*happened)(void *context, uint64_t time, uint32_t number, bool is_packet);
    void *context;
};

/* Gives the network its links. Fails if memory is short. */
void network_start(struct network *network, uint32_t dimension);

/* Adds a packet without links. Of its fields the caller fills in time, bytes and step. */
struct packet *network_add(struct network *network);

/* Adds a link to the path of the last packet. */
void network_hop(struct network *network, uint32_t node, uint32_t port);

/* Adds the E-cube path between two nodes to the path of the last packet. */
void network_route(struct network *network, uint32_t node, uint32_t to);

/* Sends a packet that is not recorded. */
void network_send(struct network *network, uint32_t number, uint64_t time);

/* Has `happened` called at a time, for any number up to MOST_PACKETS. */
void network_call(struct network *network, uint64_t time, uint32_t number);

/* Carries all packets. Fails if they deadlock, or if times exceed MOST_TIME. */
void network_run(struct network *network);

/* The most packets of one step on one link. */
uint32_t network_contention(struct network *network);

/* How long the bytes of a packet take over a link. Fails as time_sum does. */
uint64_t network_length(const struct network *network, const struct packet *packet);

/* The sum of two times. Fails if it exceeds MOST_TIME. */
uint64_t time_sum(uint64_t one, uint64_t other);

#endif
