/* Tests active messages with a layer above that numbers the messages of each pair: what arrives, in
 * which order, what the nodes wait for meanwhile, and what the clock shows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cube.h"
#include "net/active.h"
#include "net/link.h"
#include "net/node.h"
#include "net/time.h"
#include "tests/host/host.h"

/* ---- The layer above ---- */

/* What word 1 of a header asks of the receiver. The sender's number for the message is in word 0,
 * and its length in word 2. */
enum { KEEP, DISCARD, ANSWER };

/* A message that is arriving. */
struct arrival {
    uint32_t source;
    struct active_header header;
    size_t bytes;
    uint8_t data[];
};

/* One node's layer. */
static NODE_LOCAL struct layer {
    int begun[CUBE_MAX_NODES];   /* messages of each source */
    int arrived[CUBE_MAX_NODES]; /* those of which all has come */
    int all;                     /* the same of all sources */
    uint64_t stamp;              /* of the last that began */
    struct active_sending answer;
} layer;

static uint8_t pattern(uint32_t from, uint64_t number, size_t offset) {
    return (uint8_t)(from * 3 + number * 11 + offset * 7 + (offset >> 8));
}

static struct active_place begin(uint32_t source, const struct active_header *header, size_t bytes,
                                 uint64_t stamp) {
    struct arrival *arrival = malloc(sizeof *arrival + bytes);
    *arrival = (struct arrival){source, *header, bytes};
    host_check(header->word[0] == (uint64_t)layer.begun[source]++);
    host_check(header->word[2] == bytes);
    host_check(layer.begun[source] == layer.arrived[source] + 1);
    layer.stamp = stamp;
    return (struct active_place){header->word[1] == DISCARD ? NULL : arrival->data, arrival};
}

static void end(void *message) {
    struct arrival *arrival = message;
    bool right = true;
    for (size_t i = 0; arrival->header.word[1] != DISCARD && i < arrival->bytes; i++)
        right = right && arrival->data[i] == pattern(arrival->source, arrival->header.word[0], i);
    host_check(right);
    layer.arrived[arrival->source]++;
    layer.all++;
    if (arrival->header.word[1] == ANSWER) {
        layer.answer = (struct active_sending){.to = arrival->source};
        active_send_from(&layer.answer, layer.stamp);
    }
    free(arrival);
}

/* Every node's function begins with this. */
static void start(void) {
    static const struct active_handlers handlers = {begin, end};
    layer = (struct layer){0};
    active_start(&handlers);
    host_check(cube_barrier() == 0);
}

/* Sends message `number` to a node. Its data lie behind the structure that this returns. */
static struct active_sending *send_pattern(int to, int number, uint64_t ask, size_t bytes) {
    struct active_sending *sending = malloc(sizeof *sending + bytes);
    uint8_t *data = (uint8_t *)(sending + 1);
    for (size_t i = 0; i < bytes; i++)
        data[i] = pattern((uint32_t)cube_node(), (uint64_t)number, i);
    *sending = (struct active_sending){.header = {{(uint64_t)number, ask, bytes}},
                                       .data = bytes ? data : NULL,
                                       .bytes = bytes,
                                       .to = (uint32_t)to};
    if (number % 2 == 0 && active_send_short((uint32_t)to, &sending->header, data, bytes))
        sending->staying = 0;
    else
        active_send(sending);
    return sending;
}

static void await_once(void) {
    struct waiting waiting = wait_begin("active arrival", CUBE_NOBODY, 0);
    active_wait(&waiting);
}

/* Waits until `messages` messages have arrived in all. */
static void await(int messages) {
    struct waiting waiting = wait_begin("active arrival", CUBE_NOBODY, 0);
    while (layer.all < messages)
        active_wait(&waiting);
}

/* Waits until the message has left, and frees it. */
static void finish(struct active_sending *sending) {
    struct waiting waiting = wait_begin("active room", sending->to, 0);
    while (!active_has_left(sending))
        active_wait(&waiting);
    free(sending);
}

static void run(uint32_t dimension, const struct host_options *options, int (*function)(void *),
                void *argument) {
    assert_int_equal(host_run(dimension, options, function, argument), HOST_OK);
}

