/* Finds flits that are lost, out of order or late by a cycle, and deadlocks that are missed or seen
 * where there is none. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "programs/mapping/optimize.h"
#include "programs/wormhole/dead.h"
#include "programs/wormhole/dependency.h"
#include "programs/wormhole/measure.h"
#include "programs/wormhole/timing.h"
#include "tests/unit/mapping/communications.h"

static struct network network;

static uint32_t burst(const struct rule *rule, const struct communication *permutation,
                      uint32_t length) {
    struct deadlock deadlock;
    uint32_t cycles = measure_burst(&network, rule, permutation, length, &deadlock);
    assert_true(cycles > 0);
    return cycles;
}

/* Each header and its L flits of body, over injection, hops and ejection. */
TEST(one_message_alone) {
    for (uint32_t hops = 0; hops <= 8; hops++) {
        network_start(&network, 8, &rule_e_cube);
        for (uint32_t node = 0; node < 256; node++)
            source_start_burst(&network.source[node], node, (1u << hops) - 1, 17, node == 0);
        do
            network_cycle(&network);
        while (network.inside > 0);
        assert_int_equal(network.cycle, 16 + 2 + hops);
    }
}

/* The formulas by which the FFT's program tells what the model takes, which for 256 nodes are those
 * of the rows of table 1 whose contention is that of theorem 1. */
TEST(bursts_by_formula) {
    for (uint32_t n = 1; n <= 8; n++) {
        struct communication reverse = by_name("bit-reverse", n);
        struct order order = optimize(&reverse);
        struct communication mapped = order_applied(&order, &reverse);
        struct communication neighbour = {.matrix = bit_matrix_identity(n), .vector = 1};
        for (uint32_t body = 16; body <= (n < 8 ? 64 : 1024); body *= 4) {
            uint32_t contended = timing_bit_reverse(n, body + 1, false);
            uint32_t free = timing_bit_reverse(n, body + 1, true),
                     near = timing_neighbour(body + 1);
            assert_int_equal(burst(&rule_e_cube, &reverse, body + 1), contended);
            assert_int_equal(burst(&rule_e_cube, &mapped, body + 1), free);
            assert_int_equal(burst(&rule_e_cube, &neighbour, body + 1), near);
            if (n == 8)
                assert_true(contended == 8 * body + 21 && free == body + 10 && near == body + 3);
        }
    }
}

/* ---- Random traffic ---- */

/* What has been delivered, flit by flit. */
struct watch {
    uint32_t next[NETWORK_NODES];                   /* number of the flit that a node expects */
    uint32_t from[NETWORK_NODES];                   /* of whose message it is the next */
    uint32_t created[NETWORK_NODES][NETWORK_NODES]; /* of the last message of a pair */
    uint32_t length;
    uint64_t wrong;
};

static void look(void *context, const struct network *seen, struct flit flit) {
    struct watch *watch = context;
    uint32_t at = flit.destination;
    (void)seen;
    if (flit.kind == FLIT_HEADER) {
        watch->from[at] = flit.source;
        /* E-cube has one path for a pair, so that its messages come in order. */
        watch->wrong += flit.created < watch->created[flit.source][at];
        watch->created[flit.source][at] = flit.created;
    }
    watch->wrong += flit.source != watch->from[at] || flit.number != watch->next[at];
    watch->wrong += (flit.kind == FLIT_TAIL) != (flit.number == watch->length - 1);
    watch->next[at] = flit.kind == FLIT_TAIL ? 0 : watch->next[at] + 1;
}

/* Gives each message that begins another destination, and never its own source. */
static void scatter(struct random *numbers) {
    uint32_t others = network.nodes - 1;
    for (uint32_t node = 0; others > 0 && node <= others; node++)
        if (source_header_is_next(&network.source[node]))
            network.source[node].destination =
                node ^ (1 + (uint32_t)(random_word(numbers) % others));
}

/* Messages of 4 flits, to any node. Returns how many were delivered when all sources had ended. */
static uint64_t deliver_random(const struct rule *rule, uint32_t dimensions, uint64_t each,
                               struct watch *watch) {
    memset(watch, 0, sizeof *watch);
    watch->length = 4;
    network_start(&network, dimensions, rule);
    network.deliver = look;
    network.context = watch;
    for (uint32_t node = 0; node < network.nodes; node++)
        source_start_burst(&network.source[node], node, 0, watch->length, each);
    struct random numbers = {.state = 7};
    struct deadlock deadlock;
    do {
        scatter(&numbers);
        network_cycle(&network);
        if (!network.moved && deadlock_find(&network, &deadlock))
            break;
    } while (network.inside > 0 || network_queue(&network) > 0);
    return network.counts.messages;
}

