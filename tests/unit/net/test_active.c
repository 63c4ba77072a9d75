/* Finds active messages of some length, or sent in some way, that are lost, changed or out of
 * order. */
#include "net/system/system.h"
#include "tests/unit/net/active_layer.h"
#include "tests/unit/nodes.h"

/* ---- Lengths, orders, numbers ---- */

static const size_t sizes[] = {0,    1,    7,    8,    9,     31,    32,    33,    63,
                               64,   95,   96,   97,   127,   128,   129,   500,   2000,
                               4096, 8000, 8128, 8160, 16352, 16384, 17000, 100000};
enum { SIZES = sizeof sizes / sizeof *sizes };

/* Each node in turn sends a message of each size to all others. */
AT_NODE(one_to_all) {
    int expected = 0;
    start();
    for (int root = 0; root < cube_nodes(); root++) {
        for (int to = 0; cube_node() == root && to < cube_nodes(); to++)
            for (int s = 0; to != root && s < SIZES; s++)
                finish(send_pattern(to, s, KEEP, sizes[s]));
        expected += cube_node() == root ? 0 : SIZES;
        await(expected);
    }
}

TEST(test_sizes) {
    static const uint32_t rings[] = {256, 1024, 16384};
    for (uint32_t dimension = 1; dimension <= 3; dimension++)
        for (uint32_t r = 0; r < 3; r++)
            run(dimension, &(struct host_options){.routed = rings[r], .spins = 10 * (r % 2)},
                one_to_all, NULL);
}

/* Each node sends to all others, all at once, before it takes in any. */
AT_NODE(all_to_all) {
    enum { EACH = 7 };
    struct active_sending *sending[64][EACH];
    start();
    for (int number = 0; number < EACH; number++)
        for (int k = 1; k < cube_nodes(); k++)
            sending[k][number] = send_pattern(cube_node() ^ k, number, number == 3 ? DISCARD : KEEP,
                                              (size_t)number * 300 + (size_t)k);
    await(EACH * (cube_nodes() - 1));
    for (int k = 1; k < cube_nodes(); k++)
        for (int number = 0; number < EACH; number++)
            finish(sending[k][number]);
}

TEST(test_all_to_all) {
    for (uint32_t dimension = 1; dimension <= (HOST_THREADS_ALONE ? 3 : 5); dimension++)
        for (uint32_t routed = 256; routed <= 16384; routed *= 64)
            run(dimension, &(struct host_options){.routed = routed, .spins = 3 * dimension},
                all_to_all, NULL);
}

/* Node 0 sends more than the ring holds, while node 1 takes nothing and ends the machine once node
 * 0 sleeps. */
AT_NODE(without_room) {
    static const struct active_handlers handlers = {.begin = begin, .end = end};
    static const uint8_t data[1000];
    static struct active_sending sending = {.data = data, .bytes = sizeof data, .to = 1};
    if (cube_node() == 0) {
        active_start(&handlers);
        active_send(&sending);
        for (struct waiting waiting = wait_begin("active room", 1, 0);;)
            active_wait(&waiting);
    }
    while (node_asleep(&node.link[0]) == 0)
        sched_yield();
    system_end(0);
}

TEST(test_room) {
    assert_int_equal(host_run(1, &(struct host_options){.routed = 256}, without_room, NULL),
                     HOST_ENDED);
    assert_int_equal(host_wait_of(0)->words[CUBE_WORD_ROUTED_HEAD], 1u << 0);
}

/* The dimensions may be placed in another order, and then no link has a shortest path for packets
 * that go on. */
TEST(test_placed) {
    static const uint8_t order[] = {2, 0, 1};
    run(3, &(struct host_options){.order = order, .routed = 256, .spins = 5}, all_to_all, NULL);
    run(3, &(struct host_options){.order = order, .spins = 5}, one_to_all, NULL);
}

/* ---- The shortest way ---- */

/* Takes the next message of a node without a handler, if it lies first in its ring, whole. */
static bool take_first(int from, int number) {
    uint8_t data[64];
    struct active_arrival arrival;
    if (!active_look_from(credit_peer(from), &arrival))
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
AT_NODE(overtaken) {
    enum { SLOTS = 8 };
    struct active_sending *sending[SLOTS + 2];
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
}

TEST(test_order) {
    stage = 0;
    run(1, &(struct host_options){.routed = 512}, overtaken, NULL);
}

static NODE_LOCAL int told;

static void tell(struct active_sending *sending) {
    told += 1 + (int)sending->anywhere;
}

/* Two messages that are queued leave on a detour, which calls only the handler of the one that says
 * so. The next call calls the other. */
AT_NODE(detoured) {
    enum { SLOTS = 8 };
    struct active_sending *sending[SLOTS + 2];
    start();
    told = 0;
    for (int i = 0; cube_node() == 0 && i < SLOTS + 2; i++) {
        sending[i] = send_pattern(1, i, KEEP, 0);
        sending[i]->left = tell;
        sending[i]->anywhere = i == SLOTS + 1;
    }
    host_check(cube_node() == 1 || !active_detour());
    stage++;
    await_stage(2);
    if (cube_node() == 1)
        await(SLOTS);
    stage++;
    await_stage(4);
    if (cube_node() == 0) {
        host_check(active_detour() && active_has_left(sending[SLOTS]) && told == 2);
        host_check(active_has_work() && active_progress() && told == 3);
        host_check(active_queued == 0 && node.idle_spins == node.spins);
        for (int i = 0; i < SLOTS + 2; i++)
            free(sending[i]);
    } else {
        await(SLOTS + 2);
    }
}

TEST(test_detour) {
    stage = 0;
    run(1, &(struct host_options){.routed = 512, .spins = 10}, detoured, NULL);
}

/* Two messages are queued behind a full ring. When both have left, the first one is sent again, and
 * takes nothing with it that was queued behind it. */
AT_NODE(sent_again) {
    enum { SLOTS = 8 };
    struct active_sending *sending[SLOTS + 2];
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
}

TEST(test_again) {
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
TEST(test_first) {
    for (uint32_t dimension = 1; dimension <= 3; dimension++)
        for (uint32_t flags = 0; flags <= CUBE_PAGE_CLOCK; flags += CUBE_PAGE_CLOCK) {
            int taken = 0;
            run(dimension, &(struct host_options){.flags = flags, .routed = 4096}, in_turn, &taken);
            assert_true(flags ? taken == 0 : taken > 0);
        }
}
