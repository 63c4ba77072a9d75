/* Lab 2: a broadcast along a binomial tree.
 *
 * The message is one block. The root has it in area INPUT, and all other nodes are to have it in
 * area OUTPUT.
 *
 * This algorithm is a skeleton: README.md has the task. */
#include <cube_algorithm.h>

enum { INPUT, OUTPUT };

static uint32_t blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    bool is_root = node == cube_shape_root(shape);
    return (area == INPUT) == is_root ? 1 : 0;
}

static uint32_t steps(const struct shape *shape) {
    return cube_shape_dimension(shape);
}

/* What `node` does in step `number`, 1 .. steps. */
static void step(const struct shape *shape, uint32_t node, uint32_t number, struct step *step) {
    (void)shape, (void)node, (void)number, (void)step;
    /* TODO: cube_step_send and cube_step_receive, one of them at most. */
}

static const struct cube_own_algorithm tree = {
    .version = CUBE_ALGORITHM_VERSION,
    .name = "tree",
    .operation = "bcast",
    .ports = CUBE_ONE_PORT,
    .varies = CUBE_VARIES_ROOT,
    .areas = 2,
    .blocks = blocks,
    .steps = steps,
    .step = step,
};
CUBE_ALGORITHM(tree)
