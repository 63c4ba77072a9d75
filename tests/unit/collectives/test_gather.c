/* Any broadcast tree, translated, is an all-gather (Ozveren, proposition 2.2).
 *
 * A tree made at random: every node but 0 has an arc from a neighbour with one bit less, in one of
 * the steps after that neighbour's own. */
#include <stdio.h>

#include "collectives/check/checker.h"
#include "collectives/cube/allgather.h"
#include "collectives/cube/broadcast.h"
#include "collectives/schedule/translation.h"
#include "tests/unit/test.h"

enum { TREE_STEPS = 3 * CUBE_MAX_DIMENSION };

static uint32_t arrives[CUBE_MAX_NODES]; /* in which step; 0 at node 0 */
static uint32_t through[CUBE_MAX_NODES]; /* on which port */

static uint32_t random_below(uint32_t limit) {
    static uint32_t seed = 1;
    seed = seed * 1664525 + 1013904223;
    return (seed >> 16) % limit;
}

static void grow_tree(uint32_t dimension) {
    for (uint32_t node = 1; node < 1u << dimension; node++) {
        do
            through[node] = random_below(dimension);
        while (!((node >> through[node]) & 1));
        arrives[node] = arrives[node ^ 1u << through[node]] + 1 + random_below(2);
    }
}

/* More steps than any tree needs: in those without an arc nothing is sent. */
static uint32_t tree_steps(const struct shape *shape) {
    (void)shape;
    return TREE_STEPS;
}

static void tree_step(const struct shape *shape, uint32_t node, uint32_t number,
                      struct step *step) {
    step_clear(step);
    for (uint32_t port = 0; port < shape->dimension; port++) {
        uint32_t child = node ^ 1u << port;
        if (child > node && through[child] == port && arrives[child] == number)
            step_send(step, port, single_block(broadcast_area(shape, node), 0));
    }
    if (node != 0 && arrives[node] == number)
        step_receive(step, through[node], single_block(AREA_OUTPUT, 0));
}

static const struct algorithm tree = {.steps = tree_steps, .step = tree_step};

static uint32_t translated_steps(const struct shape *shape) {
    return translation_steps(&tree, shape->dimension);
}

static uint32_t least_steps(const struct shape *shape) {
    return dense_steps(shape->dimension);
}

static size_t translated_bytes(const struct shape *shape) {
    return translation_bytes(shape->dimension, translated_steps(shape));
}

static void translated_table(const struct shape *shape, void *table) {
    translation_of_broadcast(&tree, shape->dimension, table);
}

static void translated_step(const struct shape *shape, uint32_t node, uint32_t number,
                            struct step *step) {
    allgather_translated(shape, translated_steps(shape), node, number, step);
}

TEST(any_tree_translates) {
    struct algorithm translated = allgather_all_port;
    translated.steps = translated_steps;
    translated.bound = least_steps;
    translated.table_bytes = translated_bytes;
    translated.make_table = translated_table;
    translated.step = translated_step;
    for (uint32_t n = 0; n <= 6; n++)
        for (int again = 0; again < 10; again++) {
            struct finding finding;
            struct shape shape = shape_of(n);
            grow_tree(n);
            bool right = check_schedule(&translated, &shape, &finding);
            if (!right)
                fprintf(stderr, "# n = %u: %s\n", n, finding.message);
            assert_true(right);
            assert_true(finding.steps >= dense_steps(n));
        }
}

/* The sum of r_max,i of the binomial tree, 2^0 + 2^1 + ... */
TEST(steps_of_the_binomial_tree) {
    for (uint32_t n = 0; n <= CUBE_MAX_DIMENSION; n++)
        assert_int_equal(translation_steps(&broadcast_binomial, n), (1 << n) - 1);
}
