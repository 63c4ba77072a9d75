/* The choice of an algorithm by the cost model. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "collectives/alltoall.h"
#include "collectives/broadcast.h"
#include "collectives/cheapest.h"
#include "tests/host/host.h"

static void sizes_have_their_classes(void **state) {
    (void)state;
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

/* What a call with this schedule to begin with takes, with these costs. */
static struct call choose(struct cheapest *cheapest, const struct schedule *own,
                          enum message message, size_t bytes, const struct cube_choice *choice,
                          struct cube_costs costs) {
    struct call call = {.schedule = own, .shape = shape_of(4)};
    node.clock.costs = costs;
    call_cheapest(&call, choice, cheapest, message, bytes, false, 0);
    return call;
}

static int run_choices(void *argument) {
    (void)argument;
    const struct cube_costs none = {0};
    const struct cube_costs links = {.start = 1000, .hop = 1, .byte = 1};
    struct cheapest broadcast = {0}, on_links = {0}, exchange = {0}, slow_start = {0};
    struct call call = choose(&broadcast, &broadcast_binomial, MESSAGE_WHOLE, 8, NULL, none);
    host_check(call.schedule == &broadcast_binomial && call.shape.packets == 1);
    call = choose(&broadcast, &broadcast_binomial, MESSAGE_WHOLE, 1 << 20, NULL, none);
    host_check(call.schedule == &broadcast_pipelined && call.shape.packets > 16);
    call = choose(&broadcast, &broadcast_binomial, MESSAGE_WHOLE, 9, NULL, none);
    host_check(call.schedule == &broadcast_binomial);

    /* Links that work at the same time; k = n j packets, j = sqrt((n - 1) t_w m / n / t_s). */
    call = choose(&on_links, &broadcast_binomial, MESSAGE_WHOLE, 1 << 20, NULL, links);
    host_check(call.schedule == &broadcast_pipelined_all_port);
    host_check(call.shape.packets >= 90 && call.shape.packets <= 130);
    /* What the caller says, it gets. */
    struct cube_choice packets = {.packets = 3};
    call = choose(&on_links, &broadcast_binomial, MESSAGE_WHOLE, 1 << 20, &packets, links);
    host_check(call.shape.packets == 3);
    struct cube_choice ports = {.ports = CUBE_ONE_PORT};
    call = choose(&on_links, &broadcast_binomial, MESSAGE_WHOLE, 1 << 20, &ports, links);
    host_check(call.schedule == &broadcast_binomial);

    call = choose(&exchange, &alltoall_pieces, MESSAGE_BLOCKS, 1, NULL, none);
    host_check(call.schedule == &alltoall_exchange);
    call = choose(&exchange, &alltoall_pieces, MESSAGE_BLOCKS, 1 << 20, NULL, none);
    host_check(call.schedule == &alltoall_pieces);
    /* n start-ups against N - 1: while t_s is large, blocks are short. */
    node.clock.one_port = true;
    call = choose(&slow_start, &alltoall_pieces, MESSAGE_BLOCKS, 1 << 20, NULL,
                  (struct cube_costs){.start = 1u << 31, .byte = 1});
    host_check(call.schedule == &alltoall_exchange);
    return 0;
}

static void costs_and_sizes_decide(void **state) {
    (void)state;
    assert_int_equal(host_run(0, NULL, run_choices, NULL), HOST_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_have_their_classes),
        cmocka_unit_test(costs_and_sizes_decide),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
