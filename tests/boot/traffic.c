/* Random routed traffic: between all pairs of nodes, of all lengths, and received in an independent
 * order. If the messages of a pair did not arrive in order, one of them would not be the one
 * expected. Prints TAP at node 0; errors at another node set the program's status. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "cube_abi.h"

enum {
    HEADER_BYTES = 12,
    SHORT = 64,
    LARGEST = 400,
    /* The messages sent to a node before it receives any: as many as fit in a window of 16 KiB. */
    AHEAD = 16384 / (LARGEST + 64),
};

/* A random number for a pair of nodes in one direction, which both ends draw alike (xorshift,
 * Marsaglia 2003). */
static uint32_t next_random(uint32_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static uint32_t pair_seed(int from, int to) {
    return (uint32_t)(from * CUBE_MAX_NODES + to + 1) * 2654435761u | 1;
}

struct pair {
    uint32_t state;
    uint32_t count;
};

/* Fills `buffer` with the next message of a pair, and returns its length. */
static size_t next_message(struct pair *pair, int from, int to, uint8_t *buffer) {
    uint32_t random = next_random(&pair->state);
    uint32_t most = random % 16 == 0 ? LARGEST : SHORT; /* one in 16 needs several pieces */
    size_t bytes = HEADER_BYTES + (random >> 4) % (most - HEADER_BYTES);
    uint32_t header[] = {(uint32_t)from, (uint32_t)to, pair->count++};
    memcpy(buffer, header, HEADER_BYTES);
    memset(buffer + HEADER_BYTES, (int)(pair->state >> 24), bytes - HEADER_BYTES);
    return bytes;
}

/* Returns 0, or 1 if anything arrived wrong or not at all. */
static int traffic(void) {
    int wrong = 0;
    const int nodes = cube_nodes(), me = cube_node();
    struct pair *out = calloc((size_t)nodes, sizeof *out);
    struct pair *in = calloc((size_t)nodes, sizeof *in);
    for (int i = 0; i < nodes; i++) {
        out[i].state = pair_seed(me, i);
        in[i].state = pair_seed(i, me);
    }
    uint32_t order = pair_seed(me, me);
    uint8_t expected[LARGEST], message[LARGEST];
    /* A node sends AHEAD messages to every node and receives as many from every node, each in an
     * order of its own. */
    uint32_t place = next_random(&order);
    uint32_t stride = next_random(&order) | 1; /* odd: visits all of 2^n nodes */
    for (int k = 0; k < nodes * AHEAD; k++) {
        int to = (int)(place += stride) & (nodes - 1);
        size_t bytes = next_message(&out[to], me, to, message);
        wrong |= cube_send(to, message, bytes) != 0;
    }
    stride = next_random(&order) | 1;
    for (int k = 0; k < nodes * AHEAD; k++) {
        int from = (int)(place += stride) & (nodes - 1);
        size_t bytes = next_message(&in[from], from, me, expected);
        memset(message, 0, sizeof message);
        wrong |= cube_recv(from, message, bytes) != 0;
        wrong |= memcmp(message, expected, bytes) != 0;
    }
    free(out);
    free(in);
    return wrong;
}

int main(void) {
    int wrong = traffic();
    if (cube_node() == 0)
        printf("%sok 1 - %d messages between %d nodes\n1..1\n", wrong ? "not " : "",
               AHEAD << 2 * cube_dim(), cube_nodes());
    return wrong;
}
