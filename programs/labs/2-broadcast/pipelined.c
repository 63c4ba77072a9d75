/* Lab 2: a broadcast of a long message, which is cut into packets that follow each other.
 *
 * The message is k blocks, 0 .. k - 1, each of which is a packet. The root has them in area INPUT,
 * and all other nodes are to have them in area OUTPUT.
 *
 * This algorithm is a skeleton: README.md has the task. */
#include <cube_algorithm.h>

enum { INPUT, OUTPUT };

static uint32_t blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    bool is_root = node == cube_shape_root(shape);
    return (area == INPUT) == is_root ? cube_shape_packets(shape) : 0;
}

static uint32_t steps(const struct shape *shape) {
    /* TODO: for k packets one after the other along a path it is k + N - 2. */
    return cube_shape_packets(shape) + cube_shape_nodes(shape) - 2;
}

/* What `node` does in step `number`, 1 .. steps. */
static void step(const struct shape *shape, uint32_t node, uint32_t number, struct step *step) {
    (void)shape, (void)node, (void)number, (void)step;
    /* TODO: at most one cube_step_send, and at most one cube_step_receive. */
}

static const struct cube_own_algorithm pipelined = {
    .version = CUBE_ALGORITHM_VERSION,
    .name = "pipelined",
    .operation = "bcast",
    .ports = CUBE_ONE_PORT,
    .varies = CUBE_VARIES_ROOT | CUBE_VARIES_PACKETS,
    .areas = 2,
    .blocks = blocks,
    .steps = steps,
    .step = step,
};
CUBE_ALGORITHM(pipelined)
