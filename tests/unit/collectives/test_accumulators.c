/* Tests areas that begin as copies of the input: what is not copied. Also tests what algorithms say
 * by themselves that are others backwards. */
#include "collectives/catalogue/catalogue.h"
#include "collectives/run/kept/plan_cache.h"
#include "cube.h"
#include "tests/host/host.h"
#include "tests/unit/nodes.h"

enum { MOST_DIMENSION = 4, MOST_NODES = 1 << MOST_DIMENSION };

/* ---- What is not copied ---- */

/* Counts the bytes that a plan copies from place to place, and those that it combines from the
 * input. */
struct effort {
    size_t copied;
    size_t combined_from_input;
};

static struct effort effort_of(const struct plan *plan) {
    struct effort effort = {0, 0};
    for (uint32_t k = 0; k < plan->length; k++) {
        const struct action *action = &plan->action[k];
        bool copies = action->kind == ACTION_COPY || action->kind == ACTION_COPY_WORD;
        effort.copied += copies ? action->bytes : 0;
        if (action_combines(action) && action->source.buffer == BUFFER_INPUT)
            effort.combined_from_input += action->bytes;
    }
    return effort;
}

/* A reduce-scatter copies one block, which is its output. All blocks that it collects in its first
 * step, half of those of the input, it combines from there. */
static int scatter_once(void *argument) {
    const size_t count = *(const size_t *)argument, nodes = (size_t)cube_nodes();
    uint64_t send[MOST_NODES * 40], recv[40];
    for (size_t i = 0; i < nodes * count; i++)
        send[i] = i;
    host_check(cube_reduce_scatter(send, recv, count, &cube_uint64, &cube_sum) == 0);
    struct plan *plan = plan_found(&(struct request){.operation = OPERATION_REDUCE_SCATTER,
                                                     .size = count,
                                                     .type = &cube_uint64,
                                                     .op = &cube_sum});
    host_check(plan);
    if (!plan)
        return 1;
    struct effort effort = effort_of(plan);
    host_check(effort.copied == count * sizeof *send);
    host_check(effort.combined_from_input == nodes / 2 * count * sizeof *send);
    return 0;
}

TEST(reduce_scatter_copies_its_output_alone) {
    size_t counts[] = {1, 4, 40};
    for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++)
        for (uint32_t n = 1; n <= MOST_DIMENSION; n++)
            assert_int_equal(host_run(n, NULL, scatter_once, &counts[k]), HOST_OK);
}

/* ---- Algorithms backwards ---- */

/* What a dual says by itself, and not by the functions that it has from the other algorithm, must
 * agree with that algorithm all the same. */
TEST(duals_are_alike) {
    unsigned duals = 0;
    for (size_t k = 0; k < catalogue_entries; k++) {
        const struct algorithm *dual = catalogue[k];
        const struct algorithm *other = dual->dual_of;
        if (!other)
            continue;
        duals++;
        assert_int_equal(dual->ports, other->ports);
        assert_int_equal(dual->relay, other->relay);
        assert_int_equal(dual->varies, other->varies);
        assert_int_equal(dual->open, other->open);
        assert_true(dual->open_in == other->open_in);
        assert_null(other->dual_of);
    }
    assert_true(duals >= 20);
}
