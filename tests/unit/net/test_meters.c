/* Finds a meter that differs from what was sent: packets, bytes, slots, steps. */
#include <string.h>

#include "cube.h"
#include "net/ring.h"
#include "tests/unit/nodes.h"

/* The slots that a packet fills in a ring, if it begins at slot `place`. Each piece has a header.
 * */
static uint64_t packet_slots(uint64_t capacity, uint64_t place, uint64_t bytes) {
    uint64_t slots = 0;
    do {
        uint64_t room = capacity - (place + slots) % capacity;
        if (room > capacity / 2)
            room = capacity / 2;
        uint64_t payload = room * CUBE_SLOT_BYTES - sizeof(struct cube_header);
        if (payload > bytes)
            payload = bytes;
        slots += piece_slots(payload);
        bytes -= payload;
    } while (bytes > 0);
    return slots;
}

/* Node 0 sends, the others on its dimensions receive and count. The receiver takes each message
 * before the next is sent, so that the ring's room never cuts a piece. */
TEST_WITH_VERDICT(test_direct, HOST_OK, 2, 2, .direct = 4096) {
    enum { CAPACITY = 64 };
    static const size_t sizes[] = {8, 8, 0, 8, 4, 32, 33, 8, 1000, 8, 5000, 8, 8};
    char buffer[5000] = {0};
    char token;
    uint64_t bytes = 0;
    uint64_t slots = 0;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        if (cube_node() == 0) {
            host_check(cube_link_send(1, buffer, sizes[s]) == 0);
            host_check(cube_link_recv(1, &token, 1) == 0);
        } else if (cube_node() == 2) {
            host_check(cube_link_recv(1, buffer, sizes[s]) == 0);
            host_check(cube_link_send(1, "", 1) == 0);
        }
        bytes += sizes[s];
        /* 5000 bytes are more than the ring takes at once, so where they are cut depends on when
         * they are received. */
        if (sizes[s] < 5000)
            slots += packet_slots(CAPACITY, slots, sizes[s]);
        struct cube_stats stats;
        cube_stats(&stats);
        host_check(stats.steps == 0);
        for (int d = 0; d < CUBE_DIMENSIONS; d++) {
            const struct cube_link_stats *link = &stats.link[d];
            bool receiver = cube_node() == 2 && d == 1;
            bool sender = cube_node() == 0 && d == 1;
            host_check(link->packets == (receiver || sender ? s + 1 : 0));
            host_check(link->bytes == (receiver ? bytes : sender ? s + 1 : 0));
            host_check(link->routed_packets == 0 && link->routed_bytes == 0);
            if (receiver && s < 10)
                host_check(link->slots == slots);
        }
    }
    cube_stats_clear();
    struct cube_stats cleared;
    cube_stats(&cleared);
    host_check(cleared.steps == 0);
    for (int d = 0; d < cube_dim(); d++) {
        const struct cube_link_stats *link = &cleared.link[d];
        host_check(link->packets == 0 && link->bytes == 0 && link->slots == 0);
        host_check(link->routed_packets == 0 && link->routed_bytes == 0);
    }
}

/* A barrier counts as a packet on each dimension, from the last clearing on. The steps are the most
 * that any call had. */
AT_NODE(barriers) {
    const struct cube_choice lowest = {.dimensions = 1};
    const struct cube_choice ring = {.algorithm = "allgather-ring"};
    uint64_t word = 1, sum, all[8];
    struct cube_stats stats;
    for (uint64_t round = 1; round <= 3; round++) {
        cube_stats_clear();
        for (uint64_t k = 0; k < round; k++)
            host_check(cube_barrier() == 0);
        cube_stats(&stats);
        host_check(stats.steps == (uint32_t)cube_dim());
        host_check(cube_barrier_by(&lowest) == 0);
        cube_stats(&stats);
        host_check(stats.steps == (uint32_t)cube_dim());
        for (int d = 0; d < cube_dim(); d++)
            host_check(stats.link[d].packets == round + (d == 0) && stats.link[d].bytes == 0 &&
                       stats.link[d].slots == 0);
        cube_stats_clear();
        host_check(cube_barrier_by(&lowest) == 0);
        cube_stats(&stats);
        host_check(stats.steps == 1);
        host_check(cube_allreduce(&word, &sum, 1, &cube_uint64, &cube_sum) == 0);
        host_check(cube_barrier_by(&lowest) == 0);
        cube_stats(&stats);
        host_check(stats.steps == (uint32_t)cube_dim());
        host_check(cube_allgather_by(&ring, &word, all, sizeof word) == 0);
        host_check(cube_barrier() == 0);
        cube_stats(&stats);
        host_check(stats.steps == (uint32_t)cube_nodes() - 1);
    }
}

TEST(test_barriers) {
    for (uint32_t n = 1; n <= 3; n++) {
        const struct host_options timed = {.flags = CUBE_PAGE_CLOCK};
        assert_int_equal(host_run(n, NULL, barriers, NULL), HOST_OK);
        assert_int_equal(host_run(n, &timed, barriers, NULL), HOST_OK);
    }
}
