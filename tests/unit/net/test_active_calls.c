/* Finds a call in which a node waits and runs no active messages, and errors about them in polling,
 * clock and meters. */
#include <string.h>

#include "tests/unit/net/active_layer.h"
#include "tests/unit/nodes.h"

/* ---- Beside the other calls ---- */

/* Messages with credit and active ones between the same two nodes, both cut in pieces that come
 * between each other. */
AT_NODE(mixed) {
    enum { ROUNDS = 20, BYTES = 40000 };
    static NODE_LOCAL uint8_t buffer[BYTES];
    struct active_sending *sending[ROUNDS];
    int far = cube_node() ^ (cube_nodes() - 1);
    start();
    for (int i = 0; i < ROUNDS; i++) {
        sending[i] = send_pattern(far, i, KEEP, (size_t)(i % 4) * 3000);
        memset(buffer, i, BYTES);
        if (cube_node() < far)
            host_check(cube_send(far, buffer, (size_t)(BYTES >> i % 8)) == 0);
        else
            host_check(cube_recv(far, buffer, (size_t)(BYTES >> i % 8)) == 0);
        host_check(buffer[0] == i && buffer[(BYTES >> i % 8) - 1] == i);
    }
    await(ROUNDS);
    for (int i = 0; i < ROUNDS; i++)
        finish(sending[i]);
}

TEST(test_mixed) {
    for (uint32_t dimension = 1; dimension <= 3; dimension++)
        for (uint32_t spins = 0; spins <= 20; spins += 20)
            run(dimension, &(struct host_options){.routed = 512, .spins = spins}, mixed, NULL);
}

/* What a node may wait in while messages arrive for it. */
enum { IN_BARRIER, IN_ALLTOALL, IN_LINK, IN_EXCHANGE, IN_RECV, IN_NOTHING, CALLS };

static void wait_in(int call, int to_free) {
    uint64_t word = 0, out[16] = {0}, in[16];
    switch (call) {
    case IN_BARRIER:
        host_check(cube_barrier() == 0);
        break;
    case IN_ALLTOALL:
        host_check(cube_alltoall(out, in, sizeof *out) == 0);
        break;
    case IN_LINK:
        if (cube_node() == to_free)
            for (int d = 0; d < cube_dim(); d++)
                host_check(cube_link_send(d, &word, sizeof word) == 0);
        else if (((cube_node() ^ to_free) & ((cube_node() ^ to_free) - 1)) == 0)
            host_check(cube_link_recv(__builtin_ctz((unsigned)(cube_node() ^ to_free)), &word,
                                      sizeof word) == 0);
        break;
    case IN_EXCHANGE:
        for (int d = 0; d < cube_dim(); d++) {
            const void *send[CUBE_DIMENSIONS] = {0};
            void *recv[CUBE_DIMENSIONS] = {0};
            send[d] = out;
            recv[d] = in;
            host_check(cube_links_exchange(1u << d, send, 1u << d, recv, sizeof word) == 0);
        }
        break;
    case IN_RECV:
        for (int i = 0; cube_node() == to_free && i < cube_nodes(); i++)
            if (i != to_free)
                host_check(cube_send(i, &word, sizeof word) == 0);
        if (cube_node() != to_free)
            host_check(cube_recv(to_free, &word, sizeof word) == 0);
        break;
    default: /* its program has ended */
        break;
    }
}

/* Node 0 asks each other node, which waits in a call of another kind that only node 0 ends, for an
 * answer, which a handler sends. */
static int answered(void *argument) {
    int call = *(int *)argument;
    start();
    for (int to = 1; cube_node() == 0 && to < cube_nodes(); to++) {
        finish(send_pattern(to, 0, ANSWER, 3000));
        await(to);
    }
    wait_in(call, 0);
    return 0;
}

/* Node 0 has queued more than rings hold, and waits in another call until all others have it. */
static int sent_meanwhile(void *argument) {
    static NODE_LOCAL struct active_sending *sending[8];
    int call = *(int *)argument, last = cube_nodes() - 1;
    start();
    for (int to = 1; cube_node() == 0 && to <= last; to++)
        sending[to] = send_pattern(to, 0, KEEP, 20000);
    host_check(cube_node() != 0 || !active_has_left(sending[last]));
    if (cube_node() != 0)
        await(1);
    wait_in(call, last);
    if (call != IN_NOTHING && call != IN_LINK)
        host_check(cube_node() != 0 || active_has_left(sending[1]));
    for (int to = 1; cube_node() == 0 && to <= last && call != IN_NOTHING; to++)
        finish(sending[to]);
    return 0;
}

static NODE_LOCAL uint8_t forgotten[20000];

/* The same from memory that outlives the program. */
AT_NODE(sent_at_end) {
    static NODE_LOCAL struct active_sending sending;
    start();
    for (size_t i = 0; i < sizeof forgotten; i++)
        forgotten[i] = pattern((uint32_t)cube_node(), 0, i);
    sending = (struct active_sending){.header = {{0, KEEP, sizeof forgotten}},
                                      .data = forgotten,
                                      .bytes = sizeof forgotten,
                                      .to = (uint32_t)(cube_node() ^ (cube_nodes() - 1))};
    if (cube_node() == 0)
        active_send(&sending);
    if (cube_node() == cube_nodes() - 1)
        await(1);
}