TEST(a_million_random_messages) {
    static struct watch watch;
    enum { EACH = (TEST_IS_WATCHED ? 10000 : 1000000) / 256 + 1 };
    assert_int_equal(deliver_random(&rule_e_cube, 8, EACH, &watch), 256 * EACH);
    assert_int_equal(watch.wrong, 0);
    assert_int_equal(network.counts.flits, 4 * 256 * EACH);
    for (size_t k = 1; k < rule_count; k++) {
        uint64_t messages = deliver_random(rules[k], 5, EACH, &watch);
        assert_int_equal(messages, 32 * EACH);
        assert_int_equal(network.counts.flits, 4 * messages);
    }
}

/* All steps that are left, in any order. */
static uint32_t careless(uint32_t dimensions, uint32_t node, uint32_t destination, uint32_t input) {
    (void)dimensions;
    (void)input;
    return node ^ destination;
}

static const struct rule rule_careless = {.name = "careless", .lanes = 1, .outputs = careless};

/* Without any restriction messages do wait for each other in a circle, and it is found and named.
 */
TEST(a_careless_rule_deadlocks) {
    static struct watch watch;
    struct deadlock deadlock;
    assert_in_range(deliver_random(&rule_careless, 4, 10000, &watch), 1, 16 * 10000 - 1);
    assert_true(deadlock_find(&network, &deadlock));
    assert_in_range(deadlock.length, 2, deadlock.stuck);
    for (uint32_t k = 0; k < deadlock.length; k++) {
        const struct stuck *stuck = &deadlock.circle[k];
        const struct stuck *next = &deadlock.circle[(k + 1) % deadlock.length];
        assert_true(router_is_occupied(&network.router[stuck->node], stuck->input));
        /* Neighbours on the dimension of the channel that is waited for. */
        assert_int_equal(stuck->node ^ next->node, 1u << next->input);
        assert_true((stuck->node ^ stuck->flit.destination) >> next->input & 1);
    }
}

/* ---- Dependencies ---- */

TEST(every_rule_is_free_of_deadlock) {
    for (uint32_t dimensions = 1; dimensions <= 6; dimensions++) {
        for (size_t k = 0; k < rule_count; k++) {
            struct dependency dependency;
            assert_int_equal(dependency_check(rules[k], dimensions, &dependency), 0);
            assert_int_equal(dependency.verdict, DEPENDENCY_FREE);
        }
    }
}

TEST(a_careless_rule_has_a_cycle) {
    for (uint32_t dimensions = 2; dimensions <= 6; dimensions++) {
        struct dependency dependency;
        assert_int_equal(dependency_check(&rule_careless, dimensions, &dependency), 0);
        assert_int_equal(dependency.verdict, DEPENDENCY_CYCLIC);
        assert_in_range(dependency.length, 4, DEPENDENCY_CYCLE);
        for (uint32_t k = 0; k < dependency.length; k++) {
            struct channel channel = dependency.cycle[k];
            struct channel next = dependency.cycle[(k + 1) % dependency.length];
            assert_int_equal(channel.node ^ next.node, 1u << channel.output);
        }
    }
}

/* A rule that takes a step which its own restrictions cannot lead on from. */
static uint32_t ascending_only(uint32_t dimensions, uint32_t node, uint32_t destination,
                               uint32_t input) {
    uint32_t left = node ^ destination;
    return input == dimensions ? left : left & ~0u << input;
}

TEST(a_dead_end_is_found) {
    const struct rule rule = {.name = "ascending", .lanes = 1, .outputs = ascending_only};
    struct dependency dependency;
    assert_int_equal(dependency_check(&rule, 3, &dependency), 0);
    assert_int_equal(dependency.verdict, DEPENDENCY_DEAD_END);
}

/* Whether a message that came along dimension `last` can get to its destination by the rule min: it
 * goes down only in dimensions above the last one, and up in any. */
