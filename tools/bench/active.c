/* Measures half a round trip between the first and the last node by active messages, beside one by
 * cube_send and cube_recv, in cube_cycles(), which under --exact are the instructions of all nodes;
 * the other nodes wait in a receive. The layer above does the minimum: it gives the place of the
 * bytes and counts the messages. Prints a line "SIZE MESSAGE HANDLED FIRST" for each size: by
 * cube_send and cube_recv, by handlers, and by a receive that takes the message out of the ring.
 * Arguments: round trips in a batch, and batches, of which the least one counts. */
#include <stdio.h>
#include <stdlib.h>

#include "cube.h"
#include "net/messages/active.h"
#include "tools/bench/round_trips.h"

enum {
    LOOKS = 5, /* for a message, before handlers take it: as many as cube_recv makes itself */
};

static volatile int arrived;

static struct active_place begin(UNUSED uint32_t source, UNUSED const struct active_header *header,
                                 UNUSED size_t bytes, UNUSED uint64_t stamp) {
    return (struct active_place){buffer, NULL};
}

static void end(UNUSED void *message) {
    arrived++;
}

static void send(int to, size_t bytes) {
    const struct active_header header = {{1, 2, bytes}};
    if (active_send_short((uint32_t)to, &header, buffer, bytes))
        return;
    struct active_sending sending = {
        .header = header, .data = buffer, .bytes = bytes, .to = (uint32_t)to};
    active_send(&sending);
    struct waiting waiting = wait_begin("active send", (uint32_t)to, 0);
    while (!active_has_left(&sending))
        active_wait(&waiting);
}

/* Takes a message as handlers do. */
static void receive_handled(UNUSED int from, UNUSED size_t bytes) {
    struct waiting waiting = wait_begin("active receive", CUBE_NOBODY, 0);
    while (arrived == 0)
        active_wait(&waiting);
    arrived--;
}

/* Takes the message itself if it lies first in the ring on which it comes. */
ALWAYS_INLINE bool take_first(int from, size_t bytes) {
    struct active_arrival arrival;
    if (!active_look_from(peer_at((uint32_t)from), &arrival) || arrival.header.word[2] != bytes)
        return false;
    active_accept(&arrival, buffer);
    active_pass();
    return true;
}

static void receive_first(int from, size_t bytes) {
    for (int look = 0; look < LOOKS && arrived == 0; look++) {
        if (take_first(from, bytes))
            return;
        system_yield();
    }
    receive_handled(from, bytes);
}

ROUND_TRIPS(handled_trips, send(other, bytes), receive_handled(other, bytes))
ROUND_TRIPS(first_trips, send(other, bytes), receive_first(other, bytes))
ROUND_TRIPS(message_trips, cube_send(other, buffer, bytes), cube_recv(other, buffer, bytes))

static double half_trip(trips_function *run, size_t bytes, int trips, int batches) {
    return round_trip(run, cube_node() ^ (cube_nodes() - 1), bytes, trips, batches) / 2;
}

/* The part of the first or the last node. */
static void compare_sizes(int trips, int batches) {
    for (size_t bytes = LEAST_BYTES; bytes <= LARGEST_BYTES; bytes *= 2) {
        double message = half_trip(message_trips, bytes, trips, batches);
        double handled = half_trip(handled_trips, bytes, trips, batches);
        double first = half_trip(first_trips, bytes, trips, batches);
        if (cube_node() == 0)
            printf("%zu %.2f %.2f %.2f\n", bytes, message, handled, first);
    }
}

int main(int argc, char **argv) {
    static const struct active_handlers handlers = {.begin = begin, .end = end};
    uint64_t word = 0;
    int last = cube_nodes() - 1;
    if (argc != 3 || cube_nodes() < 2) {
        fprintf(stderr, "usage: cuberun -n 2 active.elf TRIPS BATCHES\n");
        return 64;
    }
    active_start(&handlers);
    cube_barrier();
    if (cube_node() == 0 || cube_node() == last)
        compare_sizes(atoi(argv[1]), atoi(argv[2]));
    else
        cube_recv(0, &word, sizeof word);
    for (int node = 1; cube_node() == 0 && node < last; node++)
        cube_send(node, &word, sizeof word);
    return 0;
}
