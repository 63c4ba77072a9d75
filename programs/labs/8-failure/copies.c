/* Lab 8: a broadcast of two copies of a message, such that each node gets at least one of them,
 * whichever link of the cube is dead.
 *
 * To the checker the copies are the two packets of a message: blocks 0 and 1, which the root has in
 * area INPUT, and all other nodes are to have in area OUTPUT.
 *
 * This algorithm is a skeleton: README.md has the task. */
#include <cube_algorithm.h>

enum { INPUT, OUTPUT };

static uint32_t blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    bool is_root = node == cube_shape_root(shape);
    return (area == INPUT) == is_root ? cube_shape_packets(shape) : 0;
}

static uint32_t steps(const struct shape *shape) {
    return cube_shape_dimension(shape); /* TODO */
}

/* What `node` does in step `number`, 1 .. steps: here both copies go along one tree, whose step s
 * crosses dimension s - 1. */
static void step(const struct shape *shape, uint32_t node, uint32_t number, struct step *step) {
    uint32_t port = number - 1, bit = 1u << port, place = node ^ cube_shape_root(shape);
    uint32_t copies = cube_shape_packets(shape);

    if (number > steps(shape))
        return;
    if (place < bit)
        cube_step_send(step, port, cube_some_blocks(place == 0 ? INPUT : OUTPUT, 0, copies));
    else if (place < 2 * bit)
        cube_step_receive(step, port, cube_some_blocks(OUTPUT, 0, copies));
}

static const struct cube_own_algorithm copies = {
    .version = CUBE_ALGORITHM_VERSION,
    .name = "copies",
    .operation = "bcast",
    .ports = CUBE_ALL_PORT,
    .varies = CUBE_VARIES_ROOT | CUBE_VARIES_PACKETS,
    .areas = 2,
    .blocks = blocks,
    .steps = steps,
    .step = step,
};
CUBE_ALGORITHM(copies)