TEST(test_progress) {
    for (uint32_t dimension = 1; dimension <= 3; dimension++)
        for (uint32_t flags = 0; flags <= CUBE_PAGE_CLOCK; flags += CUBE_PAGE_CLOCK)
            for (int call = 0; call < CALLS; call++) {
                struct host_options options = {
                    .routed = 256, .spins = 10 * (uint32_t)(call % 2), .flags = flags};
                run(dimension, &options, answered, &call);
                if (call != IN_NOTHING)
                    run(dimension, &options, sent_meanwhile, &call);
                run(dimension, &options, sent_at_end, NULL);
            }
}

/* ---- Polling ---- */

static int polled(void *argument) {
    int rounds = *(int *)argument;
    int far = cube_node() ^ (cube_nodes() - 1);
    start();
    for (int i = 0; i < rounds; i++) {
        if (cube_node() < far)
            finish(send_pattern(far, i, KEEP, (size_t)i * 50));
        while (layer.all <= i)
            active_poll();
        if (cube_node() > far)
            finish(send_pattern(far, i, KEEP, (size_t)i * 50));
    }
    return 0;
}

TEST(test_poll) {
    int rounds = 20;
    for (uint32_t dimension = 1; dimension <= 3; dimension++) {
        run(dimension, &(struct host_options){.routed = 512}, polled, &rounds);
        run(dimension, &(struct host_options){.flags = CUBE_PAGE_CLOCK}, polled, &rounds);
        run(dimension, &(struct host_options){.flags = CUBE_PAGE_CLOCK | CUBE_PAGE_TURNS}, polled,
            &rounds);
    }
}

/* ---- The clock ---- */

/* Node 0 works, sends 100 bytes to the last node, and is answered. The arrival moves no clock. Only
 * the match does, to when the last byte has arrived. The answer leaves when the message came,
 * though the clock of the node that answers stands elsewhere. The argument is what links cost. */
static int timed(void *argument) {
    enum { BYTES = 100, WORK = 5000 };
    const struct cube_costs *costs = argument;
    uint64_t way = costs->start + costs->hop * (uint64_t)cube_dim();
    int last = cube_nodes() - 1;
    start();
    uint64_t before = cube_time();
    cube_work(cube_node() == 0 ? WORK : 7);
    if (cube_node() == 0) {
        finish(send_pattern(last, 0, ANSWER, BYTES));
        host_check(cube_time() == before + WORK);
        await(1);
        host_check(cube_time() == before + WORK);
        host_check(layer.stamp == before + WORK + 2 * way);
        active_take((uint32_t)last, layer.stamp, 0);
        host_check(cube_time() == before + WORK + 2 * way);
    } else if (cube_node() == last) {
        await(1);
        host_check(cube_time() == before + 7);
        host_check(layer.stamp == before + WORK + way);
        active_take(0, layer.stamp, BYTES);
        host_check(cube_time() == before + WORK + way + BYTES * costs->byte);
    }
    return 0;
}

/* With one port a message that came at the same time as another one is received after it. */
AT_NODE(timed_at_one_port) {
    enum { BYTES = 100, START = 1000 };
    uint64_t stamp = cube_time() + 7 * START;
    start();
    active_take(1 - (uint32_t)cube_node(), stamp, BYTES);
    host_check(cube_time() == stamp + BYTES);
    active_take(1 - (uint32_t)cube_node(), stamp, BYTES);
    host_check(cube_time() == stamp + BYTES + START + BYTES);
}

TEST(test_clock) {
    struct cube_costs costs[] = {{.start = 1000, .hop = 10, .byte = 1}, {0}};
    for (uint32_t dimension = 1; dimension <= 4; dimension++)
        for (uint32_t routed = 256; routed <= 16384; routed *= 64)
            for (uint32_t c = 0; c < sizeof costs / sizeof *costs; c++)
                run(dimension,
                    &(struct host_options){
                        .routed = routed, .flags = CUBE_PAGE_CLOCK, .costs = costs[c]},
                    timed, &costs[c]);
    run(1,
        &(struct host_options){.flags = CUBE_PAGE_CLOCK | CUBE_PAGE_ONE_PORT,
                               .costs = {.start = 1000, .hop = 10, .byte = 1}},
        timed_at_one_port, NULL);
}

/* ---- What is reported ---- */

/* A message counts as one packet, in however many pieces it came. */
AT_NODE(counted) {
    struct cube_stats stats;
    start();
    cube_stats_clear();
    for (int i = 0; cube_node() == 0 && i < 3; i++)
        finish(send_pattern(1, i, KEEP, (size_t)i * 1000));
    if (cube_node() == 1) {
        await(3);
        cube_stats(&stats);
        host_check(stats.link[0].routed_packets == 3);
        host_check(stats.link[0].routed_bytes == 3 * sizeof(struct active_header) + 3000);
    }
}

TEST(test_meters) {
    run(1, &(struct host_options){.routed = 256}, counted, NULL);
    run(1, NULL, counted, NULL);
}
