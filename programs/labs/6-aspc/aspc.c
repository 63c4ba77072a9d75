/* Lab 6: all-to-some personalized communication, in four steps (Hu, section 3).
 *
 * Logical node i is node gray(i). It has n elements in area ELEMENTS. Element j is to become block
 * j of area PLUS of logical node i + 2^j, and block j of area MINUS of logical node i - 2^j, all
 * modulo N. Between its two links an element waits in area TRANSIT.
 *
 * This algorithm is a skeleton: README.md has the task. */
#include <cube_algorithm.h>

enum { ELEMENTS, PLUS, MINUS, TRANSIT };

static uint32_t blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    (void)node, (void)area;
    return cube_shape_dimension(shape);
}

static uint32_t steps(const struct shape *shape) {
    (void)shape;
    return 4;
}

/* The logical number of a node: the inverse of its Gray code. */
static uint32_t logical(uint32_t node) {
    uint32_t i = 0;
    for (; node != 0; node >>= 1)
        i ^= node;
    return i;
}

/* The port on which element j leaves logical node i in step 1 (Hu, Definition 1). */
static uint32_t phi(uint32_t dimension, uint32_t i, uint32_t j) {
    /* TODO */
    (void)dimension, (void)i;
    return j;
}

/* The port on which element j comes to logical node i in step 1 (Hu, Definition 2). */
static uint32_t varphi(uint32_t dimension, uint32_t i, uint32_t j) {
    /* TODO */
    (void)dimension, (void)i;
    return j;
}

/* What `node` does in step `number`, 1 .. 4: two for PLUS, then two for MINUS. */
static void step(const struct shape *shape, uint32_t node, uint32_t number, struct step *step) {
    uint32_t n = cube_shape_dimension(shape), i = logical(node);
    if (number > 1)
        return; /* TODO */
    for (uint32_t j = 0; j < n; j++) {
        cube_step_send(step, phi(n, i, j), cube_one_block(ELEMENTS, j));
        cube_step_receive(step, varphi(n, i, j), cube_one_block(TRANSIT, j));
    }
}

static const struct cube_own_algorithm own_aspc = {
    .version = CUBE_ALGORITHM_VERSION,
    .name = "own-aspc",
    .operation = "aspc",
    .source = "Hu, Theorem 5",
    .ports = CUBE_ALL_PORT,
    .areas = 4,
    .blocks = blocks,
    .steps = steps,
    .step = step,
};
CUBE_ALGORITHM(own_aspc)
