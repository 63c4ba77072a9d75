/* Finds a clock that shows another number after messages than its rules have it.
 * tests/machine/clock.t and cost.t have chains of messages, and a clock's end. */
#include "cube.h"
#include "net/clock/clock.h"
#include "tests/unit/nodes.h"

/* Costs that lie so far apart that no two sums of them are equal. */
enum { START = 1000000, HOP = 10000, BYTE = 7 };

static const struct cube_costs costs = {.start = START, .hop = HOP, .byte = BYTE};

/* t_s + t_w bytes + hops t_h. */
static uint64_t packet(uint64_t hops, uint64_t bytes) {
    return START + hops * HOP + bytes * BYTE;
}

/* ---- The algebra ---- */

TEST(shows_instructions_and_jumps) {
    struct clock clock = {.costs = {.instruction = 3}};
    clock_set(&clock, 1000, 0);
    assert_int_equal(clock_time(&clock, 1000), 0);
    assert_int_equal(clock_time(&clock, 1007), 21);
    clock_set(&clock, 1007, 500);
    assert_int_equal(clock_time(&clock, 1008), 503);
    assert_int_equal(clock_add(5, 4, 3), 17);
    assert_int_equal(clock_add(0, 1, INT64_MAX), INT64_MAX);
}

TEST(stands_still_where_the_count_goes_back) {
    const struct clock clock = {.offset = 1000, .costs = {.instruction = 2}};
    uint64_t since = 400;
    assert_int_equal(clock_checked(&clock, &since, 500), 2000);
    assert_int_equal(clock_checked(&clock, &since, 500 - 84), 2000);
    assert_int_equal(clock_checked(&clock, &since, 499), 2000);
    assert_int_equal(clock_checked(&clock, &since, 501), 2002);
}

/* ---- Nodes ---- */

enum { MOST = 20000 }; /* bytes; more than a ring of 4 KiB holds */

static _Thread_local uint8_t out[MOST], in[CUBE_DIMENSIONS][MOST];

/* Runs on 2^dimension nodes, with rings that long messages fill and with large ones. */
static void nodes(uint32_t dimension, uint32_t flags, int (*function)(void *), void *argument) {
    for (uint32_t rings = 4096; rings <= 65536; rings *= 16) {
        struct host_options options = {
            .direct = rings, .routed = rings, .flags = CUBE_PAGE_CLOCK | flags, .costs = costs};
        assert_int_equal(host_run(dimension, &options, function, argument), HOST_OK);
    }
}

/* An exchange with all neighbours at once takes the time of one packet where there are all ports,
 * and of all packets one after the other where there is one. */
static int exchange(void *argument) {
    bool one_port = *(bool *)argument;
    const void *send[CUBE_DIMENSIONS];
    void *recv[CUBE_DIMENSIONS];
    uint64_t count = (uint64_t)cube_dim();
    for (int d = 0; d < cube_dim(); d++) {
        send[d] = out;
        recv[d] = in[d];
    }
    cube_links_exchange((1u << count) - 1, send, (1u << count) - 1, recv, 100);
    uint64_t ports = one_port ? count : 1;
    host_check(cube_time() == ports * (START + 100 * BYTE) + HOP);
    /* The ports are free again. */
    cube_work(1);
    uint64_t now = cube_time();
    cube_link_send(0, out, 3);
    host_check(cube_time() == now);
    cube_link_recv(0, in[0], 3);
    host_check(cube_time() == now + packet(1, 3));
    return 0;
}

/* Node 0 sends two messages, at 50 and at 150, of which each takes packet(1, 8) to arrive. Node 1
 * asks before and after these moments: that takes it no time, in whatever order the nodes run. */
AT_NODE(asks_by_the_clock) {
    if (cube_node() == 0) {
        cube_work(50);
        cube_link_send(0, out, 8);
        cube_work(100);
        cube_link_send(0, out, 8);
        return;
    }
    cube_work(49 + packet(1, 8));
    host_check(cube_link_arrived(0) == 0 && cube_time() == 49 + packet(1, 8));
    cube_work(1);
    host_check(cube_link_arrived(0) == 1 && cube_time() == 50 + packet(1, 8));
    cube_link_recv(0, in[0], 8);
    host_check(cube_time() == 50 + packet(1, 8));
    host_check(cube_link_arrived(0) == 0 && cube_time() == 50 + packet(1, 8));
    cube_link_recv(0, in[0], 8);
}

TEST(a_message_has_arrived_by_the_clock) {
    nodes(1, 0, asks_by_the_clock, NULL);
}

TEST(ports_are_one_or_all) {
    bool one_port = false;
    nodes(3, 0, exchange, &one_port);
    one_port = true;
    nodes(3, CUBE_PAGE_ONE_PORT, exchange, &one_port);
}

/* A packet that is combined in pieces, as they arrive, has one start-up. */
AT_NODE(combines) {
    static const struct cube_choice exchange = {.algorithm = "allreduce-exchange"};
    host_check(cube_allreduce_by(&exchange, out, in[0], MOST / sizeof(int32_t), &cube_int32,
                                 &cube_sum) == 0);
    host_check(cube_time() == packet(1, MOST));
}

TEST(pieces_have_one_start_up) {
    nodes(1, 0, combines, NULL);
    nodes(1, CUBE_PAGE_ONE_PORT, combines, NULL);
}

/* A barrier has no bytes: it holds a port for its start-up alone, and the next packet on the port
 * waits for nothing. The costs are such that one byte more would show. */
static const struct cube_costs of_bytes = {.start = 1000, .hop = 1, .byte = 1000};

