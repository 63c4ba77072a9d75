/* Tests messages between any two nodes: lengths, orders of receiving, credits and errors. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cube.h"
#include "net/credit.h"
#include "tests/host/host.h"

/* What byte `offset` of message `number` from `from` to `to` is. */
static uint8_t pattern(int from, int to, int number, size_t offset) {
    return (uint8_t)((size_t)from * 3 + (size_t)to * 5 + (size_t)number * 11 + offset * 7 +
                     (offset >> 8));
}

static int send_pattern(int to, int number, size_t bytes) {
    uint8_t buffer[bytes + 1]; /* on the stack, for a deadlock ends the node in the call */
    for (size_t i = 0; i < bytes; i++)
        buffer[i] = pattern(cube_node(), to, number, i);
    return cube_send(to, bytes ? buffer : NULL, bytes);
}

static int recv_pattern(int from, int number, size_t bytes) {
    uint8_t *buffer = calloc(bytes + 1, 1);
    int error = cube_recv(from, bytes ? buffer : NULL, bytes);
    for (size_t i = 0; error == 0 && i < bytes; i++)
        if (buffer[i] != pattern(from, cube_node(), number, i))
            error = 1;
    free(buffer);
    return error;
}

static const size_t sizes[] = {0, 1, 8, 31, 32, 33, 96, 97, 500, 2000, 4096, 16384, 17000, 100000};
enum { SIZES = sizeof sizes / sizeof *sizes };

/* One node after the other sends to all, itself included, and each node receives. */
static int one_to_all(void *argument) {
    size_t bytes = *(size_t *)argument;
    for (int root = 0; root < cube_nodes(); root++) {
        if (cube_node() == root)
            for (int to = 0; to < cube_nodes(); to++)
                host_check(send_pattern(to, root, bytes) == 0);
        host_check(recv_pattern(root, root, bytes) == 0);
    }
    return 0;
}

static void test_sizes(void **state) {
    (void)state;
    static const uint32_t rings[] = {256, 16384};
    for (uint32_t dimension = 0; dimension <= 3; dimension++)
        for (size_t r = 0; r < 2; r++)
            for (size_t s = 0; s < SIZES; s++) {
                struct host_options options = {.routed = rings[r], .spins = s % 2 ? 10 : 0};
                size_t bytes = sizes[s];
                assert_int_equal(host_run(dimension, &options, one_to_all, &bytes), HOST_OK);
            }
}

/* Every node sends to every node before any receives, and then receives in the opposite order of
 * sources. The messages of a pair fit in a window. */
static int all_to_all(void *argument) {
    (void)argument;
    for (int k = 0; k < cube_nodes(); k++)
        for (int number = 0; number < 3; number++)
            host_check(send_pattern(cube_node() ^ k, number, (size_t)(100 * number + k)) == 0);
    for (int k = cube_nodes() - 1; k >= 0; k--)
        for (int number = 0; number < 3; number++)
            host_check(recv_pattern(cube_node() ^ k, number, (size_t)(100 * number + k)) == 0);
    return 0;
}

static void test_any_order(void **state) {
    (void)state;
    struct host_options options = {.routed = 256, .spins = 3};
    for (uint32_t dimension = 0; dimension <= 5; dimension++)
        assert_int_equal(host_run(dimension, &options, all_to_all, NULL), HOST_OK);
}

/* A sender that is far ahead of its receiver waits for credits, and goes on when they come. */
static int far_ahead(void *argument) {
    (void)argument;
    enum { MESSAGES = 300, BYTES = 1000 };
    int last = cube_nodes() - 1;
    if (cube_node() == 0)
        for (int i = 0; i < MESSAGES; i++)
            host_check(send_pattern(last, i, BYTES) == 0);
    if (cube_node() == last)
        for (int i = 0; i < MESSAGES; i++)
            host_check(recv_pattern(0, i, BYTES) == 0);
    return 0;
}

static void test_credits(void **state) {
    (void)state;
    for (uint32_t dimension = 1; dimension <= 4; dimension++)
        assert_int_equal(host_run(dimension, NULL, far_ahead, NULL), HOST_OK);
}

/* Empty messages cost too: their number is bounded, and a receiver that does not come stops the
 * sender. */
