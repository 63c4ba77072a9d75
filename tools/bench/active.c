/* Measures half a round trip between the first and the last node by active messages, beside one by
 * cube_send and cube_recv, in cube_cycles(), which under --exact are the instructions of all nodes;
 * the other nodes wait in a receive. The layer above does the minimum: it gives the place of the
 * bytes and counts the messages. Prints a line "SIZE MESSAGE HANDLED FIRST" for each size: by
 * cube_send and cube_recv, by handlers, and by a receive that takes the message out of the ring.
 * Arguments: round trips in a batch, and batches, of which the least one counts. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cube.h"
#include "net/messages/active.h"

enum {
    LARGEST_BYTES = 64 << 10,
    LOOKS = 5, /* for a message, before handlers take it: as many as cube_recv makes itself */
};

static uint8_t buffer[LARGEST_BYTES];
static volatile int arrived;

static struct active_place begin(uint32_t source, const struct active_header *header, size_t bytes,
                                 uint64_t stamp) {
    (void)source, (void)header, (void)bytes, (void)stamp;
    return (struct active_place){buffer, NULL};
}

static void end(void *message) {
    (void)message;
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
static void receive_handled(int from, size_t bytes) {
    (void)from, (void)bytes;
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

static void handled_trips(int other, int trips, size_t bytes) {
    while (trips-- > 0) {
        if (cube_node() < other) {
            send(other, bytes);
            receive_handled(other, bytes);
        } else {
            receive_handled(other, bytes);
            send(other, bytes);
        }
    }
}

static void first_trips(int other, int trips, size_t bytes) {
    while (trips-- > 0) {
        if (cube_node() < other) {
            send(other, bytes);
            receive_first(other, bytes);
        } else {
            receive_first(other, bytes);
            send(other, bytes);
        }
    }
}

static void message_trips(int other, int trips, size_t bytes) {
    while (trips-- > 0) {
        if (cube_node() < other) {
            cube_send(other, buffer, bytes);
            cube_recv(other, buffer, bytes);
        } else {
            cube_recv(other, buffer, bytes);
            cube_send(other, buffer, bytes);
        }
    }
}

/* Returns the cycles of half a round trip in the fastest batch. */
static double measure(void (*run)(int other, int trips, size_t bytes), int trips, int batches,
                      size_t bytes) {
    int last = cube_nodes() - 1;
    uint64_t least = UINT64_MAX;
    run(cube_node() ^ last, 1, bytes);
    for (int batch = 0; batch < batches; batch++) {
        uint64_t start = cube_cycles();
        run(cube_node() ^ last, trips, bytes);
        uint64_t cycles = cube_cycles() - start;
        least = cycles < least ? cycles : least;
    }
    return (double)least / (2.0 * trips);
}

/* The part of the first or the last node. */
static void compare_sizes(int trips, int batches) {
    for (size_t bytes = WORD_BYTES; bytes <= LARGEST_BYTES; bytes *= 2) {
        double message = measure(message_trips, trips, batches, bytes);
        double handled = measure(handled_trips, trips, batches, bytes);
        double first = measure(first_trips, trips, batches, bytes);
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
