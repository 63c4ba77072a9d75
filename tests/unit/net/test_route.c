/* Finds packets that leave E-cube's paths or go astray. tests/boot/forwarding.c has the calls that
 * pass packets on, tests/boot/map.c the places of nodes. */
#include <sched.h>

#include "cube.h"
#include "net/messages/credit.h"
#include "net/messages/hop.h"
#include "net/messages/route.h"
#include "net/node.h"
#include "tests/host/host.h"
#include "tests/unit/test.h"

/* An order of the dimensions: order[k] is the one that physical dimension k is for. */
typedef uint8_t dimension_order[CUBE_DIMENSIONS];

/* Whether node s has a message for node t: in the second round only nodes with lower numbers have
 * some for those with higher ones, so that links differ in what goes over them. */
static bool has_message(int round, int s, int t) {
    return round == 0 ? s != t : s < t;
}

/* How many of a round's messages enter `node` on physical dimension `dimension`: the path from s to
 * t goes through the nodes that have t's bits below some physical dimension and s's bits from it
 * on. */
static uint64_t expected(int round, const uint8_t order[], int node, int dimension) {
    uint64_t packets = 0;
    for (int s = 0; s < cube_nodes(); s++)
        for (int t = 0; t < cube_nodes(); t++) {
            int at = s;
            for (int k = 0; k < cube_dim() && has_message(round, s, t); k++)
                if ((at ^ t) >> order[k] & 1) {
                    at ^= 1 << order[k];
                    packets += at == node && k == dimension;
                }
        }
    return packets;
}

static void exchange(int round, const uint8_t order[]) {
    enum { BYTES = 200 }; /* several pieces in the smallest ring */
    char buffer[BYTES] = {0};
    int own = cube_node();
    for (int k = 1; k < cube_nodes(); k++)
        if (has_message(round, own, own ^ k))
            host_check(cube_send(own ^ k, buffer, BYTES) == 0);
    for (int k = 1; k < cube_nodes(); k++)
        if (has_message(round, own ^ k, own))
            host_check(cube_recv(own ^ k, buffer, BYTES) == 0);
    /* When all nodes have received everything, only acknowledgements are under way. */
    host_check(cube_barrier() == 0);
    struct cube_stats stats;
    cube_stats(&stats);
    for (int d = 0; d < cube_dim(); d++) {
        uint64_t packets = expected(round, order, own, d);
        host_check(stats.link[d].routed_packets == packets);
        host_check(stats.link[d].routed_bytes == packets * BYTES);
        host_check(stats.link[d].slots >= packets * piece_slots(BYTES));
    }
    cube_stats_clear();
    host_check(cube_barrier() == 0); /* nobody sends in the next round before all have looked */
}

static int exchanges(void *argument) {
    exchange(0, argument);
    exchange(1, argument);
    return 0;
}

static void check_paths(uint32_t dimension, dimension_order order) {
    for (uint32_t ring = 256; ring <= 16384; ring *= 64) {
        struct host_options options = {.routed = ring, .spins = dimension, .order = order};
        assert_int_equal(host_run(dimension, &options, exchanges, order), HOST_OK);
    }
}

TEST(test_paths) {
    dimension_order ascending = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    for (uint32_t dimension = 0; dimension <= (HOST_THREADS_ALONE ? 4 : 6); dimension++)
        check_paths(dimension, ascending);
}

/* Along each path the physical dimensions ascend, whatever the order, so that no packets wait for
 * each other in a circle: the smallest rings, which are full most of the time, would show it. */
TEST(test_paths_by_order) {
    static struct {
        uint32_t dimension;
        dimension_order order;
    } cases[] = {
        {2, {1, 0}},       {3, {0, 2, 1}},       {3, {1, 2, 0}},
        {3, {2, 1, 0}},    {4, {3, 2, 1, 0}},    {4, {1, 3, 0, 2}},
        {4, {0, 1, 3, 2}}, {5, {4, 3, 2, 1, 0}}, {5, {2, 0, 4, 1, 3}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check_paths(cases[i].dimension, cases[i].order);
}

/* ---- What a call finds to pass on ---- */

/* Something on any one of the links that a node has is found. */
TEST(test_pending) {
    for (uint32_t dimension = 0; dimension <= CUBE_MAX_DIMENSION; dimension++) {
        static struct node self;
        static _Atomic uint32_t tails[NODE_LINKS];
        self.further_dimensions = dimension > 0 ? dimension - 1 : 0;
        for (uint32_t d = 0; d < NODE_LINKS; d++)
            self.link[d].routed_in.tail = &tails[d];
        assert_false(route_pending(&self));
        for (uint32_t d = 0; d < dimension; d++) {
            atomic_store(&tails[d], 1);
            assert_true(route_pending(&self));
            assert_int_equal(route_pending_further(&self, self.further_dimensions), d > 0);
            self.link[d].routed_in.head = 1; /* it has been dealt with */
            assert_false(route_pending(&self));
            self.link[d].routed_in.head = 0;
            atomic_store(&tails[d], 0);
        }
    }
}

/* ---- What is relayed ---- */

/* A packet of node 1 comes to node 0. If it is for node 2, that is its way if dimension 0 is
 * physically the lowest. If it is the highest, the packet has gone astray, and relaying it would
 * take it down. So has one for a node that there cannot be. */
struct packet {
    const uint8_t *order;
    uint16_t destination;
    bool goes_on;
};

static int relay(void *argument) {
    const struct packet *packet = argument;
    uint64_t word = 0;
    if (cube_node() == 1) {
        const struct cube_header header = {.remaining = sizeof word,
                                           .operation = OPERATION_SEND,
                                           .source = 1,
                                           .destination = packet->destination};
        host_check(hop_put(0, &header, &word, sizeof word) == sizeof word);
    }
    if (cube_node() == 0) {
        struct ring_receiver *in = &node.link[0].routed_in;
        while (!route_pending_on(&node.link[0]))
            sched_yield();
        host_check(!route_relay(0)); /* it has not met the destination */
        credit_peer(2);
        host_check(route_relay(0) == packet->goes_on);
        host_check(route_pending_on(&node.link[0]) == !packet->goes_on);
        in->head = ring_tail(in); /* nobody else takes what has gone astray */
    }
    if (cube_node() == packet->destination && packet->goes_on)
        host_check(cube_recv(1, &word, sizeof word) == 0);
    return 0;
}

TEST(test_relay) {
    dimension_order ascending = {0, 1}, descending = {1, 0};
    struct packet packets[] = {
        {ascending, 2, true},
        {descending, 2, false},
        {ascending, CUBE_MAX_NODES, false},
    };
    for (int i = 0; i < 3; i++) {
        struct host_options options = {.order = packets[i].order};
        assert_int_equal(host_run(2, &options, relay, &packets[i]), HOST_OK);
    }
}