/* ---- Lengths, orders, numbers ---- */

static const size_t sizes[] = {0,    1,    7,    8,    9,     31,    32,    33,    63,
                               64,   95,   96,   97,   127,   128,   129,   500,   2000,
                               4096, 8000, 8128, 8160, 16352, 16384, 17000, 100000};
enum { SIZES = sizeof sizes / sizeof *sizes };

/* Each node in turn sends a message of each size to all others. */
static int one_to_all(void *argument) {
    (void)argument;
    int expected = 0;
    start();
    for (int root = 0; root < cube_nodes(); root++) {
        for (int to = 0; cube_node() == root && to < cube_nodes(); to++)
            for (int s = 0; to != root && s < SIZES; s++)
                finish(send_pattern(to, s, KEEP, sizes[s]));
        expected += cube_node() == root ? 0 : SIZES;
        await(expected);
    }
    return 0;
}

static void test_sizes(void **state) {
    (void)state;
    static const uint32_t rings[] = {256, 1024, 16384};
    for (uint32_t dimension = 1; dimension <= 3; dimension++)
        for (uint32_t r = 0; r < 3; r++)
            run(dimension, &(struct host_options){.routed = rings[r], .spins = 10 * (r % 2)},
                one_to_all, NULL);
}

/* Each node sends to all others, all at once, before it takes in any. */
static int all_to_all(void *argument) {
    enum { EACH = 7 };
    struct active_sending *sending[64][EACH];
    (void)argument;
    start();
    for (int number = 0; number < EACH; number++)
        for (int k = 1; k < cube_nodes(); k++)
            sending[k][number] = send_pattern(cube_node() ^ k, number, number == 3 ? DISCARD : KEEP,
                                              (size_t)number * 300 + (size_t)k);
    await(EACH * (cube_nodes() - 1));
    for (int k = 1; k < cube_nodes(); k++)
        for (int number = 0; number < EACH; number++)
            finish(sending[k][number]);
    return 0;
}

static void test_all_to_all(void **state) {
    (void)state;
    for (uint32_t dimension = 1; dimension <= 5; dimension++)
        for (uint32_t routed = 256; routed <= 16384; routed *= 64)
            run(dimension, &(struct host_options){.routed = routed, .spins = 3 * dimension},
                all_to_all, NULL);
}

/* All send many short ones to node 0, further than any ring reaches. */
static int many_to_one(void *argument) {
    enum { EACH = 1000 };
    (void)argument;
    start();
    for (int i = 0; cube_node() != 0 && i < EACH; i++)
        finish(send_pattern(0, i, i % 5 == 0 ? DISCARD : KEEP, (size_t)(i % 34)));
    if (cube_node() == 0)
        await(EACH * (cube_nodes() - 1));
    return 0;
}

static void test_many_to_one(void **state) {
    (void)state;
    for (uint32_t dimension = 1; dimension <= 4; dimension++)
        for (uint32_t routed = 256; routed <= 16384; routed *= 64)
            run(dimension, &(struct host_options){.routed = routed, .spins = 5 * dimension},
                many_to_one, NULL);
}

/* The dimensions may be placed in another order, and then no link has a shortest path for packets
 * that go on. */
static void test_placed(void **state) {
    (void)state;
    static const uint8_t order[] = {2, 0, 1};
    run(3, &(struct host_options){.order = order, .routed = 256, .spins = 5}, all_to_all, NULL);
    run(3, &(struct host_options){.order = order, .spins = 5}, one_to_all, NULL);
}

/* ---- The shortest way ---- */

/* Takes the next message of a node without a handler, if it lies first in its ring, whole. */
static bool take_first(int from, int number) {
    uint8_t data[64];
    struct active_arrival arrival;
    if (!active_look_from(&peers[from], &arrival))
        return false;
    host_check(arrival.header.word[0] == (uint64_t)number && arrival.bytes == (uint64_t)number);
    active_accept(&arrival, number % 3 == 0 ? NULL : data);
    for (int i = 0; number % 3 != 0 && i < number; i++)
        host_check(data[i] == pattern((uint32_t)from, (uint64_t)number, (size_t)i));
    layer.begun[from]++;
    layer.arrived[from]++;
    layer.all++;
    return true;
}

