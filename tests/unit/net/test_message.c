/* Finds memory that is taken anew for each message, and sizes that do not match. Lengths are in
 * collectives/test_sizes.c, orders of receiving in tests/boot/traffic.c and
 * collectives/test_mixes.c; tests/machine/fail.t has deadlocks and messages that nobody receives.
 */
#include <errno.h>
#include <string.h>

#include "cube.h"
#include "tests/unit/net/message_pattern.h"
#include "tests/unit/nodes.h"

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

AT_NODE(allocate_nothing) {
    cube_barrier(); /* has a plan of its own to allocate */
    host_check(allocations_of(50, false) == 0);
    host_check(allocations_of(50, true) == 0);
    int more = allocations_of(150, true); /* the pool grows, once */
    host_check(cube_node() != 0 || (more > 0 && more <= 2));
    host_check(allocations_of(150, true) == 0);
}

TEST(test_allocations) {
    for (uint32_t spins = 0; spins <= 100; spins += 50) {
        struct host_options options = {.routed = 256, .spins = spins};
        assert_int_equal(host_run(1, &options, allocate_nothing, NULL), HOST_OK);
    }
}

AT_NODE(wrong_size) {
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
}

TEST(test_wrong_size) {
    for (uint32_t spins = 0; spins < 200; spins += 100) {
        struct host_options options = {.spins = spins};
        assert_int_equal(host_run(1, &options, wrong_size, NULL), HOST_OK);
    }
}

/* Long messages to oneself wait for nobody. */
TEST_AT_NODES(test_self, 0, 2) {
    for (int i = 0; i < 5; i++)
        host_check(send_pattern(cube_node(), i, 100000) == 0);
    for (int i = 0; i < 5; i++)
        host_check(recv_pattern(cube_node(), i, 100000) == 0);
}
