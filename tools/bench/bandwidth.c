/* Bandwidth from node 0 to node 1 against a plain memcpy, and over all places of the user's buffer.
 *
 * The emulator finds guest pages in a direct-mapped table: where a buffer lies, in pages, decides
 * whether its pages and those of a link evict each other. So besides the bandwidth at one place,
 * this prints the worst of all places modulo OFFSETS pages, for the sender's buffer and the
 * receiver's. All in bytes a nanosecond; each the best of several tries.
 * Arguments: bytes of a message, tries. */
#include "cube.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PAGE = 4096,
    OFFSETS = 256,           /* places to try, a page apart: more than the table's smallest size */
    APART = (64 + 17) * PAGE /* of the two buffers of the memcpy: no common colour */
};

/* One message and its answer, so that both ends know when it is over: nanoseconds of the first. */
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

static double best_transfer(uint8_t *buffer, size_t bytes, int tries) {
    uint64_t least = UINT64_MAX;
    while (tries-- > 0) {
        uint64_t cycles = transfer(buffer, bytes);
        least = cycles < least ? cycles : least;
    }
    return (double)bytes / (double)least;
}

static double best_memcpy(uint8_t *buffer, size_t bytes, int tries) {
    uint8_t *to = buffer + (bytes + APART - 1) / APART * APART + APART;
    uint64_t least = UINT64_MAX;
    while (tries-- > 0) {
        uint64_t start = cube_cycles();
        memcpy(to, buffer, bytes);
        __asm__ volatile("" ::"r"(to) : "memory"); /* the copy is used */
        uint64_t cycles = cube_cycles() - start;
        least = cycles < least ? cycles : least;
    }
    return (double)bytes / (double)least;
}

/* The worst place of node `moving`'s buffer, the other's staying where it is. */
static double worst_place(int moving, uint8_t *buffer, size_t bytes, int tries) {
    double worst = 1e9;
    for (size_t place = 0; place < OFFSETS; place++) {
        size_t offset = cube_node() == moving ? place * PAGE : 0;
        double rate = best_transfer(buffer + offset, bytes, tries);
        worst = rate < worst ? rate : worst;
    }
    return worst;
}

int main(int argc, char **argv) {
    if (argc != 3 || cube_nodes() != 2) {
        fprintf(stderr, "usage: cuberun -n 2 bandwidth.elf BYTES TRIES\n");
        return 64;
    }
    size_t bytes = strtoul(argv[1], NULL, 10);
    int tries = atoi(argv[2]);
    size_t room = 2 * bytes + OFFSETS * PAGE + 3 * APART;
    uint8_t *buffer = malloc(room);
    if (!buffer) {
        fprintf(stderr, "bandwidth: no memory for %zu bytes: use --heap\n", room);
        return 1;
    }
    memset(buffer, 1, room);
    double copy = best_memcpy(buffer, bytes, tries);
    double link = best_transfer(buffer, bytes, tries);
    double sender = worst_place(0, buffer, bytes, tries);
    double receiver = worst_place(1, buffer, bytes, tries);
    if (cube_node() == 0)
        printf("memcpy %.3f\nlink %.3f\nworst-sender %.3f\nworst-receiver %.3f\n", copy, link,
               sender, receiver);
    return 0;
}