static int empty_flood(void *argument) {
    (void)argument;
    if (cube_node() == 0)
        for (int i = 0; i < 100000; i++)
            if (cube_send(1, NULL, 0))
                return 1;
    return 0;
}

static void test_flood(void **state) {
    (void)state;
    assert_int_equal(host_run(1, NULL, empty_flood, NULL), HOST_DEADLOCK);
    assert_string_equal(host_wait_of(0)->operation, "send");
    assert_int_equal(host_wait_of(0)->peer, 1);
    assert_string_equal(host_wait_of(1)->operation, "finished");
}

/* ---- Late, and in another order ---- */

/* All nodes send many short messages to node 0, which receives them when all have been sent: first
 * those of the highest two nodes, in turn. Their lengths go beyond what fits in a slot. */
static int many_to_one(void *argument) {
    enum { MESSAGES = 100 };
    int last = cube_nodes() - 1;
    (void)argument;
    for (int i = 0; cube_node() != 0 && i < MESSAGES; i++)
        host_check(send_pattern(0, i, (size_t)(i % 34)) == 0);
    host_check(cube_barrier() == 0);
    for (int node = last; cube_node() == 0 && node > 0; node -= 2)
        for (int i = 0; i < MESSAGES; i++) {
            host_check(recv_pattern(node, i, (size_t)(i % 34)) == 0);
            if (node > 1)
                host_check(recv_pattern(node - 1, i, (size_t)(i % 34)) == 0);
        }
    return 0;
}

static void test_many_to_one(void **state) {
    (void)state;
    static const uint32_t rings[] = {256, 16384};
    for (uint32_t dimension = 1; dimension <= 5; dimension++)
        for (size_t r = 0; r < 2; r++) {
            struct host_options options = {.routed = rings[r], .spins = 5 * dimension};
            assert_int_equal(host_run(dimension, &options, many_to_one, NULL), HOST_OK);
        }
}

/* ---- Lengths around every bound ---- */

/* Bytes of payload that fill one slot, the longest piece, and a ring, and bytes that a receiver
 * buffers. */
static size_t bound(int number, size_t ring) {
    const size_t bounds[] = {64 - 32, ring / 2 - 32, ring - 32, 16384 - 64, ring};
    return bounds[number];
}
enum { BOUNDS = 5 };

/* Node 0 sends to the last one, and back; each receives as soon as it can, or when all is there. */
static int send_around_bounds(void *argument) {
    size_t ring = *(size_t *)argument;
    int last = cube_nodes() - 1, far = cube_node() ^ last, number = 0;
    if (cube_node() != 0 && cube_node() != last) {
        for (int late = 0; late < 2 * BOUNDS * 3; late++)
            host_check(cube_barrier() == 0);
        return 0;
    }
    for (int late = 0; late < 2; late++)
        for (int b = 0; b < BOUNDS; b++)
            for (size_t bytes = bound(b, ring) - 1; bytes <= bound(b, ring) + 1;
                 bytes++, number++) {
                bool fits = bytes <= 16384 - 64;
                if (cube_node() == 0)
                    host_check(send_pattern(far, number, bytes) == 0);
                if (cube_node() == last && !(late && fits))
                    host_check(recv_pattern(far, number, bytes) == 0);
                host_check(cube_barrier() == 0);
                if (cube_node() == last && late && fits)
                    host_check(recv_pattern(far, number, bytes) == 0);
                if (cube_node() == last)
                    host_check(send_pattern(far, number, bytes) == 0);
                if (cube_node() == 0)
                    host_check(recv_pattern(far, number, bytes) == 0);
            }
    return 0;
}

static void test_bounds(void **state) {
    (void)state;
    for (uint32_t dimension = 1; dimension <= 3; dimension++)
        for (size_t ring = 256; ring <= 16384; ring *= 8) {
            struct host_options options = {.routed = (uint32_t)ring, .spins = 20};
            assert_int_equal(host_run(dimension, &options, send_around_bounds, &ring), HOST_OK);
        }
}

/* ---- Memory ---- */

/* Counts this node's allocations: the sanitizers call the hook below at each, and each node is a
 * thread. */
static _Thread_local int allocations;
void __sanitizer_malloc_hook(const volatile void *block, size_t bytes);
void __sanitizer_malloc_hook(const volatile void *block, size_t bytes) {
    (void)block;
    (void)bytes;
    allocations++;
}

