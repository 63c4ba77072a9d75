/* Total exchange in n steps with all ports: exchanges on many dimensions at once.
 *
 * Cost (cost.h), with m the bytes of a block:
 *     alltoall-rotated        (t_s + t_h) n + t_w m B, and B is at most n N / C for C classes
 *
 * The *relative address* of a block, r = destination XOR origin, is the set of dimensions that it
 * has to cross. It may cross them in any order, so blocks that take different orders keep different
 * links busy. There are C classes of blocks, where C is a power of two and at most n. The highest
 * bits of r say which class r is in. In step s, counted from 0, blocks of class k cross dimension
 * (k + s) mod n, if r has it. So the classes are never on the same dimension, and a packet is the
 * blocks of one class.
 *
 * As in "alltoall-exchange" place x of OUT always holds one block, whose relative address at node v
 * is x XOR v: what leaves on dimension d is at the places of its class where x_d is unlike v_d, and
 * the blocks that arrive take the same places. If a dimension is one of those that tell the classes
 * apart, either all blocks of a class cross it or none does.
 *
 * Example, n = 3, C = 2, r by step and port:
 *     step           1          2          3
 *     port 0     001, 011       -      101, 111
 *     port 1     110, 111   010, 011       -
 *     port 2         -      100 to 111     -
 *
 * No fewer steps would do: some nodes are n links apart. N / 2 is the least possible B, because n
 * N^2 / 2 words go over n N links. Up to n = 9 B is at most two and a half times that.
 */
#include "collectives/cube/shared.h"
#include "collectives/refined/refined.h"

enum { BLOCKS = AREA_INPUT, OUT };

/* How many of the bits of a relative address tell its class. */
FORMULA(uint32_t, class_bits, shape->dimension == 0 ? 0 : highest_port(shape->dimension))

/* The dimension that class k crosses in step `number`. */
static uint32_t dimension_of(const struct shape *shape, uint32_t k, uint32_t number) {
    return (k + number - 1) % shape->dimension;
}

/* Sets *places to the places of OUT at which a node has the blocks of class k that cross dimension
 * d. Returns false if there are none. */
static bool crossing(const struct shape *shape, uint32_t node, uint32_t k, uint32_t d,
                     struct block_set *places) {
    uint32_t all = shape_nodes(shape) - 1, bit = 1u << d;
    uint32_t within = shape->dimension - class_bits(shape); /* the dimensions below tell no class */
    uint32_t fixed = (all >> within << within) | bit;
    uint32_t r = k << within | (d < within ? bit : 0);
    *places = (struct block_set){OUT, (node ^ r) & fixed, all & ~fixed};
    return (r & bit) != 0;
}

static void rotated_step(const struct shape *shape, uint32_t node, uint32_t number,
                         struct step *step) {
    if (!alltoall_step_begins(shape, number, step))
        return;
    for (uint32_t k = 0; k < 1u << class_bits(shape); k++) {
        uint32_t d = dimension_of(shape, k, number);
        struct block_set places;
        if (!crossing(shape, node, k, d, &places))
            continue;
        step_send(step, d, run_of_set(places));
        step_receive(step, d, run_of_set(places));
    }
}

/* Each class has a packet in each step, except in a step whose dimension is one that tells the
 * classes apart and that the class does not have. */
static uint64_t rotated_packets(const struct shape *shape) {
    uint64_t bits = class_bits(shape), classes = UINT64_C(1) << bits;
    return (shape->dimension * classes - bits * classes / 2) * shape_nodes(shape);
}

/* All nodes are alike, and each step takes as long as its longest packet. */
static struct chain_cost rotated_cost(const struct shape *shape) {
    uint64_t blocks = 0;
    for (uint32_t number = 1; number <= shape->dimension; number++) {
        uint32_t most = 0;
        for (uint32_t k = 0; k < 1u << class_bits(shape); k++) {
            struct block_set places;
            if (crossing(shape, 0, k, dimension_of(shape, k, number), &places) &&
                run_of_set(places).count > most)
                most = run_of_set(places).count;
        }
        blocks += most;
    }
    return chain_of(shape->dimension, blocks, shape->dimension);
}

/* With one port the packets of a node follow each other. */
static struct chain_cost rotated_cost_one_port(const struct shape *shape) {
    uint64_t nodes = shape_nodes(shape);
    return chain_of(rotated_packets(shape) / nodes, packets_of_distances(shape), shape->dimension);
}

const struct algorithm alltoall_rotated = {
    .name = "alltoall-rotated",
    .operation = &alltoall_operation,
    .ports = PORTS_ALL,
    .source = "after Johnsson and Ho, 1989, rotated exchanges",
    .packets = rotated_packets,
    .link_words = alltoall_link_words,
    .cost = rotated_cost,
    .cost_one_port = rotated_cost_one_port,
    .step = rotated_step,
};
