/* Lab 5: a total exchange with one packet on each link in each step.
 *
 * Block v of area INPUT is for node v. Block v of area OUTPUT is to become node v's block for this
 * node. A packet that has not arrived yet waits in OUTPUT or in BETWEEN.
 *
 * This algorithm is a skeleton: README.md has the task. */
#include <cube_algorithm.h>

enum { INPUT, OUTPUT, BETWEEN };

static uint32_t blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    (void)node, (void)area;
    return cube_shape_nodes(shape);
}

static uint32_t steps(const struct shape *shape) {
    return cube_shape_nodes(shape) / 2;
}

/* What `node` does in step `number`, 1 .. steps. Step steps + 1 has moves alone. */
static void step(const struct shape *shape, uint32_t node, uint32_t number, struct step *step) {
    if (number > steps(shape))
        return; /* TODO: a node's own block */
    (void)node, (void)step;
    /* TODO: which relative address crosses which port in this step? */
}

static const struct cube_own_algorithm own_all_port = {
    .version = CUBE_ALGORITHM_VERSION,
    .name = "own-all-port",
    .operation = "alltoall",
    .ports = CUBE_ALL_PORT,
    .areas = 3,
    .blocks = blocks,
    .steps = steps,
    .step = step,
};
CUBE_ALGORITHM(own_all_port)
