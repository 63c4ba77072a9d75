/* Finds a wrong message between neighbours where only some links are used or sizes do not match.
 * Every size around the limits of slots, pieces and rings is in
 * collectives/test_sizes.c. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "compiler.h"
#include "cube.h"
#include "net/link.h"
#include "tests/unit/nodes.h"

static void fill(uint8_t *buffer, size_t bytes, int seed) {
    for (size_t i = 0; i < bytes; i++)
        buffer[i] = (uint8_t)(i * 7 + (i >> 8) + (size_t)seed * 31);
}

static int matches(const uint8_t *buffer, size_t bytes, int seed) {
    for (size_t i = 0; i < bytes; i++)
        if (buffer[i] != (uint8_t)(i * 7 + (i >> 8) + (size_t)seed * 31))
            return 0;
    return 1;
}

/* Some ports only send, others only receive. */
TEST_AT_NODES(test_one_way, 2, 2) {
    int value = cube_node() + 100;
    int got[2] = {0, 0};
    const void *send[2] = {&value, &value};
    void *recv[2] = {&got[0], &got[1]};
    unsigned senders = cube_node() == 0 ? 3 : 0;
    unsigned receivers = cube_node() == 1 ? 1 : cube_node() == 2 ? 2 : 0;
    host_check(cube_links_exchange(senders, send, receivers, recv, sizeof value) == 0);
    if (cube_node() == 1)
        host_check(got[0] == 100);
    if (cube_node() == 2)
        host_check(got[1] == 100);
}

/* Messages of sizes of their own, of which some do not fit in the ring, and two are empty. */
static size_t size_between(int from, int dimension) {
    return (size_t)(from * 7 + dimension * 1000) % 5 * 400;
}

TEST_WITH_VERDICT(test_exchange_sizes, HOST_OK, 0, 4, .direct = 1024, .spins = 2) {
    uint8_t *out[CUBE_DIMENSIONS] = {0}, *in[CUBE_DIMENSIONS] = {0};
    size_t sent[CUBE_DIMENSIONS], got[CUBE_DIMENSIONS] = {0};
    unsigned all = (1u << cube_dim()) - 1;
    for (int d = 0; d < cube_dim(); d++) {
        sent[d] = size_between(cube_node(), d);
        got[d] = size_between(cube_node() ^ 1 << d, d);
        out[d] = malloc(sent[d] + 1);
        in[d] = calloc(got[d] + 1, 1);
        fill(out[d], sent[d], cube_node() * 16 + d);
    }
    host_check(cube_links_exchangev(all, (const void *const *)out, sent, all, (void *const *)in,
                                    got) == 0);
    for (int d = 0; d < cube_dim(); d++) {
        host_check(matches(in[d], got[d], (cube_node() ^ 1 << d) * 16 + d));
        free(out[d]);
        free(in[d]);
    }
}

/* What comes on one link is taken in while another one is still silent: node 1 has nothing to send
 * to node 0 before node 2 has sent all of a message for which the ring is too small. */
TEST_AT_NODES(test_any_link_first, 2, 2) {
    enum { LONG = 4 * HOST_DIRECT, SHORT = 8 };
    static NODE_LOCAL uint8_t whole[LONG], small[SHORT];
    if (cube_node() == 0)
        host_check(cube_links_exchangev(0, NULL, NULL, 3, (void *const[]){small, whole},
                                        (const size_t[]){SHORT, LONG}) == 0);
    if (cube_node() == 2)
        host_check(cube_link_send(1, whole, LONG) == 0 && cube_send(1, small, SHORT) == 0);
    if (cube_node() == 1)
        host_check(cube_recv(2, small, SHORT) == 0 && cube_link_send(0, small, SHORT) == 0);
}

/* Without clocks a message has arrived when it is there. */
TEST_AT_NODES(test_arrived, 2, 2) {
    char byte = 0;
    host_check(cube_link_arrived(-1) == -EINVAL && cube_link_arrived(cube_dim()) == -EINVAL);
    host_check(cube_link_arrived(1) == 0);
    if (cube_node() == 0) {
        host_check(cube_link_send(0, &byte, 1) == 0);
    } else if (cube_node() == 1) {
        while (cube_link_arrived(0) == 0)
            continue;
        host_check(cube_link_arrived(0) == 1);
        host_check(cube_link_recv(0, &byte, 1) == 0);
        host_check(cube_link_arrived(0) == 0);
    }
}

/* What tests/arguments_others.h does not say. */
TEST_AT_NODES(test_arguments, 1, 1) {
    const void *send[CUBE_DIMENSIONS] = {NULL};
    void *recv[CUBE_DIMENSIONS] = {NULL};
    const size_t some[CUBE_DIMENSIONS] = {1, (size_t)1 << 32};
    host_check(cube_links_exchange(0, NULL, 0, NULL, 1) == 0);
    host_check(cube_links_exchangev(1, send, some, 0, NULL, NULL) == -EINVAL);
    host_check(cube_links_exchangev(1, send, NULL, 0, NULL, NULL) == -EINVAL);
    host_check(cube_links_exchangev(0, NULL, NULL, 2, recv, some) == -EINVAL);
}

/* Node 0 sends, node 1 expects something else. That its neighbour has died it does not believe, for
 * nobody here survives that. */
static const struct mismatch {
    uint32_t operation, step;
    size_t bytes, wanted;
    int error;
} mismatches[] = {{OPERATION_LINK, 0, 8, 9, -EMSGSIZE},
                  {CUBE_COLLECTIVE_OPERATIONS, 1, 0, 0, -EPROTO},
                  {CUBE_OPERATION_FAILED, 0, 0, 0, -EPROTO}};

static int mismatch(void *argument) {
    const struct mismatch *other = argument;
    char bytes[100] = {0};
    if (cube_node() == 0)
        link_put(0, other->operation, other->step, 0, bytes, other->bytes, other->bytes);
    else
        host_check(cube_link_recv(0, bytes, other->wanted) == other->error);
    return 0;
}

TEST(test_mismatch) {
    for (size_t i = 0; i < sizeof mismatches / sizeof *mismatches; i++) {
        struct mismatch other = mismatches[i];
        assert_int_equal(host_run(1, NULL, mismatch, &other), HOST_UNRECEIVED);
    }
}

/* A ring of four slots is full. When the receiver has taken one word, there is room for the next
 * one. The receiver comes back to the link only when it has heard that this word was sent. */
TEST_WITH_VERDICT(a_quarter_of_a_ring_is_given_back, HOST_OK, 1, 1, .direct = 256) {
    enum { SLOTS = 4 };
    uint64_t word = 7, token = 0;
    if (cube_node() == 0) {
        for (int k = 0; k <= SLOTS; k++)
            host_check(cube_link_send(0, &word, sizeof word) == 0);
        host_check(cube_send(1, &token, sizeof token) == 0);
        return;
    }
    host_check(cube_link_recv(0, &word, sizeof word) == 0);
    host_check(cube_recv(0, &token, sizeof token) == 0);
    for (int k = 0; k < SLOTS; k++)
        host_check(cube_link_recv(0, &word, sizeof word) == 0);
}
