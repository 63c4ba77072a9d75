/* Finds a choice of an algorithm that is not the cost model's, or depends on calls before.
 * tests/machine/cost.t has the usual choices. */
#include <string.h>

#include "collectives/call/select.h"
#include "collectives/cube/shared.h"
#include "collectives/refined/refined.h"
#include "tests/unit/nodes.h"

TEST(sizes_have_their_classes) {
    for (uint32_t class = 0; class + 1 < SIZE_CLASSES; class ++) {
        size_t least = size_of_class(class);
        size_t most = size_of_class(class + 1) - 1;
        assert_true(least <= most);
        assert_true(least == 0 || (most - least) * 4 < least + 4);
        assert_int_equal(size_class(least), class);
        assert_int_equal(size_class(most), class);
    }
    assert_int_equal(size_class(SIZE_MAX), SIZE_CLASSES - 1);
}

/* What is selected for a call that begins with this algorithm. */
static struct call choose(const struct algorithm *own, enum message_kind kind, size_t bytes,
                          const struct cube_choice *choice) {
    struct call call = {.algorithm = own, .shape = shape_of(4)};
    call_select(&call, choice, (struct call_message){kind, bytes, 1}, false);
    return call;
}

#define LINKS(start_up)                                                                            \
    .flags = CUBE_PAGE_CLOCK, .costs = {.start = (start_up), .hop = 1, .byte = 1}

TEST_WITH_VERDICT(without_costs_the_librarys_work_counts, HOST_OK, 0, 0, .spins = 0) {
    struct call call = choose(&alltoall_pieces, MESSAGE_BLOCKS, 1 << 20, NULL);
    host_check(call.algorithm == &alltoall_pieces);
    /* Its user waits for what relays do, too: over E-cube paths, 17 packets pass each node. */
    call = choose(&alltoall_pieces, MESSAGE_BLOCKS, 1536, NULL);
    host_check(call.algorithm == &alltoall_exchange);
}

/* By a clock that counts a node's own instructions, what relays do takes no time. */
TEST_WITH_VERDICT(work_counts_by_a_clock, HOST_OK, 0, 0, .flags = CUBE_PAGE_CLOCK,
                  .costs = {.instruction = 1}) {
    struct call call = choose(&alltoall_pieces, MESSAGE_BLOCKS, 768, NULL);
    host_check(call.algorithm == &alltoall_pieces);
}

/* Where links work at the same time, the best number of packets is k = n j with j = sqrt((n - 1)
 * t_w m / n / t_s). */
TEST_WITH_VERDICT(costs_of_links_decide, HOST_OK, 0, 0, LINKS(1000)) {
    struct call call = choose(&broadcast_binomial, MESSAGE_WHOLE, 1 << 20, NULL);
    host_check(call.algorithm == &broadcast_pipelined_all_port);
    host_check(call.shape.packets >= 90 && call.shape.packets <= 130);
    /* A caller who names an algorithm or a number of packets gets them. */
    struct cube_choice packets = {.packets = 3};
    call = choose(&broadcast_binomial, MESSAGE_WHOLE, 1 << 20, &packets);
    host_check(call.shape.packets == 3);
    struct cube_choice ports = {.ports = CUBE_ONE_PORT};
    call = choose(&broadcast_binomial, MESSAGE_WHOLE, 1 << 20, &ports);
    host_check(call.algorithm == &broadcast_binomial);
}

/* Packets that wait for the root's last link: 1000 + 8 * 8 + 1 of 8 bytes, and 1000 + 8 * 1024 + 1
 * of 1024, of which the clocks would show 1000 + 1024 + 4. */
TEST_WITH_VERDICT(congestion_decides, HOST_OK, 0, 0, LINKS(1000)) {
    struct call call = choose(&reduction_binomial, MESSAGE_WHOLE, 8, NULL);
    host_check(call.algorithm == &reduction_one_by_one);
    struct prediction told = select_predict(&reduction_one_by_one, &call.shape,
                                            (struct call_message){MESSAGE_WHOLE, 8, 1});
    host_check(told.exact && told.clock == 1012 && told.time == 1065);
    told = select_predict(&reduction_one_by_one, &call.shape,
                          (struct call_message){MESSAGE_WHOLE, 1024, 1});
    host_check(told.exact && told.clock == 2028 && told.time == 9193);
    call = choose(&reduction_binomial, MESSAGE_WHOLE, 1024, NULL);
    host_check(call.algorithm == &reduction_pipelined_all_port);
}

