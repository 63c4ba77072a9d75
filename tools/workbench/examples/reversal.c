/* An operation that is not in the catalogue, and an algorithm for it: the blocks of all nodes in
 * reverse order, so that node v gets that of node N - 1 - v. A worked example of
 * docs/guide/algorithms.md.
 *
 * N - 1 - v differs from v in all dimensions. In step s each node exchanges its block with its
 * neighbour in dimension s - 1. On 4 nodes, whose blocks they have:
 *
 *     node        0   1   2   3
 *     step 1      1   0   3   2
 *     step 2      3   2   1   0
 */
#include <cube_algorithm.h>

enum { INPUT, OUTPUT };

/* What the operation has to achieve. */
static struct cube_content reversed(const struct shape *shape, uint32_t node, uint32_t area,
                                    uint32_t block) {
    uint32_t from = cube_shape_nodes(shape) - 1 - node;
    (void)area, (void)block; /* there is one output, of one block */
    return (struct cube_content){from, from, 0};
}

static uint32_t blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    (void)shape, (void)node, (void)area;
    return 1;
}

static void step(const struct shape *shape, uint32_t node, uint32_t number, struct step *step) {
    struct cube_blocks own = cube_one_block(number == 1 ? INPUT : OUTPUT, 0);
    (void)node;
    if (number <= cube_shape_dimension(shape)) {
        cube_step_send(step, number - 1, own);
        cube_step_receive(step, number - 1, cube_one_block(OUTPUT, 0));
    } else if (number == 1) { /* a node alone has its own block */
        cube_step_move(step, own, cube_one_block(OUTPUT, 0), CUBE_MOVE_COPY);
    }
}

static const struct cube_own_algorithm reversal = {
    .version = CUBE_ALGORITHM_VERSION,
    .name = "reversal-exchange",
    .operation = CUBE_OWN_OPERATION,
    .source = "docs/guide/algorithms.md",
    .ports = CUBE_SIMD,
    .areas = 2,
    .blocks = blocks,
    .step = step,
    .outputs = 1,
    .content = reversed,
};
CUBE_ALGORITHM(reversal)
