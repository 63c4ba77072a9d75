/* All-gather with one port. After the slides "All-to-All Broadcast" to Grama, Gupta, Karypis and
 * Kumar, Introduction to Parallel Computing, section 4.2, and Ozveren, section 2.2.3. The
 * all-gathers with all ports are in allgather_translated.c.
 *
 * Cost (cost.h), with m the bytes of a block:
 *     allgather-broadcasts    (t_s + t_w m) n N
 *     allgather-exchange      t_s n + t_w m (N - 1)
 *     allgather-ring          (t_s + t_w m)(N - 1)
 */
#include "collectives/cube/shared.h"

#include "cube.h"

uint64_t allgather_link_words(const struct shape *shape) {
    uint64_t nodes = shape_nodes(shape);
    return nodes * (nodes - 1);
}

void allgather_own(uint32_t node, uint32_t number, struct step *step) {
    if (number == 1)
        step_copy(step, AREA_INPUT, 0, AREA_OUTPUT, node);
}

/* ---- "allgather-broadcasts": nodes 0, 1, ..., N - 1 broadcast, one after another ----
 *
 * Each of them by "bcast-binomial". This is the baseline that other all-gathers are compared with.
 *
 * Example, n = 3, the broadcast of node 5, steps 16 to 18:
 *     step 16 (port 2)   5 -> 1
 *     step 17 (port 1)   5 -> 7   1 -> 3
 *     step 18 (port 0)   5 -> 4   7 -> 6   1 -> 0   3 -> 2
 */
FORMULA(uint32_t, broadcasts_steps, shape_nodes(shape) * shape->dimension)

static void broadcasts_step(const struct shape *shape, uint32_t node, uint32_t number,
                            struct step *step) {
    if (number <= broadcasts_steps(shape)) {
        struct shape one = shape_of(shape->dimension);
        one.root = (number - 1) / shape->dimension;
        algorithm_step(&broadcast_binomial, &one, node, 1 + (number - 1) % shape->dimension, step);
        for (uint32_t ports = step->sends | step->receives; ports != 0; ports &= ports - 1)
            step->send[lowest_port(ports)] = step->receive[lowest_port(ports)] =
                single_block(AREA_OUTPUT, one.root);
    }
    allgather_own(node, number, step);
}

const struct algorithm allgather_broadcasts = {
    .name = "allgather-broadcasts",
    .operation = &allgather_operation,
    .ports = PORTS_SIMD,
    .source = "Grama et al., 4.2, one broadcast a node",
    .steps = broadcasts_steps,
    .packets = allgather_link_words,
    .bound = steps_of_others,
    .cost = cost_trees,
    .cost_all_ports = cost_trees_all_ports,
    .step = broadcasts_step,
};

/* ---- "allgather-exchange": neighbours exchange all that they have, on dimension 0, 1, ... ----
 *
 * Before the exchange on dimension d a node has the blocks of those nodes that differ from it only
 * in dimensions below d: 2^d consecutive blocks.
 *
 * Example, n = 3, node 5:
 *     step 1 (port 0)   sends 5         receives 4
 *     step 2 (port 1)   sends 4, 5      receives 6, 7
 *     step 3 (port 2)   sends 4 to 7    receives 0 to 3
 *
 * No fewer steps would do: with one port the nodes heard of at most double in a step.
 */
static void exchange_step(const struct shape *shape, uint32_t node, uint32_t number,
                          struct step *step) {
    allgather_own(node, number, step);
    if (number > shape->dimension)
        return;
    uint32_t port = number - 1;
    uint32_t blocks = 1u << port;
    uint32_t first = node & ~(blocks - 1);
    step_send(step, port, consecutive_blocks(AREA_OUTPUT, first, blocks));
    step_receive(step, port, consecutive_blocks(AREA_OUTPUT, first ^ blocks, blocks));
}

const struct algorithm allgather_exchange = {
    .name = "allgather-exchange",
    .operation = &allgather_operation,
    .ports = PORTS_SIMD,
    .is_default = true,
    .source = "Grama et al., 4.2.3, all-to-all broadcast",
    .link_words = allgather_link_words,
    .step = exchange_step,
};

/* ---- "allgather-ring": all blocks go round the Gray ring ----
 *
 * In step s logical node i sends the block of logical node i - s + 1 to i + 1.
 *
 * Example, n = 3, physical nodes in the order of the ring and the block that each sends:
 *     node     0   1   3   2   6   7   5   4
 *     step 1   0   1   3   2   6   7   5   4
 *     step 2   4   0   1   3   2   6   7   5
 *     step 7   1   3   2   6   7   5   4   0
 *
 * No fewer steps would do: with one port a node receives one of its N - 1 blocks in a step.
 */
static void ring_step(const struct shape *shape, uint32_t node, uint32_t number,
                      struct step *step) {
    uint32_t last = shape_nodes(shape) - 1;
    allgather_own(node, number, step);
    if (number > last)
        return;
    uint32_t i = (uint32_t)cube_gray_inverse((int)node);
    uint32_t next = (uint32_t)cube_gray((int)((i + 1) & last));
    uint32_t previous = (uint32_t)cube_gray((int)((i - 1) & last));
    uint32_t sent = (uint32_t)cube_gray((int)((i - number + 1) & last));
    uint32_t received = (uint32_t)cube_gray((int)((i - number) & last));
    step_send(step, lowest_port(node ^ next), single_block(AREA_OUTPUT, sent));
    step_receive(step, lowest_port(node ^ previous), single_block(AREA_OUTPUT, received));
}

const struct algorithm allgather_ring = {
    .name = "allgather-ring",
    .operation = &allgather_operation,
    .ports = PORTS_ONE,
    .is_default = true,
    .source = "Ozveren, 2.2.3, type 1, after McBryan and Van de Velde",
    .steps = steps_of_others,
    .step = ring_step,
};