/* Which algorithm is chosen for a total exchange on 512 nodes. */
static const struct algorithm *of_large_exchange(size_t bytes) {
    struct call call = {.algorithm = &alltoall_pieces, .shape = shape_of(9)};
    call_select(&call, NULL, (struct call_message){MESSAGE_BLOCKS, bytes, 1}, false);
    return call.algorithm;
}

/* A packet of an exchange on one dimension has 256 KiB, and would take a turn for each part of it
 * that fits into a ring. By a clock nobody waits for turns. */
TEST_WITH_VERDICT(turns_of_short_rings_take_time, HOST_OK, 0, 0, .direct = 8 << 10) {
    host_check(of_large_exchange(8) == &alltoall_exchange);
    host_check(of_large_exchange(1024) == &alltoall_rotated);
}

TEST_WITH_VERDICT(turns_take_no_time_by_a_clock, HOST_OK, 0, 0, .direct = 8 << 10,
                  .flags = CUBE_PAGE_CLOCK, .costs = {.instruction = 1}) {
    host_check(of_large_exchange(8) == &alltoall_exchange);
    host_check(of_large_exchange(1024) == &alltoall_pieces);
}

TEST_WITH_VERDICT(packets_fit_into_long_rings, HOST_OK, 0, 0, .direct = 256 << 10) {
    host_check(of_large_exchange(1024) == &alltoall_exchange);
}

/* ---- What a call takes does not depend on the calls before it ---- */

enum { CALLS = 24, LARGEST = 16, LONG = 4096 };

/* What arrives at each node in each of the calls, alone and after others. */
struct figures {
    uint64_t packets, bytes;
};
static struct figures alone[CALLS][LARGEST], together[CALLS][LARGEST];

static void take_left(const void *left_in, void *right_inout, size_t count,
                      const struct cube_type *type) {
    memcpy(right_inout, left_in, count * type->bytes);
}

/* Calls on a mesh and on the cube that differ in one thing after the other. */
static int make_call(int number) {
    static _Thread_local uint64_t send[LARGEST * LONG / 8], recv[LARGEST * LONG / 8];
    static const struct cube_mesh meshes[] = {{1, {4}}, {2, {4, 4}}};
    static const struct cube_op left = {.function = take_left};
    const struct cube_mesh *mesh = &meshes[number / 4 % 2];
    const struct cube_op *op = number % 2 == 0 ? &cube_sum : &left;
    static const int targets[] = {1, 7, 3, 10}; /* at all distances */
    switch (number / 8) {
    case 0:
        return cube_mesh_transfer(NULL, mesh, send, recv, LONG, 0,
                                  targets[number % 4] % (number / 4 % 2 == 0 ? 4 : 16));
    case 1:
        return number % 4 < 2
                   ? cube_mesh_reduce_scatter(NULL, mesh, send, recv, 2, &cube_uint64, op)
                   : cube_mesh_allreduce(NULL, mesh, send, recv, LONG / 8, &cube_uint64, op);
    default:
        return number % 4 < 2
                   ? cube_transfer(send, recv, LONG, 0, targets[(number / 4 + number) % 4])
                   : cube_allreduce(send, recv, LONG / 8, &cube_uint64, op);
    }
}

static void measure(int number, struct figures *figures) {
    struct cube_stats stats;
    *figures = (struct figures){0};
    cube_stats_clear();
    host_check(make_call(number) == 0);
    cube_stats(&stats);
    for (int d = 0; d < cube_dim(); d++) {
        figures->packets += stats.link[d].packets;
        figures->bytes += stats.link[d].bytes;
    }
}

static int run_alone(void *argument) {
    int number = *(const int *)argument;
    measure(number, &alone[number][cube_node()]);
    return 0;
}

AT_NODE(run_together) {
    for (int twice = 0; twice < 2; twice++)
        for (int k = 0; k < CALLS; k++) {
            int number = twice ? CALLS - 1 - k : k;
            measure(number, &together[number][cube_node()]);
            host_check(memcmp(&together[number][cube_node()], &alone[number][cube_node()],
                              sizeof together[0][0]) == 0);
        }
}

TEST(calls_before_do_not_matter) {
    struct host_options links = {LINKS(300)};
    for (int number = 0; number < CALLS; number++)
        assert_int_equal(host_run(4, &links, run_alone, &number), HOST_OK);
    assert_int_equal(host_run(4, &links, run_together, NULL), HOST_OK);
    /* The calls do select differently, by the target and by whether the order has to be kept. */
    assert_memory_not_equal(alone[4], alone[7], sizeof alone[0]);
    assert_memory_not_equal(alone[8], alone[9], sizeof alone[0]);
}
