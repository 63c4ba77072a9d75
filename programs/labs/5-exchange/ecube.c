/* Lab 5: a total exchange by E-cube routing. In step j each node sends to the node XOR j.
 *
 * Block v of area INPUT is for node v. Block v of area OUTPUT is to become node v's block for this
 * node. A node keeps relayed blocks in area TRANSIT, which has a block for each port.
 *
 * This algorithm is a skeleton: README.md has the task. */
#include <cube_algorithm.h>

enum { INPUT, OUTPUT, TRANSIT };

static uint32_t blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    (void)node;
    return area == TRANSIT ? cube_shape_dimension(shape) : cube_shape_nodes(shape);
}

static uint32_t steps(const struct shape *shape) {
    return cube_shape_nodes(shape) - 1;
}

/* What `node` does in step `number`, 1 .. steps. Step steps + 1 has moves alone. */
static void step(const struct shape *shape, uint32_t node, uint32_t number, struct step *step) {
    if (number > steps(shape))
        return; /* TODO: a node's own block */
    (void)node, (void)step;
    /* TODO: cube_step_send on the first port of the way, cube_step_receive on the last one, and
     * cube_step_relay for the packets of others. */
}

static const struct cube_own_algorithm own_ecube = {
    .version = CUBE_ALGORITHM_VERSION,
    .name = "own-ecube",
    .operation = "alltoall",
    .ports = CUBE_ONE_PORT,
    .stores = true,
    .areas = 3,
    .blocks = blocks,
    .steps = steps,
    .step = step,
};
CUBE_ALGORITHM(own_ecube)
