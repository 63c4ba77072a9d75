/* Measures the bandwidth from node 0 to node 1 beside that of a plain memcpy, at all places of the
 * user's buffer.
 *
 * The emulator finds guest pages in a direct-mapped table: where a buffer lies, in pages, decides
 * whether its pages and those of a link evict each other. So this moves the sender's buffer, then
 * the receiver's, over PLACES places, a page apart. The host's speed drifts, and other work
 * interrupts: each transfer is timed next to a memcpy, and a place is judged by the fastest of each
 * of several such pairs. Prints bytes a nanosecond for both at the first place, and how much of a
 * memcpy's bandwidth is left at the worst. Arguments: bytes of a message, pairs for each place, and
 * "first" to measure the first place only. */
#include "cube.h"
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PAGE = 4096,
    PLACES = 256,             /* more than the table's smallest size */
    AGAIN = 100,              /* measurements of places that seemed bad */
    APART = (64 + 17) * PAGE, /* distance of the two memcpy buffers, whose colours differ */
};

/* Bytes a nanosecond of a copy and of a transfer, measured together. */
struct rates {
    double copy;
    double link;
};

static uint64_t copy(uint8_t *buffer, size_t bytes) {
    uint8_t *to = buffer + (bytes + APART - 1) / APART * APART + APART;
    uint64_t start = cube_cycles();
    memcpy(to, buffer, bytes);
    __asm__ volatile("" ::"r"(to) : "memory"); /* the copy is used */
    return cube_cycles() - start;
}

/* Sends one message and its answer, so that both ends know when it is over. */
static uint64_t transfer(uint8_t *buffer, size_t bytes) {
    uint8_t answer = 0;
    uint64_t start = cube_cycles();
    if (cube_node() == 0) {
        cube_link_send(0, buffer, bytes);
        cube_link_recv(0, &answer, sizeof answer);
    } else {
        cube_link_recv(0, buffer, bytes);
        cube_link_send(0, &answer, sizeof answer);
    }
    return cube_cycles() - start;
}

/* Measures several pairs. Returns the fastest copy and the fastest transfer. */
static struct rates measure(uint8_t *still, uint8_t *buffer, size_t bytes, int pairs) {
    uint64_t least_copy = UINT64_MAX;
    uint64_t least_transfer = UINT64_MAX;
    while (pairs-- > 0) {
        uint64_t cycles = cube_node() == 0 ? copy(still, bytes) : 1;
        least_copy = cycles < least_copy ? cycles : least_copy;
        cycles = transfer(buffer, bytes);
        least_transfer = cycles < least_transfer ? cycles : least_transfer;
    }
    return (struct rates){(double)bytes / (double)least_copy,
                          (double)bytes / (double)least_transfer};
}

/* Tells node 1 which place is the worst that node 0 has found. */
static uint32_t worst_place(const double ratio[PLACES]) {
    uint32_t worst = 0;
    for (uint32_t place = 1; place < PLACES; place++)
        worst = ratio[place] < ratio[worst] ? place : worst;
    if (cube_node() == 0)
        cube_link_send(0, &worst, sizeof worst);
    else
        cube_link_recv(0, &worst, sizeof worst);
    return worst;
}

/* Moves the buffer of node `moving` over all places; the other's stays where it is. Then the place
 * that seemed the worst is measured again, until one is as bad as it seemed. */
static void print_worst_place(const char *name, int moving, uint8_t *buffer, size_t bytes,
                              int pairs) {
    double ratio[PLACES] = {0};
    uint32_t place = 0;
    for (int turn = 0; turn < PLACES + AGAIN; turn++) {
        place = turn < PLACES ? (uint32_t)turn : worst_place(ratio);
        size_t offset = cube_node() == moving ? place * PAGE : 0;
        struct rates rates = measure(buffer, buffer + offset, bytes, pairs);
        if (rates.link / rates.copy > ratio[place])
            ratio[place] = rates.link / rates.copy;
    }
    place = worst_place(ratio);
    if (cube_node() == 0)
        printf("%s %.3f\n%s-place %" PRIu32 "\n", name, ratio[place], name, place);
}

int main(int argc, char **argv) {
    bool first = argc == 4 && strcmp(argv[3], "first") == 0;
    size_t bytes = argc == 3 || first ? strtoul(argv[1], NULL, 10) : 0;
    int pairs = argc == 3 || first ? atoi(argv[2]) : 0;
    if (bytes == 0 || pairs < 1 || cube_nodes() != 2) {
        fprintf(stderr, "usage: cuberun -n 2 bandwidth.elf BYTES PAIRS [first]\n");
        return 64;
    }
    size_t room = 2 * bytes + PLACES * PAGE + 3 * APART;
    uint8_t *buffer = malloc(room);
    if (!buffer) {
        fprintf(stderr,
                "bandwidth: not enough memory for %zu bytes (increase --memory heap=BYTES)\n",
                room);
        return 1;
    }
    memset(buffer, 1, room);
    struct rates rates = measure(buffer, buffer, bytes, 8 * pairs);
    if (cube_node() == 0)
        printf("memcpy %.3f\nlink %.3f\n", rates.copy, rates.link);
    if (!first) {
        print_worst_place("worst-sender", 0, buffer, bytes, pairs);
        print_worst_place("worst-receiver", 1, buffer, bytes, pairs);
    }
    free(buffer);
    return 0;
}
