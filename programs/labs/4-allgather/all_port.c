/* Lab 4: an all-gather on all links at once.
 *
 * Each node begins with one block in area INPUT, and is to end with the block of each node v as
 * block v of area OUTPUT.
 *
 * This algorithm is a skeleton: README.md has the task. */
#include <cube_algorithm.h>

enum { INPUT, OUTPUT };

static uint32_t blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    (void)node;
    return area == INPUT ? 1 : cube_shape_nodes(shape);
}

static uint32_t steps(const struct shape *shape) {
    return cube_shape_nodes(shape) / 2;
}

/* What `node` does in step `number`, 1 .. steps. A node's own block gets to its place by a move. */
static void step(const struct shape *shape, uint32_t node, uint32_t number, struct step *step) {
    (void)shape;
    if (number == 1)
        cube_step_move(step, cube_one_block(INPUT, 0), cube_one_block(OUTPUT, node),
                       CUBE_MOVE_COPY);
    /* TODO: as many packets as there are links, in each step. */
}

static const struct cube_own_algorithm own_all_port = {
    .version = CUBE_ALGORITHM_VERSION,
    .name = "own-all-port",
    .operation = "allgather",
    .ports = CUBE_ALL_PORT,
    .areas = 2,
    .blocks = blocks,
    .steps = steps,
    .step = step,
};
CUBE_ALGORITHM(own_all_port)
