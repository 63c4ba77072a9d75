/* Broadcast: the binomial tree, and the call. After the slides "One-to-All Broadcast on a
 * Hypercube" to Grama, Gupta, Karypis and Kumar, Introduction to Parallel Computing, section 4.1.
 *
 * Cost, with t_s a message's start-up, t_w a byte's time, m the bytes:
 *     bcast-binomial          (t_s + t_w m) n
 */
#include "collectives/broadcast.h"

#include "collectives/choice.h"
#include "net/link.h"
#include "net/node.h"

static struct content broadcast_result(const struct shape *shape, uint32_t node, uint32_t area,
                                       uint32_t block) {
    (void)node;
    (void)area;
    return content_of(shape->root, block);
}

const struct operation broadcast_operation = {
    .name = "bcast",
    .tag = OPERATION_BROADCAST,
    .outputs = 1,
    .result = broadcast_result,
};

uint32_t broadcast_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    return area == broadcast_area(shape, node) ? shape->packets : 0;
}

/* ---- "bcast-binomial": in each step those that have it send it on along one dimension ----
 *
 * Dimensions n - 1, ..., 0. With z = node XOR root, so that the root is at z = 0: before the step
 * on dimension d those nodes have it whose z has zeros in the dimensions 0 .. d.
 *
 * Example, n = 3, root 0:
 *     step 1 (port 2)   0 -> 4
 *     step 2 (port 1)   0 -> 2   4 -> 6
 *     step 3 (port 0)   0 -> 1   2 -> 3   4 -> 5   6 -> 7
 * With root 5 every number is XORed with 5: 5 -> 1; 5 -> 7, 1 -> 3; ...
 */
static uint32_t binomial_steps(const struct shape *shape) {
    return shape->dimension;
}

/* Every node but the root receives once. */
static uint64_t binomial_packets(const struct shape *shape) {
    return shape_nodes(shape) - 1;
}

static void binomial_step(const struct shape *shape, uint32_t node, uint32_t number,
                          struct step *step) {
    step_clear(step);
    if (number > shape->dimension)
        return;
    uint32_t port = shape->dimension - number;
    uint32_t z = (node ^ shape->root) >> port;
    uint32_t below = (node ^ shape->root) & ((1u << port) - 1);
    if (below != 0)
        return;
    struct run run = single_block(broadcast_area(shape, node), 0);
    if (z & 1)
        step_receive(step, port, run);
    else
        step_send(step, port, run);
}

const struct schedule broadcast_binomial = {
    .name = "bcast-binomial",
    .operation = &broadcast_operation,
    .ports = PORTS_SIMD,
    .usual = true,
    .varies = VARIES_ROOT,
    .source = "Grama et al., 4.1, one-to-all broadcast",
    .areas = 2,
    .blocks = broadcast_blocks,
    .steps = binomial_steps,
    .packets = binomial_packets,
    .link_words = binomial_packets,
    .bound = binomial_steps, /* the nodes that have it at most double in a step */
    .step = binomial_step,
};

/* ---- The call ---- */

int cube_bcast_by(const struct cube_choice *choice, void *buffer, size_t count,
                  const struct cube_type *type, int root) {
    struct call call;
    int error = call_begin(&call, &broadcast_operation, &broadcast_binomial, choice, root);
    if (likely(error == 0))
        error = call_divide(&call, count, type, NULL, 0);
    if (unlikely(error != 0))
        return error;
    call.input = call.output[0] = buffer;
    return execute(&call);
}

int cube_bcast(void *buffer, size_t count, const struct cube_type *type, int root) {
    return cube_bcast_by(NULL, buffer, count, type, root);
}