static bool can_arrive(uint32_t node, uint32_t destination, int last) {
    uint32_t differ = node ^ destination;
    for (int bit = 0; differ >> bit != 0; bit++)
        if ((differ >> bit & 1) && ((destination >> bit & 1) || bit > last) &&
            can_arrive(node ^ 1u << bit, destination, bit))
            return true;
    return differ == 0;
}

/* It offers all steps that it allows and from which a message can arrive. */
TEST(min_offers_all_that_leads_on) {
    enum { DIMENSIONS = 5 };
    for (uint32_t way = 0; way < 1u << 2 * DIMENSIONS; way++)
        for (int last = -1; last < DIMENSIONS; last++) {
            uint32_t node = way >> DIMENSIONS, destination = way % (1u << DIMENSIONS), offered = 0;
            for (int bit = 0; bit < DIMENSIONS; bit++)
                if (((node ^ destination) >> bit & 1) && ((destination >> bit & 1) || bit > last) &&
                    can_arrive(node ^ 1u << bit, destination, bit))
                    offered |= 1u << bit;
            uint32_t input = last < 0 ? DIMENSIONS : (uint32_t)last;
            bool came = last < 0 || ((node ^ destination) >> last & 1) == 0;
            if (came && offered != 0)
                assert_int_equal(rule_min.outputs(DIMENSIONS, node, destination, input), offered);
        }
}

/* The digits of a seed, on every machine: arrivals are drawn without floating point. */
TEST(same_seed_same_digits) {
    struct communication reverse = by_name("bit-reverse", 6);
    measure_start(&network, &rule_e_cube, &reverse, 20, 0.2, 5);
    for (uint32_t k = 0; k < 3000; k++)
        network_cycle(&network);
    assert_int_equal(network.counts.flits, 38099);
    assert_int_equal(network.counts.messages, 1898);
    assert_int_equal(network.counts.latency, 105581);
    /* Where a channel has two lanes, they are first by turns. */
    measure_start(&network, &rule_adaptive, &reverse, 20, 0.5, 5);
    for (uint32_t k = 0; k < 3000; k++)
        network_cycle(&network);
    assert_int_equal(network.counts.flits, 95226);
    assert_int_equal(network.counts.messages, 4740);
    assert_int_equal(network.counts.latency, 198582);
}

/* ---- Dead links ---- */

static uint16_t dead[NETWORK_NODES];

static void kill(uint32_t node, uint32_t d) {
    dead[node] |= (uint16_t)(1u << d);
    dead[node ^ 1u << d] |= (uint16_t)(1u << d);
}

static uint32_t pairs_reached(const struct rule *rule, uint32_t nodes) {
    uint32_t pairs = 0;
    for (uint32_t source = 0; source < nodes; source++)
        for (uint32_t destination = 0; destination < nodes; destination++)
            pairs += dead_reaches(rule, source, destination);
    return pairs;
}

/* A link is on E-cube's paths of N pairs. No rule with shortest paths alone reaches a neighbour
 * over a dead link, and one with several may have gone where it is needed. */
TEST(rules_as_they_are_lose_pairs) {
    const struct faults faults = {6, dead};
    memset(dead, 0, sizeof dead);
    dead_set(&faults);
    for (size_t k = 0; k < rule_count; k++)
        assert_int_equal(pairs_reached(dead_left_of(rules[k]), 64), 64 * 64);
    kill(9, 2);
    dead_set(&faults);
    assert_int_equal(pairs_reached(dead_left_of(&rule_e_cube), 64), 64 * 64 - 64);
    for (size_t k = 0; k < rule_count; k++)
        assert_false(dead_reaches(dead_left_of(rules[k]), 9, 9 ^ 4));
}

/* Fewer faults than dimensions, and more: every pair is reached, and all messages come. */
TEST(one_rule_goes_round) {
    static struct watch watch;
    const struct faults faults = {5, dead};
    memset(dead, 0, sizeof dead);
    for (uint32_t links = 1; links <= 12; links++) {
        kill(links * 7 % 32, links % 5);
        dead_set(&faults);
        assert_int_equal(pairs_reached(&rule_round, 32), 32 * 32);
        assert_int_equal(deliver_random(&rule_round, 5, 200, &watch), 32 * 200);
        assert_int_equal(watch.wrong, 0);
    }
}