/* Node 1 sends short messages, which node 0 receives late, or waits for; so many at a time that
 * few, or more than ever before, lie in its inbox. Returns how often node 0 allocated memory. */
static int allocations_of(int messages, bool late) {
    int before = allocations;
    for (int i = 0; i < messages; i++) {
        uint64_t word = (uint64_t)i;
        if (cube_node() == 1)
            host_check(cube_send(0, &word, sizeof word) == 0);
        if (cube_node() == 0 && !late)
            host_check(cube_recv(1, &word, sizeof word) == 0 && word == (uint64_t)i);
    }
    host_check(cube_barrier() == 0);
    for (int i = 0; cube_node() == 0 && late && i < messages; i++) {
        uint64_t word = 0;
        host_check(cube_recv(1, &word, sizeof word) == 0 && word == (uint64_t)i);
    }
    host_check(cube_barrier() == 0);
    return allocations - before;
}

static int allocate_nothing(void *argument) {
    (void)argument;
    cube_barrier(); /* has a plan of its own to allocate */
    host_check(allocations_of(50, false) == 0);
    host_check(allocations_of(50, true) == 0);
    int more = allocations_of(150, true); /* the pool grows, once */
    host_check(cube_node() != 0 || (more > 0 && more <= 2));
    host_check(allocations_of(150, true) == 0);
    return 0;
}

static void test_allocations(void **state) {
    (void)state;
    for (uint32_t spins = 0; spins <= 100; spins += 50) {
        struct host_options options = {.routed = 256, .spins = spins};
        assert_int_equal(host_run(1, &options, allocate_nothing, NULL), HOST_OK);
    }
}

/* ---- What is buffered, to the byte: include/cube.h ---- */

/* The window by dimension. Each message takes 64 bytes of it besides its own. */
static const size_t buffered[] = {16384, 16384, 16384, 16384, 16384,
                                  16384, 16384, 8192,  4096,  2048};
enum { COST = 64 };

/* Credit goes back at once when half of the window is owed, and not before. The answer to the first
 * message comes after its credit, without which node 0 would have to ask for what is owed. */
static int settle_at_half(void *argument) {
    size_t half = buffered[cube_dim()] / 2, bytes[] = {half - COST, half - COST - 1, 1};
    (void)argument;
    for (int i = 0; i < 3; i++) {
        if (cube_node() == 0)
            host_check(send_pattern(1, i, bytes[i]) == 0);
        else if (cube_node() == 1)
            host_check(recv_pattern(0, i, bytes[i]) == 0 &&
                       peer_at(0)->owed == (i == 1 ? half - 1 : 0));
        if (i == 0 && cube_node() == 1)
            host_check(cube_send(0, NULL, 0) == 0);
        else if (i == 0 && cube_node() == 0)
            host_check(cube_recv(1, NULL, 0) == 0);
    }
    return 0;
}

static void test_settling(void **state) {
    (void)state;
    for (uint32_t n = 1; n <= 3; n++)
        assert_int_equal(host_run(n, NULL, settle_at_half, NULL), HOST_OK);
}

/* What node 0 has sent before, and how much of that the last node receives. */
struct history {
    int messages;
    int received;
    size_t bytes;  /* of each message; if `window` is not 0, it counts instead: */
    size_t window; /* one message that costs so many halves of a window, less a byte */
};

static const struct history histories[] = {
    {0, 0, 0, 0},   {3, 3, 100, 0}, {1, 1, 0, 1},    {1, 1, 0, 2}, {1, 1, 100000, 0},
    {17, 17, 0, 0}, {5, 3, 123, 0}, {20, 19, 33, 0}, {1, 0, 0, 1},
};
enum { HISTORIES = sizeof histories / sizeof *histories };

struct attempt {
    const struct history *history;
    int messages; /* that what is left of the window is cut into */
    size_t extra; /* bytes beyond */
};

static size_t history_bytes(const struct history *history) {
    size_t all = buffered[cube_dim()];
    return history->window ? history->window * all / 2 - COST - 1 : history->bytes;
}

/* The size of message `number` of those that fill what is left. */
static size_t filling_bytes(const struct attempt *attempt, int number) {
    const struct history *history = attempt->history;
    size_t lies = (size_t)(history->messages - history->received) * (history_bytes(history) + COST);
    size_t left = buffered[cube_dim()] - lies;
    size_t part = left / (size_t)attempt->messages;
    if (number < attempt->messages - 1)
        return part - COST;
    return left - part * (size_t)(attempt->messages - 1) - COST + attempt->extra;
}