/* Where the two nodes of the next test are, who tell each other behind the cube's back. */
static _Atomic int stage;

static void await_stage(int wanted) {
    while (stage < wanted)
        system_yield();
}

/* Node 0 fills the ring, and a long message is queued. When there is room again, but less than a
 * long message takes at once, a short one may not overtake it. */
static int overtaken(void *argument) {
    enum { SLOTS = 8 };
    struct active_sending *sending[SLOTS + 2];
    (void)argument;
    start();
    if (cube_node() == 0) {
        await_stage(1); /* node 1 waits in no call */
        for (int i = 0; i < SLOTS; i++)
            sending[i] = send_pattern(1, i, KEEP, (size_t)i);
        host_check(active_has_left(sending[SLOTS - 1]));
        sending[SLOTS] = send_pattern(1, SLOTS, KEEP, 3000);
        stage = 2;
        await_stage(3);
        active_progress();
        host_check(sending[SLOTS]->staying == sizeof(struct active_header) + 3000);
        sending[SLOTS + 1] = send_pattern(1, SLOTS + 1, KEEP, 0);
        host_check(!active_send_short(1, &sending[0]->header, NULL, 0));
        stage = 4;
        for (int i = 0; i < SLOTS + 2; i++)
            finish(sending[i]);
        host_check(active_queued == 0); /* so the next one may go the shortest way again */
    } else {
        stage = 1;
        await_stage(2);
        host_check(take_first(0, 0));
        host_check(take_first(0, 1));
        stage = 3;
        await_stage(4);
        await(SLOTS + 2);
    }
    return 0;
}

static void test_order(void **state) {
    (void)state;
    stage = 0;
    run(1, &(struct host_options){.routed = 512}, overtaken, NULL);
}

/* Two messages are queued behind a full ring. When both have left, the first one is sent again, and
 * takes nothing with it that was queued behind it. */
static int sent_again(void *argument) {
    enum { SLOTS = 8 };
    struct active_sending *sending[SLOTS + 2];
    (void)argument;
    start();
    if (cube_node() == 0) {
        await_stage(1); /* node 1 waits in no call */
        for (int i = 0; i < SLOTS + 2; i++)
            sending[i] = send_pattern(1, i, KEEP, 0);
        host_check(!active_has_left(sending[SLOTS]));
        stage = 2;
        while (!active_has_left(sending[SLOTS + 1]))
            await_once();
        sending[SLOTS]->header.word[0] = SLOTS + 2;
        active_send(sending[SLOTS]);
        for (int i = 0; i < SLOTS + 2; i++)
            finish(sending[i]);
    } else {
        stage = 1;
        await_stage(2);
        await(SLOTS + 3);
    }
    host_check(cube_barrier() == 0);
    host_check(layer.all == (cube_node() == 0 ? 0 : SLOTS + 3));
    return 0;
}

static void test_again(void **state) {
    (void)state;
    stage = 0;
    run(1, &(struct host_options){.routed = 512}, sent_again, NULL);
}

/* Node 0 and the last one send each other messages, and take each as it comes: by a look, or by
 * handlers. */
static int in_turn(void *argument) {
    enum { ROUNDS = 64 };
    int *taken = argument, far = cube_node() ^ (cube_nodes() - 1);
    start();
    for (int i = 0; cube_node() % (cube_nodes() - 1) == 0 && i < ROUNDS; i++) {
        if (cube_node() == 0)
            finish(send_pattern(far, i, KEEP, (size_t)i));
        while (layer.all == i) {
            if (i % 8 != 7 && take_first(far, i))
                __atomic_fetch_add(taken, 1, __ATOMIC_RELAXED);
            else
                await_once();
        }
        active_pass();
        if (cube_node() != 0)
            finish(send_pattern(far, i, KEEP, (size_t)i));
    }
    return 0;
}

