/* A bound that no algorithm of the catalogue reaches, and one that does: all-reduce round a ring of
 * p nodes in p / 2 steps, with one port, of an operator that commutes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "collectives/mesh/prefix.h"
#include "collectives/schedule/mesh.h"
#include "tests/check/checker.h"

enum {
    RESULT = AREA_OUTPUT,
    BEFORE, /* the sum of the nodes before, as many as there have been steps */
    AFTER,
    WAVE, /* what goes on */
    AREAS,
};

static uint32_t waves_steps(const struct shape *shape) {
    return mesh_nodes(shape) / 2;
}

static uint64_t waves_packets(const struct shape *shape) {
    return (uint64_t)mesh_nodes(shape) * waves_steps(shape);
}

static uint32_t waves_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    (void)area;
    return mesh_has(shape, node);
}

static void move(struct step *step, uint32_t from, uint32_t to, enum move_kind kind) {
    step_move(step, (struct block_set){from, 0, 0}, (struct block_set){to, 0, 0}, kind);
}

/* In step 1 the links after even positions carry a packet each way, in step 2 the others, in turns:
 * so what leaves an even position moves on in every step, and what leaves an odd one moves back,
 * and each node that it comes to adds its own. In step t a node gets the sum of t nodes from one
 * side; in the step before it was that of t - 1 from the other.
 *
 * Example, a ring of 6, contents a .. f, position 2 = c:
 *     step        1     2     3     afterwards
 *     arrives     d     ab    def   c + ab + def
 */
static void waves_step(const struct shape *shape, uint32_t node, uint32_t number,
                       struct step *step) {
    step_clear(step);
    if (!mesh_has(shape, node))
        return;
    uint32_t position = mesh_rank(shape, node);
    bool with_next = (position + number) % 2 == 1;
    uint32_t port =
        with_next ? mesh_port_next(shape, 0, position) : mesh_port_before(shape, 0, position);
    if (number > waves_steps(shape)) {
        move(step, AREA_INPUT, RESULT, MOVE_COPY);
        move(step, with_next ? BEFORE : AFTER, RESULT, MOVE_LEFT);
        if (waves_steps(shape) > 1)
            move(step, with_next ? AFTER : BEFORE, RESULT, MOVE_LEFT);
        return;
    }
    move(step, AREA_INPUT, WAVE, MOVE_COPY);
    if (number > 1)
        move(step, with_next ? BEFORE : AFTER, WAVE, MOVE_LEFT);
    step_send(step, port, single_block(WAVE, 0));
    step_receive(step, port, single_block(with_next ? AFTER : BEFORE, 0));
}

static void waves_reach_the_diameter(void **state) {
    (void)state;
    struct algorithm waves = mesh_allreduce;
    waves.areas = AREAS;
    waves.accumulators = 0;
    waves.ordered = false;
    waves.blocks = waves_blocks;
    waves.steps = waves_steps;
    waves.packets = waves.link_words = waves_packets;
    waves.step = waves_step;
    for (uint32_t p = 2; p <= 64; p += 2) {
        struct finding finding;
        struct shape shape = shape_of(6);
        shape.axes = 1;
        shape.side[0] = p;
        bool right = check_schedule(&waves, &shape, &finding);
        assert_string_equal(finding.message, "");
        assert_true(right);
        assert_int_equal(finding.steps, finding.bound);
        assert_int_equal(finding.steps, p / 2);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(waves_reach_the_diameter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
