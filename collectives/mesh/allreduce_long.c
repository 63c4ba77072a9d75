/* All-reduce of long vectors on a ring or mesh with all ports: the vector is divided into a block
 * for each rank. After Grama et al., section 4.3: a reduce-scatter, then an all-gather.
 *
 * Cost for p nodes with l links each, with t_s a message's start-up, t_w a byte's time, m the bytes
 * of the vector:
 *     mesh-allreduce-long-all-port     (t_s + t_w m / p) 2 ceil((p - 1) / l)
 *     mesh-allreduce-long-ring         (t_s + t_w m / p) (p - 1)
 *
 * Each of the p blocks takes 2 (p - 1) packets: p - 1 join all nodes before any node has the
 * result, and p - 1 take it to the others. So with l p links there are at least 2 (p - 1) / l
 * steps.
 */
#include "collectives/mesh/all_port.h"
#include "collectives/mesh/directions.h"
#include "collectives/mesh/prefix.h"
#include "collectives/mesh/tree.h"
#include "collectives/schedule/mesh.h"

static uint64_t long_packets(const struct shape *shape) {
    uint64_t nodes = mesh_nodes(shape);
    return 2 * nodes * (nodes - 1);
}

/* ---- "mesh-allreduce-long-all-port": "mesh-allgather-all-port" backwards, and then forwards ----
 *
 * All blocks are in the output.
 *
 * Example, a ring of 4. In steps 1 and 2 block 2 comes to position 2: from 0 to 1, then from 1 and
 * 3 to 2. In steps 3 and 4 it goes back to all by the same links.
 */
static uint32_t all_port_steps(const struct shape *shape) {
    return 2 * mesh_tree_steps(shape);
}

/* A second bound: p blocks have to leave a node on its l ports, and the last one then still has its
 * way to the farthest node. */
static uint32_t all_port_bound(const struct shape *shape) {
    uint32_t nodes = mesh_nodes(shape), links = mesh_links(shape);
    if (links == 0)
        return 0;
    uint32_t by_links = (2 * (nodes - 1) + links - 1) / links;
    uint32_t by_node = mesh_diameter(shape) - 1 + (nodes + links - 1) / links;
    return by_links > by_node ? by_links : by_node;
}

/* On a ring "mesh-allreduce-long-ring" takes as few steps as the bound. */
static bool all_port_open_in(const struct shape *shape) {
    struct shape without = mesh_without_ones(shape);
    return mesh_axes(&without) > 1 && all_port_steps(shape) > all_port_bound(shape);
}

static const struct algorithm allgather_backwards = {
    .operation = &mesh_allreduce_operation,
    .dual_of = &mesh_allgather_all_port,
    .dual_run = mesh_run_in_output,
};

static void all_port_step(const struct shape *shape, uint32_t node, uint32_t number,
                          struct step *step) {
    mesh_long_step(&allgather_backwards, shape, node, number, step);
}

const struct algorithm mesh_allreduce_long_all_port = {
    .name = "mesh-allreduce-long-all-port",
    .operation = &mesh_allreduce_operation,
    .ports = PORTS_ALL,
    .varies = VARIES_SIDES,
    .source = "Grama et al., 4.3, by reduce-scatter and all-gather on all ports",
    .areas = AREA_OUTPUT + 1,
    .accumulators = 1u << AREA_OUTPUT,
    .applicable = mesh_fits,
    .blocks = mesh_blocks_per_rank,
    .steps = all_port_steps,
    .packets = long_packets,
    .bound = all_port_bound,
    .open = true,
    .open_in = all_port_open_in,
    .table_bytes = mesh_tree_bytes,
    .make_table = mesh_tree_make,
    .step = all_port_step,
};

/* ---- "mesh-allreduce-long-ring": each block is joined at a link, and not at a node ----
 *
 * Let the ring have p = 2h positions. Block b belongs to the link from position b to b + 1. In
 * steps 1 to h - 1 what the h positions on one side of that link have is joined at position b, and
 * what the positions on the other side have is joined at b + 1. In step h these two exchange what
 * they have. So both have the result after as many packets as one of them alone would need, but one
 * step earlier. In steps h + 1 to 2h - 1 the result goes out again on both sides. In step t
 * position x sends block x + h - t forwards and block x - 1 - h + t back, in all steps. So every
 * link carries a packet in each step: no fewer steps would do.
 *
 * Example, a ring of 4, block 1 (link 1 - 2), with the nodes that have been joined:
 *     step 1   0 -> 1: 0         3 -> 2: 3
 *     step 2   1 -> 2: 0, 1      2 -> 1: 2, 3
 *     step 3   1 -> 0: all       2 -> 3: all
 */
static bool ring_fits(const struct shape *shape) {
    struct shape ring = mesh_without_ones(shape);
    return mesh_fits(shape) && mesh_axes(&ring) == 1 && mesh_side(&ring, 0) >= 4;
}

static uint32_t ring_steps(const struct shape *shape) {
    return mesh_nodes(shape) - 1;
}

static void ring_step(const struct shape *shape, uint32_t node, uint32_t number,
                      struct step *step) {
    struct shape ring = mesh_without_ones(shape);
    uint32_t nodes = mesh_nodes(&ring);
    step_clear(step);
    if (!mesh_has(&ring, node) || number > ring_steps(&ring))
        return;
    uint32_t position = mesh_position(&ring, node, 0);
    uint32_t next = mesh_port_next(&ring, 0, position);
    uint32_t before = mesh_port_before(&ring, 0, position);
    uint32_t forwards = (position + nodes + nodes / 2 - number) % nodes;
    uint32_t back = (position + nodes - 1 - nodes / 2 + number) % nodes;
    struct run from_before = single_block(AREA_OUTPUT, (forwards + nodes - 1) % nodes);
    struct run from_next = single_block(AREA_OUTPUT, (back + 1) % nodes);
    step_send(step, next, single_block(AREA_OUTPUT, forwards));
    step_send(step, before, single_block(AREA_OUTPUT, back));
    if (number <= nodes / 2) {
        step_combine(step, before, from_before, true);
        step_combine(step, next, from_next, false);
    } else {
        step_receive(step, before, from_before);
        step_receive(step, next, from_next);
    }
}

const struct algorithm mesh_allreduce_long_ring = {
    .name = "mesh-allreduce-long-ring",
    .operation = &mesh_allreduce_operation,
    .ports = PORTS_ALL,
    .varies = VARIES_SIDES,
    .source = "after Grama et al., 4.3, joined at links",
    .areas = AREA_OUTPUT + 1,
    .accumulators = 1u << AREA_OUTPUT,
    .applicable = ring_fits,
    .blocks = mesh_blocks_per_rank,
    .steps = ring_steps,
    .packets = long_packets,
    .step = ring_step,
};
