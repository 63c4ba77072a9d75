/* Random work for all nodes, every byte of it verified: collectives of the catalogue, exchanges
 * with all neighbours at once, routed messages in pairs and from all to one, with random sizes. All
 * nodes draw the same numbers, and so agree on each action. Arguments: seed, rounds, most bytes of
 * a block, and "collectives" for these only. */
#include "collectives/check/meaning.h"
#include "cube.h"
#include "cube_catalogue.h"
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seed;
static uint64_t state;
static uint64_t received; /* bytes that arrived here and were verified */

/* A bijection of 64 bits in which every bit of the input moves every bit of the output (the
 * finalizer of SplitMix64, Steele, Lea and Flood 2014). */
static uint64_t mix(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* The next random number below `limit`, the same on every node. */
static uint32_t draw(uint32_t limit) {
    state += 0x9e3779b97f4a7c15u; /* 2^64 over the golden ratio: SplitMix64's step */
    return limit == 0 ? 0 : (uint32_t)(mix(state) % limit);
}

/* Sizes of all magnitudes: as often below 16 as between half of `most` and `most`. */
static size_t draw_bytes(size_t most) {
    uint32_t bits = 0;
    while (bits < 31 && ((size_t)1 << bits) <= most)
        bits++;
    size_t limit = ((size_t)1 << draw(bits + 1)) + 1;
    size_t bytes = draw((uint32_t)limit);
    return bytes < most ? bytes : most;
}

static void *allocate(size_t bytes) {
    void *memory = malloc(bytes + 1);
    if (!memory) {
        printf("node %d: no memory for %zu bytes\n", cube_node(), bytes);
        exit(1);
    }
    return memory;
}

static void must(int error, const char *what) {
    if (error) {
        printf("node %d: %s: error %d\n", cube_node(), what, error);
        exit(1);
    }
}

/* A byte of the message number `key` of node `from` to node `to`. */
static uint8_t pattern(int from, int to, uint64_t key, size_t offset) {
    uint64_t message = mix(seed ^ mix(key ^ mix(((uint64_t)from << 32) | (uint32_t)to)));
    return (uint8_t)(mix(message + offset / 8) >> (offset % 8 * 8));
}

static void fill(uint8_t *block, size_t bytes, int from, int to, uint64_t key) {
    for (size_t i = 0; i < bytes; i++)
        block[i] = pattern(from, to, key, i);
}

static void verify(const uint8_t *block, size_t bytes, int from, int to, uint64_t key,
                   const char *what) {
    for (size_t i = 0; i < bytes; i++) {
        if (block[i] != pattern(from, to, key, i)) {
            printf("node %d: %s: byte %zu of %zu from node %d is %02x, not %02x\n", cube_node(),
                   what, i, bytes, from, block[i], pattern(from, to, key, i));
            exit(1);
        }
    }
    received += bytes;
}

/* Draws a case for an algorithm. One of four is in subcubes, in all of them at once. */
static struct cube_case draw_case(unsigned varies) {
    struct cube_case given = {0};
    if (draw(4) == 0)
        given.dimensions = draw((uint32_t)cube_nodes());
    uint32_t dimension = given.dimensions == 0 ? (uint32_t)cube_dim()
                                               : (uint32_t)__builtin_popcount(given.dimensions);
    uint32_t nodes = 1u << dimension;
    if (varies & CUBE_VARIES_ROOT)
        given.root = (int)draw(nodes);
    if (varies & CUBE_VARIES_TARGET)
        given.target = (int)draw(nodes);
    if (varies & CUBE_VARIES_PACKETS)
        given.packets = 1 + draw(16);
    if (varies & CUBE_VARIES_SHIFT)
        given.shift = (int)draw(nodes);
    if (varies & CUBE_VARIES_SIDES) {
        uint32_t bits = draw(dimension + 1);
        given.axes = 2;
        given.side[0] = 1u << bits;
        given.side[1] = nodes >> bits;
    }
    return given;
}

/* Verifies a block of an output: where nodes are combined, their bytes are added. */
static void verify_content(const uint8_t *at, size_t bytes, struct cube_content content,
                           uint64_t key, const char *what) {
    if (content.first == content.last)
        verify(at, bytes, (int)content.first, (int)content.block, key, what);
    for (size_t i = 0; content.first < content.last && i < bytes; i++) {
        uint8_t expected = 0;
        for (uint32_t rank = content.first; rank <= content.last; rank++)
            expected = (uint8_t)(expected + pattern((int)rank, (int)content.block, key, i));
        if (at[i] != expected) {
            printf("node %d: %s: byte %zu of %zu is %02x, not %02x\n", cube_node(), what, i, bytes,
                   at[i], expected);
            exit(1);
        }
    }
}

/* Runs any algorithm of the catalogue. A block has the same contents for all who get it. */
static void collective(size_t most, uint64_t key) {
    struct cube_algorithm algorithm;
    size_t count = 0;
    while (cube_catalogue(count, &algorithm) == 0)
        count++;
    struct cube_case given;
    do { /* until the algorithm is for the case */
        must(cube_catalogue(draw((uint32_t)count), &algorithm), "cube_catalogue");
        given = draw_case(algorithm.varies);
    } while (cube_catalogue_find(algorithm.name, &given, &algorithm) != 0);
    const char *name = algorithm.name;
    size_t bytes = draw_bytes(most * 4 / (size_t)cube_nodes());

    struct meaning meaning = meaning_of(algorithm.operation, &given);
    uint32_t rank = meaning_rank(&meaning, meaning_here(&meaning));
    uint8_t *area[3] = {NULL, NULL, NULL};
    uint32_t blocks[3] = {0};
    for (unsigned a = 0; a <= algorithm.outputs; a++) {
        blocks[a] = cube_catalogue_blocks(name, &given, a);
        area[a] = allocate(blocks[a] * bytes);
    }
    if (!meaning_has_blocks(&meaning, rank, algorithm.outputs, blocks))
        must(-EINVAL, "the number of blocks");
    for (uint32_t block = 0; block < blocks[0]; block++)
        fill(area[0] + block * bytes, bytes, (int)rank, (int)block, key);
    must(cube_catalogue_run(name, &given, &cube_byte, algorithm.combines ? &cube_sum : NULL,
                            area[0], (void *[]){area[1], area[2]}, bytes),
         name);
    for (unsigned a = 1; a <= algorithm.outputs; a++)
        for (uint32_t block = 0; block < blocks[a]; block++)
            verify_content(area[a] + block * bytes, bytes,
                           meaning_content(&meaning, rank, a, block), key, name);
    for (size_t a = 0; a < sizeof area / sizeof area[0]; a++)
        free(area[a]);
}

/* Exchanges messages with all neighbours of a random set of dimensions at once. */
static void neighbours(size_t most, uint64_t key) {
    unsigned set = draw(1u << cube_dim());
    size_t bytes = draw_bytes(most);
    const void *send[CUBE_DIMENSIONS];
    void *recv[CUBE_DIMENSIONS];
    for (int d = 0; d < cube_dim(); d++) {
        uint8_t *block = allocate(bytes);
        fill(block, bytes, cube_node(), cube_node() ^ (1 << d), key);
        send[d] = block;
        recv[d] = allocate(bytes);
    }
    must(cube_links_exchange(set, send, set, recv, bytes), "cube_links_exchange");
    for (int d = 0; d < cube_dim(); d++) {
        if (set >> d & 1)
            verify(recv[d], bytes, cube_node() ^ (1 << d), cube_node(), key, "cube_links_exchange");
        free((void *)send[d]);
        free(recv[d]);
    }
}

/* Each node and a partner any distance away send each other a few messages. The lower one begins.
 * */
static void partners(size_t most, uint64_t key) {
    int partner = cube_node() ^ (int)draw((uint32_t)cube_nodes());
    uint32_t messages = 1 + draw(4);
    for (uint32_t i = 0; i < messages; i++) {
        size_t bytes = draw_bytes(most);
        uint8_t *block = allocate(bytes);
        for (int turn = 0; turn < 2; turn++) {
            if ((turn == 0) == (cube_node() <= partner)) {
                fill(block, bytes, cube_node(), partner, key + i);
                must(cube_send(partner, block, bytes), "cube_send");
                if (partner != cube_node())
                    continue;
            }
            must(cube_recv(partner, block, bytes), "cube_recv");
            verify(block, bytes, partner, cube_node(), key + i, "cube_recv");
            if (partner == cube_node())
                break;
        }
        free(block);
    }
}

/* All nodes send to one, which receives in an order of its own. */
static void gather(size_t most, uint64_t key) {
    int root = (int)draw((uint32_t)cube_nodes());
    int first = (int)draw((uint32_t)cube_nodes());
    size_t bytes = draw_bytes(most / 4);
    uint8_t *block = allocate(bytes);
    if (cube_node() != root) {
        fill(block, bytes, cube_node(), root, key);
        must(cube_send(root, block, bytes), "cube_send to the root");
    }
    for (int i = 0; cube_node() == root && i < cube_nodes(); i++) {
        int from = i ^ first;
        if (from == root)
            continue;
        must(cube_recv(from, block, bytes), "cube_recv at the root");
        verify(block, bytes, from, root, key, "gather");
    }
    free(block);
}

int main(int argc, char **argv) {
    bool collectives = argc == 5 && strcmp(argv[4], "collectives") == 0;
    if (argc != 4 && !collectives) {
        fprintf(stderr, "usage: cuberun soak.elf SEED ROUNDS BYTES [collectives]\n");
        return 64;
    }
    static void (*const work[])(size_t most, uint64_t key) = {collective, neighbours, partners,
                                                              gather};
    seed = strtoull(argv[1], NULL, 10);
    state = mix(seed);
    uint32_t rounds = (uint32_t)strtoul(argv[2], NULL, 10);
    size_t most = strtoul(argv[3], NULL, 10);
    for (uint32_t round = 0; round < rounds; round++)
        work[collectives ? 0 : draw(sizeof work / sizeof work[0])](most, (uint64_t)round << 8);
    must(cube_barrier(), "the last barrier");
    if (cube_node() == 0)
        printf("seed %" PRIu64 ": %" PRIu32 " rounds, node 0 verified %" PRIu64 " bytes\n", seed,
               rounds, received);
    return 0;
}
