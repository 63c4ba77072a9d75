/* Random work for all nodes, every byte of it verified: collectives of the catalogue, exchanges
 * with all neighbours at once, routed messages in pairs and from all to one, with random sizes.
 * All nodes draw the same numbers, and so agree on what comes next.
 * Arguments: seed, rounds, most bytes of a block. */
#include "cube.h"
#include "cube_catalogue.h"
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
    return (uint32_t)(mix(state) % limit);
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

/* The physical node of logical node i, taken round the ring. */
static int ring_node(int i) {
    return cube_gray(i & (cube_nodes() - 1));
}

static void aspc(const char *algorithm, size_t bytes, uint64_t key) {
    int n = cube_dim();
    int here = cube_gray_inverse(cube_node());
    uint8_t *elements = allocate((size_t)n * bytes);
    uint8_t *plus = allocate((size_t)n * bytes);
    uint8_t *minus = allocate((size_t)n * bytes);
    for (int j = 0; j < n; j++) /* element j is the same for both of its receivers */
        fill(elements + (size_t)j * bytes, bytes, cube_node(), j, key);
    must(cube_aspc_by(algorithm, elements, plus, minus, bytes), algorithm);
    for (int j = 0; j < n; j++) {
        verify(plus + (size_t)j * bytes, bytes, ring_node(here - (1 << j)), j, key, algorithm);
        verify(minus + (size_t)j * bytes, bytes, ring_node(here + (1 << j)), j, key, algorithm);
    }
    free(elements);
    free(plus);
    free(minus);
}

static void alltoall(const char *algorithm, size_t bytes, uint64_t key) {
    size_t nodes = (size_t)cube_nodes();
    uint8_t *blocks = allocate(nodes * bytes);
    uint8_t *out = allocate(nodes * bytes);
    for (size_t j = 0; j < nodes; j++)
        fill(blocks + j * bytes, bytes, cube_node(), (int)j, key);
    must(cube_alltoall_by(algorithm, blocks, out, bytes), algorithm);
    for (size_t i = 0; i < nodes; i++)
        verify(out + i * bytes, bytes, (int)i, cube_node(), key, algorithm);
    free(blocks);
    free(out);
}

/* Any algorithm of the catalogue. */
static void collective(size_t most, uint64_t key) {
    struct cube_algorithm algorithm;
    size_t count = 0;
    while (cube_catalogue(count, &algorithm) == 0)
        count++;
    must(cube_catalogue(draw((uint32_t)count), &algorithm), "cube_catalogue");
    if (strcmp(algorithm.operation, "aspc") == 0)
        aspc(algorithm.name, draw_bytes(most), key);
    else if (strcmp(algorithm.operation, "alltoall") == 0)
        alltoall(algorithm.name, draw_bytes(most * 4 / (size_t)cube_nodes()), key);
    else
        must(cube_barrier(), "cube_barrier");
}

/* Messages with all neighbours of a random set of dimensions at once. */
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

/* Each node and a partner, any distance away, send each other a few messages: the lower first. */
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
    if (argc != 4) {
        fprintf(stderr, "usage: cuberun soak.elf SEED ROUNDS BYTES\n");
        return 64;
    }
    static void (*const work[])(size_t most, uint64_t key) = {collective, neighbours, partners,
                                                              gather};
    seed = strtoull(argv[1], NULL, 10);
    state = mix(seed);
    uint32_t rounds = (uint32_t)strtoul(argv[2], NULL, 10);
    size_t most = strtoul(argv[3], NULL, 10);
    for (uint32_t round = 0; round < rounds; round++)
        work[draw(sizeof work / sizeof work[0])](most, (uint64_t)round << 8);
    must(cube_barrier(), "the last barrier");
    if (cube_node() == 0)
        printf("seed %" PRIu64 ": %" PRIu32 " rounds, node 0 verified %" PRIu64 " bytes\n", seed,
               rounds, received);
    return 0;
}