/* Nothing of what fills the window is received before it has been sent. */
static void fill_once(const struct attempt *attempt) {
    const struct history *history = attempt->history;
    int last = cube_nodes() - 1;
    for (int i = 0; cube_node() == 0 && i < history->messages; i++)
        host_check(send_pattern(last, i, history_bytes(history)) == 0);
    for (int i = 0; cube_node() == last && i < history->received; i++)
        host_check(recv_pattern(0, i, history_bytes(history)) == 0);
    for (int i = 0; cube_node() == 0 && i < attempt->messages; i++)
        host_check(send_pattern(last, i, filling_bytes(attempt, i)) == 0);
    host_check(cube_barrier() == 0);
    for (int i = history->received; cube_node() == last && i < history->messages; i++)
        host_check(recv_pattern(0, i, history_bytes(history)) == 0);
    for (int i = 0; cube_node() == last && i < attempt->messages; i++)
        host_check(recv_pattern(0, i, filling_bytes(attempt, i)) == 0);
}

/* Fills the window several times. The extra bytes are sent in the last round. */
static int fill_window(void *argument) {
    struct attempt attempt = *(const struct attempt *)argument, exact = attempt;
    exact.extra = 0;
    fill_once(&exact);
    fill_once(&exact);
    fill_once(&attempt);
    return 0;
}

static void check_window(uint32_t dimension, const struct history *history, int messages) {
    struct host_options options = {.spins = (uint32_t)messages};
    struct attempt exact = {history, messages, 0}, beyond = {history, messages, 1};
    assert_int_equal(host_run(dimension, &options, fill_window, &exact), HOST_OK);
    assert_int_equal(host_run(dimension, &options, fill_window, &beyond), HOST_DEADLOCK);
    assert_string_equal(host_wait_of(0)->operation, "send");
    assert_int_equal(host_wait_of(0)->peer, (1 << dimension) - 1);
}

static void test_window(void **state) {
    (void)state;
    for (uint32_t dimension = 1; dimension <= 3; dimension++)
        for (size_t h = 0; h < HISTORIES; h++)
            for (int messages = 1; messages <= 7; messages += 6)
                check_window(dimension, &histories[h], messages);
    for (uint32_t dimension = 6; dimension <= (HOST_THREADS_ALONE ? 6 : CUBE_DIMENSIONS);
         dimension++)
        check_window(dimension, &histories[2], 1);
}

/* What node 0 and the last node have sent each other, at random, when both fill the windows: the
 * plan is the same on both, and each takes its part in it. */
struct plan {
    uint32_t random;
    int first[2], next[2]; /* messages of node 0, and of the last one: received, and sent */
    size_t bytes[2][64];
    size_t lies[2]; /* what those that are not received cost */
    size_t extra;   /* bytes too many that node 0 fills its window with */
};

static uint32_t draw(struct plan *plan, uint32_t below) {
    plan->random = plan->random * 1664525u + 1013904223u; /* Numerical Recipes */
    return (plan->random >> 16) % below;
}

static void plan_send(struct plan *plan, int from, size_t bytes) {
    int last = cube_nodes() - 1, number = plan->next[from]++;
    plan->bytes[from][number] = bytes;
    plan->lies[from] += bytes + COST;
    if (cube_node() == (from ? last : 0))
        host_check(send_pattern(from ? 0 : last, number, bytes) == 0);
}

static void plan_receive(struct plan *plan, int from) {
    int last = cube_nodes() - 1, number = plan->first[from]++;
    plan->lies[from] -= plan->bytes[from][number] + COST;
    if (cube_node() == (from ? 0 : last))
        host_check(recv_pattern(from ? last : 0, number, plan->bytes[from][number]) == 0);
}