AT_NODE(barriers) {
    uint64_t dimensions = (uint64_t)cube_dim(), now = 0;
    const struct cube_choice highest = {.dimensions = 1u << (cube_dim() - 1)};
    for (int round = 0; round < 3; round++) {
        host_check(cube_barrier() == 0);
        now += dimensions * (of_bytes.start + of_bytes.hop);
        host_check(cube_time() == now);
        for (int d = cube_dim() - 1; d >= 0; d--) {
            cube_link_send(d, out, (size_t)round);
            cube_link_recv(d, in[0], (size_t)round);
            now += of_bytes.start + of_bytes.hop + (uint64_t)round * of_bytes.byte;
            host_check(cube_time() == now);
        }
        host_check(cube_barrier_by(&highest) == 0);
        now += of_bytes.start + of_bytes.hop;
        host_check(cube_time() == now);
        cube_send(cube_nodes() - 1 - cube_node(), out, 0);
        cube_recv(cube_nodes() - 1 - cube_node(), in[0], 0);
        now += of_bytes.start + dimensions * of_bytes.hop;
        host_check(cube_time() == now);
    }
}

TEST(barriers_hold_ports_for_their_start_up) {
    for (uint32_t n = 1; n <= 4; n++)
        for (int one_port = 0; one_port < 2; one_port++) {
            struct host_options options = {
                .flags = CUBE_PAGE_CLOCK | (one_port ? CUBE_PAGE_ONE_PORT : 0), .costs = of_bytes};
            assert_int_equal(host_run(n, &options, barriers, NULL), HOST_OK);
        }
}

/* No time passes for a message that has arrived already. Of independent chains the longest one
 * counts. */
AT_NODE(late) {
    if (cube_node() == 0) {
        cube_work(10 * START);
        cube_link_send(0, out, 8);
        cube_link_send(0, out, 8);
        host_check(cube_time() == 10 * START);
        cube_barrier();
        host_check(cube_time() == 11 * START + packet(1, 16) + packet(1, 0));
    } else {
        cube_work(10 * START + packet(1, 8) - 1);
        cube_link_recv(0, in[0], 8);
        host_check(cube_time() == 10 * START + packet(1, 8));
        cube_work(START);
        cube_link_recv(0, in[0], 8);
        host_check(cube_time() == 11 * START + packet(1, 16)); /* the link was taken */
        cube_barrier();
        host_check(cube_time() == 12 * START + packet(1, 16));
    }
}

TEST(arrivals_and_clocks_take_the_larger) {
    nodes(1, 0, late, NULL);
}

/* A packet that has arrived long ago does not set a clock back, whichever way it came. */
AT_NODE(long_ago) {
    const uint64_t now = 100 * START;
    uint64_t word = 1, sum;
    cube_work(cube_node() == 0 ? 0 : now);
    if (cube_node() == 0) {
        for (size_t bytes = 0; bytes <= 5000; bytes = bytes * 70 + 8)
            cube_link_send(0, out, bytes);
        cube_send(1, out, 8);
    } else {
        for (size_t bytes = 0; bytes <= 5000; bytes = bytes * 70 + 8)
            cube_link_recv(0, in[0], bytes);
        cube_recv(0, in[0], 8);
        host_check(cube_time() == now);
    }
    host_check(cube_allreduce(&word, &sum, 1, &cube_uint64, &cube_sum) == 0);
    /* The other one hears of it in the sum; its barrier leaves then, this one's when its port is
     * free. */
    host_check(cube_time() == (cube_node() == 0 ? now + packet(1, 8) : now));
    host_check(cube_barrier() == 0);
    host_check(cube_time() == now + packet(1, 8) + (cube_node() == 0 ? START : packet(1, 0)));
}

/* A packet does not set a clock back either if nothing costs anything. */
AT_NODE(long_ago_for_nothing) {
    const uint64_t work = cube_node() == 0 ? 5 : 9;
    uint64_t word = 1, sum;
    cube_work(work);
    cube_link_send(0, out, 8);
    cube_link_recv(0, in[0], 8);
    host_check(cube_time() == 9);
    cube_work(work);
    host_check(cube_allreduce(&word, &sum, 1, &cube_uint64, &cube_sum) == 0);
    host_check(cube_time() == 18);
    cube_work(work);
    host_check(cube_barrier() == 0);
    host_check(cube_time() == 27);
}

TEST(what_came_long_ago_sets_no_clock_back) {
    const struct host_options free_of_cost = {.flags = CUBE_PAGE_CLOCK};
    assert_int_equal(host_run(1, &free_of_cost, long_ago_for_nothing, NULL), HOST_OK);
    nodes(1, 0, long_ago, NULL);
    nodes(1, CUBE_PAGE_ONE_PORT, long_ago, NULL);
}

/* A message from corner to corner costs one start-up, its bytes once, and a hop for each link. */
static int routed(void *argument) {
    size_t bytes = *(size_t *)argument;
    int last = cube_nodes() - 1;
    if (cube_node() == 0) {
        cube_send(last, out, bytes);
        host_check(cube_time() == 0);
    } else if (cube_node() == last) {
        cube_recv(0, in[0], bytes);
        host_check(cube_time() == packet((uint64_t)cube_dim(), bytes));
        cube_send(last, out, bytes);
        cube_recv(last, in[0], bytes);
        host_check(cube_time() == packet((uint64_t)cube_dim(), bytes));
    } else {
        host_check(cube_time() == 0);
    }
    return 0;
}

TEST(routed_messages_cut_through) {
    for (size_t bytes = 0; bytes <= MOST; bytes = bytes * 50 + 8) {
        nodes(3, 0, routed, &bytes);
        nodes(3, CUBE_PAGE_ONE_PORT, routed, &bytes);
    }
}
