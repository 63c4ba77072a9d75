/* Random work that ends or deadlocks. Arguments: seed, number of events, and for a deadlock the
 * number of the event.
 *
 * All nodes draw the same events in the same order, and each does its own share of them in that
 * order. A message has a sender and a receiver, and both come to it: of all events that are under
 * way the first can always go on. So no node waits for ever, unless one event is spoilt. That one
 * never ends for one node at least, which then comes to no barrier. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cube.h"

enum {
    MOST_IN_CIRCLE = 8,
    MOST_BYTES = 20000, /* more than is buffered for a receive that has not begun (cube.h) */
    SHORT_BYTES = 200,
    MOST_PAUSE = 1000, /* microseconds, or thousands of rounds of computing */
};

static uint64_t state;
static int last; /* the node that has received the last message */
static uint8_t buffer[MOST_BYTES];

/* The next random number below `limit`, the same on every node: SplitMix64 (Steele, Lea and Flood
 * 2014). */
static int draw(int limit) {
    uint64_t x = state += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return (int)((x ^ (x >> 31)) % (unsigned)limit);
}

/* Bytes of a message: mostly few. */
static size_t draw_bytes(void) {
    return (size_t)draw(draw(8) == 0 ? MOST_BYTES : SHORT_BYTES);
}

static void must(int error, const char *what) {
    if (error) {
        printf("node %d: %s: error %d\n", cube_node(), what, error);
        exit(1);
    }
}

/* ---- Events ---- */

/* A message between two nodes, of which the sender has mostly received the last one: so that often
 * only one message is under way in the cube, and all who do not handle it sleep. */
static void message(void) {
    int from = draw(4) == 0 ? draw(cube_nodes()) : last, to = draw(cube_nodes());
    size_t bytes = draw_bytes();
    last = to;
    if (cube_node() == from && from != to)
        must(cube_send(to, buffer, bytes), "cube_send");
    else if (cube_node() == to && from != to)
        must(cube_recv(from, buffer, bytes), "cube_recv");
}

/* Both neighbours on a link receive what the other sends. Who sends first is one of them, or nobody
 * if it is spoilt. */
static void neighbours(bool spoilt) {
    int dimension = draw(cube_dim()), first = draw(cube_nodes());
    size_t bytes = draw_bytes();
    if (cube_node() != first && cube_node() != (first ^ 1 << dimension))
        return;
    bool sends = cube_node() == first && !spoilt;
    if (sends)
        must(cube_link_send(dimension, buffer, bytes), "cube_link_send");
    must(cube_link_recv(dimension, buffer, bytes), "cube_link_recv");
    if (!sends)
        must(cube_link_send(dimension, buffer, bytes), "cube_link_send");
}

/* Some nodes in a circle: each sends to the next one. All but the first do so when they have
 * received. If it is spoilt, all receive first, or all send first what waits for a receive. */
static void circle(bool spoilt) {
    int most = cube_nodes() < MOST_IN_CIRCLE ? cube_nodes() : MOST_IN_CIRCLE;
    int members = 2 + draw(most - 1), begin = draw(cube_nodes());
    int stride = 2 * draw(cube_nodes()) + 1; /* odd, so that it comes to all nodes */
    bool all_send = draw(2) == 0;
    size_t bytes = all_send ? MOST_BYTES : draw_bytes();
    for (int i = 0; i < members; i++) {
        if ((begin + i * stride) % cube_nodes() != cube_node())
            continue;
        int next = (begin + (i + 1) % members * stride) % cube_nodes();
        int before = (begin + (i + members - 1) % members * stride) % cube_nodes();
        bool sends = spoilt ? all_send : i == 0;
        if (sends)
            must(cube_send(next, buffer, bytes), "cube_send");
        must(cube_recv(before, buffer, bytes), "cube_recv");
        if (!sends)
            must(cube_send(next, buffer, bytes), "cube_send");
    }
}

/* A node sleeps, computes, or, if it is spoilt, ends. */
static void pause_one(bool spoilt) {
    int who = draw(cube_nodes()), how_long = draw(MOST_PAUSE);
    bool sleeps = draw(2) == 0;
    if (cube_node() != who)
        return;
    if (spoilt)
        exit(0);
    if (sleeps)
        usleep((useconds_t)how_long);
    for (volatile int i = 0; !sleeps && i < 1000 * how_long; i++)
        continue;
}

int main(int argc, char **argv) {
    if (argc < 3 || argc > 4) {
        fprintf(stderr, "usage: cuberun deadlocks.elf SEED EVENTS [SPOILT]\n");
        return 64;
    }
    state = strtoull(argv[1], NULL, 10);
    long events = strtol(argv[2], NULL, 10), spoilt = argc == 4 ? strtol(argv[3], NULL, 10) : -1;
    for (long event = 0; event < events; event++) {
        int kind = event == spoilt ? 1 + draw(3) : draw(40);
        if (kind == 0)
            must(cube_barrier(), "cube_barrier");
        else if (kind == 1)
            pause_one(event == spoilt);
        else if (kind == 2)
            circle(event == spoilt);
        else if (kind == 3)
            neighbours(event == spoilt);
        else
            message();
    }
    must(cube_barrier(), "the last barrier");
    if (cube_node() == 0)
        printf("seed %s: %ld events\n", argv[1], events);
    return 0;
}