static int fill_after_random(void *argument) {
    struct plan plan = *(const struct plan *)argument;
    size_t all = buffered[cube_dim()];
    for (int i = 0; i < 60; i++) {
        int from = (int)draw(&plan, 2);
        size_t bytes = draw(&plan, 4000);
        if (draw(&plan, 2) && plan.lies[from] + bytes + COST < all - COST)
            plan_send(&plan, from, bytes);
        else if (plan.first[from] < plan.next[from])
            plan_receive(&plan, from);
    }
    for (int from = 0; from < 2; from++)
        plan_send(&plan, from, all - COST - plan.lies[from] + (from ? 0 : plan.extra));
    host_check(cube_barrier() == 0);
    for (int from = 0; from < 2; from++)
        while (plan.first[from] < plan.next[from])
            plan_receive(&plan, from);
    return 0;
}

static void test_window_after_random(void **state) {
    (void)state;
    for (uint32_t seed = 1; seed <= 40; seed++) {
        struct host_options options = {.spins = seed % 4, .routed = seed % 3 ? 0 : 512};
        uint32_t dimension = 1 + seed % 3;
        struct plan plan = {.random = seed};
        assert_int_equal(host_run(dimension, &options, fill_after_random, &plan), HOST_OK);
        plan.extra = 1;
        assert_int_equal(host_run(dimension, &options, fill_after_random, &plan), HOST_DEADLOCK);
    }
}

/* ---- What nobody receives ---- */

/* Node 0 sends to the last node through others that have all returned, and to itself. */
static int leave_some(void *argument) {
    int received = *(int *)argument, last = cube_nodes() - 1;
    for (int i = 0; cube_node() == 0 && i < 5; i++) {
        host_check(send_pattern(last, i, (size_t)(1000 + i)) == 0);
        host_check(send_pattern(0, i, 10) == 0);
    }
    for (int i = 0; i < received; i++) {
        if (cube_node() == 0)
            host_check(recv_pattern(0, i, 10) == 0);
        if (cube_node() == last)
            host_check(recv_pattern(0, i, (size_t)(1000 + i)) == 0);
    }
    return 0;
}

static void test_unreceived(void **state) {
    (void)state;
    struct host_options options = {.routed = 256};
    for (uint32_t dimension = 1; dimension <= 5; dimension++)
        for (int received = 0; received <= 5; received++) {
            assert_int_equal(host_run(dimension, &options, leave_some, &received),
                             received < 5 ? HOST_UNRECEIVED : HOST_OK);
            struct cube_messages first = host_unreceived_by(0);
            struct cube_messages last = host_unreceived_by((1u << dimension) - 1);
            uint64_t left = (uint64_t)(5 - received), lengths = 0;
            for (int i = received; i < 5; i++)
                lengths += (uint64_t)(1000 + i);
            assert_int_equal(first.messages, left);
            assert_int_equal(first.bytes, left * 10);
            assert_int_equal(last.messages, left);
            assert_int_equal(last.bytes, lengths);
        }
}

static int wrong_size(void *argument) {
    (void)argument;
    char buffer[40000];
    memset(buffer, 0, sizeof buffer);
    if (cube_node() == 0) {
        for (size_t s = 0; s < 2; s++) {
            host_check(cube_send(1, "abcd", 4) == 0);
            host_check(cube_send(1, buffer, sizeof buffer) == 0);
            host_check(cube_send(1, "xy", 2) == 0);
        }
    } else {
        /* The next message is discarded, whole, and the one after it is intact. */
        host_check(cube_recv(0, buffer, 3) == -EMSGSIZE);
        host_check(cube_recv(0, buffer, 5) == -EMSGSIZE);
        host_check(cube_recv(0, buffer, 2) == 0 && memcmp(buffer, "xy", 2) == 0);
        host_check(cube_recv(0, buffer, 4) == 0 && memcmp(buffer, "abcd", 4) == 0);
        host_check(cube_recv(0, NULL, 0) == -EMSGSIZE);
        host_check(cube_recv(0, buffer, 2) == 0 && memcmp(buffer, "xy", 2) == 0);
    }
    return 0;
}

static void test_wrong_size(void **state) {
    (void)state;
    for (uint32_t spins = 0; spins < 200; spins += 100) {
        struct host_options options = {.spins = spins};
        assert_int_equal(host_run(1, &options, wrong_size, NULL), HOST_OK);
    }
}