/* Where there is a clock all take the general way. */
static void test_first(void **state) {
    (void)state;
    for (uint32_t dimension = 1; dimension <= 3; dimension++)
        for (uint32_t flags = 0; flags <= CUBE_PAGE_CLOCK; flags += CUBE_PAGE_CLOCK) {
            int taken = 0;
            run(dimension, &(struct host_options){.flags = flags, .routed = 4096}, in_turn, &taken);
            assert_true(flags ? taken == 0 : taken > 0);
        }
}

/* ---- Beside the other calls ---- */

/* Messages with credit and active ones between the same two nodes, both cut in pieces that come
 * between each other. */
static int mixed(void *argument) {
    enum { ROUNDS = 20, BYTES = 40000 };
    static NODE_LOCAL uint8_t buffer[BYTES];
    struct active_sending *sending[ROUNDS];
    int far = cube_node() ^ (cube_nodes() - 1);
    (void)argument;
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
    return 0;
}

static void test_mixed(void **state) {
    (void)state;
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
static int sent_at_end(void *argument) {
    static NODE_LOCAL struct active_sending sending;
    (void)argument;
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
    return 0;
}

static void test_progress(void **state) {
    (void)state;
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

static void test_poll(void **state) {
    (void)state;
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
 * though the clock of the node that answers stands elsewhere. */
static int timed(void *argument) {
    enum { BYTES = 100, WORK = 5000, START = 1000, HOP = 10 };
    uint64_t way = START + HOP * (uint64_t)cube_dim();
    int last = cube_nodes() - 1;
    (void)argument;
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
        host_check(cube_time() == before + WORK + way + BYTES);
    }
    return 0;
}

/* With one port a message that came at the same time as another one is received after it. */
static int timed_at_one_port(void *argument) {
    enum { BYTES = 100, START = 1000 };
    uint64_t stamp = cube_time() + 7 * START;
    (void)argument;
    start();
    active_take(1 - (uint32_t)cube_node(), stamp, BYTES);
    host_check(cube_time() == stamp + BYTES);
    active_take(1 - (uint32_t)cube_node(), stamp, BYTES);
    host_check(cube_time() == stamp + BYTES + START + BYTES);
    return 0;
}

static void test_clock(void **state) {
    (void)state;
    for (uint32_t dimension = 1; dimension <= 4; dimension++)
        for (uint32_t routed = 256; routed <= 16384; routed *= 64)
            run(dimension,
                &(struct host_options){.routed = routed,
                                       .flags = CUBE_PAGE_CLOCK,
                                       .costs = {.start = 1000, .hop = 10, .byte = 1}},
                timed, NULL);
    run(1,
        &(struct host_options){.flags = CUBE_PAGE_CLOCK | CUBE_PAGE_ONE_PORT,
                               .costs = {.start = 1000, .hop = 10, .byte = 1}},
        timed_at_one_port, NULL);
}

/* ---- What is reported ---- */

/* A message counts as one packet, in however many pieces it came. */
static int counted(void *argument) {
    struct cube_stats stats;
    (void)argument;
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
    return 0;
}

static void test_meters(void **state) {
    (void)state;
    run(1, &(struct host_options){.routed = 256}, counted, NULL);
    run(1, NULL, counted, NULL);
}

static int for_ever(void *argument) {
    (void)argument;
    start();
    if (cube_node() == 0)
        await(1);
    return 0;
}

static void test_deadlock(void **state) {
    (void)state;
    for (uint32_t spins = 0; spins <= 10; spins += 10) {
        struct host_options options = {.spins = spins};
        assert_int_equal(host_run(2, &options, for_ever, NULL), HOST_DEADLOCK);
        assert_string_equal(host_wait_of(0)->operation, "active arrival");
        assert_string_equal(host_wait_of(1)->operation, "finished");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),       cmocka_unit_test(test_all_to_all),
        cmocka_unit_test(test_many_to_one), cmocka_unit_test(test_placed),
        cmocka_unit_test(test_order),       cmocka_unit_test(test_again),
        cmocka_unit_test(test_first),       cmocka_unit_test(test_mixed),
        cmocka_unit_test(test_progress),    cmocka_unit_test(test_poll),
        cmocka_unit_test(test_clock),       cmocka_unit_test(test_meters),
        cmocka_unit_test(test_deadlock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