static int wrong_arguments(void *argument) {
    (void)argument;
    char byte = 0;
    host_check(cube_send(-1, &byte, 1) == -EINVAL);
    host_check(cube_send(cube_nodes(), &byte, 1) == -EINVAL);
    host_check(cube_send(0, NULL, 1) == -EINVAL);
    host_check(cube_send(0, &byte, (size_t)1 << 32) == -EINVAL);
    host_check(cube_recv(-1, &byte, 1) == -EINVAL);
    host_check(cube_recv(cube_nodes(), &byte, 1) == -EINVAL);
    host_check(cube_recv(0, NULL, 1) == -EINVAL);
    host_check(cube_recv(0, &byte, (size_t)1 << 32) == -EINVAL);
    return 0;
}

static void test_arguments(void **state) {
    (void)state;
    assert_int_equal(host_run(2, NULL, wrong_arguments, NULL), HOST_OK);
}

/* Long messages to oneself wait for nobody. */
static int to_myself(void *argument) {
    (void)argument;
    for (int i = 0; i < 5; i++)
        host_check(send_pattern(cube_node(), i, 100000) == 0);
    for (int i = 0; i < 5; i++)
        host_check(recv_pattern(cube_node(), i, 100000) == 0);
    return 0;
}

static void test_self(void **state) {
    (void)state;
    assert_int_equal(host_run(0, NULL, to_myself, NULL), HOST_OK);
    assert_int_equal(host_run(2, NULL, to_myself, NULL), HOST_OK);
}

/* A message through nodes that have returned from their function at once. */
static int through_finished(void *argument) {
    (void)argument;
    int last = cube_nodes() - 1;
    if (cube_node() == 0)
        return send_pattern(last, 1, 50000) || recv_pattern(last, 2, 50000);
    if (cube_node() == last)
        return recv_pattern(0, 1, 50000) || send_pattern(0, 2, 50000);
    return 0;
}

static void test_through_finished(void **state) {
    (void)state;
    for (uint32_t dimension = 1; dimension <= 6; dimension++)
        assert_int_equal(host_run(dimension, NULL, through_finished, NULL), HOST_OK);
}

/* Uses both channels at once, in one order at even nodes and in another at odd ones. */
static int both_channels(void *argument) {
    (void)argument;
    for (int round = 0; round < 20; round++) {
        int far = cube_node() ^ (cube_nodes() - 1);
        uint64_t mine = (uint64_t)cube_node() * 100 + (uint64_t)round;
        uint64_t theirs = 0;
        host_check(send_pattern(far, round, 700) == 0);
        host_check(cube_link_send(round % cube_dim(), &mine, sizeof mine) == 0);
        if (round % 2)
            host_check(recv_pattern(far, round, 700) == 0);
        int neighbour = cube_node() ^ (1 << round % cube_dim());
        host_check(cube_link_recv(round % cube_dim(), &theirs, sizeof theirs) == 0);
        host_check(theirs == (uint64_t)(neighbour * 100 + round));
        if (round % 2 == 0)
            host_check(recv_pattern(far, round, 700) == 0);
    }
    return 0;
}

static void test_both_channels(void **state) {
    (void)state;
    struct host_options options = {.direct = 256, .routed = 256};
    for (uint32_t dimension = 1; dimension <= 4; dimension++)
        assert_int_equal(host_run(dimension, &options, both_channels, NULL), HOST_OK);
}

/* Both nodes receive first, which is a deadlock and reported as one. */
static int receive_first(void *argument) {
    (void)argument;
    char byte;
    return cube_recv(cube_node() ^ 3, &byte, 1);
}

static void test_deadlock(void **state) {
    (void)state;
    assert_int_equal(host_run(2, NULL, receive_first, NULL), HOST_DEADLOCK);
    for (uint32_t i = 0; i < 4; i++) {
        assert_string_equal(host_wait_of(i)->operation, "recv");
        assert_int_equal(host_wait_of(i)->peer, i ^ 3);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_any_order),
        cmocka_unit_test(test_credits),
        cmocka_unit_test(test_many_to_one),
        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_allocations),
        cmocka_unit_test(test_flood),
        cmocka_unit_test(test_settling),
        cmocka_unit_test(test_window),
        cmocka_unit_test(test_window_after_random),
        cmocka_unit_test(test_unreceived),
        cmocka_unit_test(test_wrong_size),
        cmocka_unit_test(test_arguments),
        cmocka_unit_test(test_self),
        cmocka_unit_test(test_through_finished),
        cmocka_unit_test(test_both_channels),
        cmocka_unit_test(test_deadlock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
