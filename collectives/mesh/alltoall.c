/* Total exchange on a ring or mesh, from neighbour to neighbour. After the slides "All-to-All
 * Personalized Communication on a Ring", "... on a Mesh" to Grama et al., section 4.5; and two
 * schedules, for one port and for all ports, that go the shorter way round each ring, which halves
 * the steps and the words.
 *
 * Cost for p = s^2 nodes (a ring: one axis, s = p), with t_s a message's start-up, t_w a byte's
 * time, m the bytes of a block:
 *     mesh-alltoall, ring            t_s p / 2 + t_w m p^2 / 4
 *     mesh-alltoall, mesh            t_s s + t_w m p s / 2
 *     mesh-alltoall-one-way, ring    (t_s + t_w m p / 2) (p - 1)
 *     mesh-alltoall-one-way, mesh    (t_s + t_w m p / 2) 2 (s - 1)
 *     mesh-alltoall-all-port, ring   t_s p / 2 + t_w m p (p + 2) / 8
 *     mesh-alltoall-all-port, mesh   t_s s + t_w m p (s + 2) / 4
 *
 * Along one axis after the other, from the first to the last, blocks go to the position that their
 * destination has on the axis. clusters.h says how.
 */
#include "collectives/mesh/algorithms.h"
#include "collectives/mesh/clusters.h"
#include "collectives/schedule/mesh.h"

static struct cube_content alltoall_postcondition(const struct shape *shape, uint32_t node,
                                                  uint32_t area, uint32_t block) {
    (void)area;
    return content_of(block, mesh_rank(shape, node));
}

const struct operation mesh_alltoall_operation = {
    .tag = OPERATION_MESH_ALLTOALL,
    .outputs = 1,
    .postcondition = alltoall_postcondition,
    .rank = mesh_rank,
};

/* On each axis every node has a cluster for each position. The words are the links that the
 * clusters pass, times the blocks of a cluster. */
static uint64_t sum_of_words(const struct shape *shape, bool one_way) {
    uint64_t nodes = mesh_nodes(shape);
    uint64_t words = 0;
    for (uint32_t axis = 0; axis < mesh_axes(shape); axis++) {
        uint64_t side = mesh_side(shape, axis);
        uint64_t links = one_way ? side * (side - 1) / 2 : side * side / 4;
        words += nodes * (nodes / side) * links;
    }
    return words;
}

static uint64_t one_way_words(const struct shape *shape) {
    return sum_of_words(shape, true);
}

static uint64_t shorter_words(const struct shape *shape) {
    return sum_of_words(shape, false);
}

/* In each step all nodes send as many words. */
static struct chain_cost shorter_cost(const struct shape *shape) {
    uint32_t steps = mesh_diameter(shape);
    return chain_of(steps, shorter_words(shape) / mesh_nodes(shape), steps);
}

static struct chain_cost one_way_cost(const struct shape *shape) {
    uint32_t steps = mesh_ring_steps(shape);
    return chain_of(steps, one_way_words(shape) / mesh_nodes(shape), steps);
}

/* ---- "mesh-alltoall": by the shorter way round each ring, both ways by turns ----
 *
 * Each axis takes side / 2 steps. In step 1 the links after even positions carry a packet each way,
 * in step 2 the other ones, and so on by turns; so what leaves an even position forwards moves on
 * in every step, and so does what leaves an odd one back. In step 2 the neighbour that it comes to
 * adds what it has itself for the same positions. To the opposite position blocks go forwards from
 * even positions, and back from odd ones.
 *
 * No fewer steps would do, for that is how far the farthest node is away. The words are the least,
 * too: half of those of "mesh-alltoall-one-way".
 *
 * Example, a ring of 6 (blocks as source>destination), what comes to position 3:
 *     step 1   2>3 2>4 2>5        and 2>4 2>5, 3>4 3>5 go on
 *     step 2   5>3 5>2 4>3 4>2    and 5>2, 4>2 go on
 *     step 3   0>3 1>3
 */
static void shorter_step(const struct shape *shape, uint32_t node, uint32_t number,
                         struct step *step) {
    clusters_step(shape, node, number, BY_TURNS, step);
}

const struct algorithm mesh_alltoall = {
    .name = "mesh-alltoall",
    .operation = &mesh_alltoall_operation,
    .ports = PORTS_ONE,
    .is_default = true,
    .varies = VARIES_SIDES,
    .source = "Grama et al., 4.5, on a ring and a mesh; both ways by turns",
    .areas = CLUSTERS_AREAS,
    .applicable = mesh_fits,
    .blocks = clusters_blocks,
    .steps = mesh_diameter,
    .packets = mesh_turn_packets,
    .link_words = shorter_words,
    .cost = shorter_cost,
    .step = shorter_step,
};

/* ---- "mesh-alltoall-one-way": everything goes forwards, as in the slides ---- */
static void one_way_step(const struct shape *shape, uint32_t node, uint32_t number,
                         struct step *step) {
    clusters_step(shape, node, number, ONE_WAY, step);
}

const struct algorithm mesh_alltoall_one_way = {
    .name = "mesh-alltoall-one-way",
    .operation = &mesh_alltoall_operation,
    .ports = PORTS_ONE,
    .varies = VARIES_SIDES,
    .source = "Grama et al., 4.5, on a ring and a mesh",
    .areas = CLUSTERS_AREAS,
    .applicable = mesh_fits,
    .blocks = clusters_blocks,
    .steps = mesh_ring_steps,
    .packets = mesh_ring_packets,
    .link_words = one_way_words,
    .bound = mesh_diameter, /* blocks go from neighbour to neighbour */
    .cost = one_way_cost,
    .step = one_way_step,
};

/* ---- "mesh-alltoall-all-port": by the shorter way, forwards and back at once ----
 *
 * Each axis takes side / 2 steps, so all take as many as the farthest node is away: the least there
 * can be. What goes forwards and what goes back is for different positions, so both arrive in the
 * same areas.
 *
 * Example, a ring of 4, position 1:
 *     step 1   sends 1>2 1>3 and 1>0   receives 0>1 0>2 and 2>1
 *     step 2   sends 0>2               receives 3>1
 */
static void all_port_step(const struct shape *shape, uint32_t node, uint32_t number,
                          struct step *step) {
    clusters_step(shape, node, number, BOTH_AT_ONCE, step);
}

/* The chain goes forwards: there the packets have as many blocks as those that go back, and also
 * the blocks for the farthest position. */
static struct chain_cost all_port_cost(const struct shape *shape) {
    uint64_t words = 0;
    for (uint32_t axis = 0; axis < mesh_axes(shape); axis++) {
        uint64_t side = mesh_side(shape, axis), half = side / 2;
        words += mesh_nodes(shape) / side * half * (half + 1) / 2;
    }
    return chain_of(mesh_diameter(shape), words, mesh_diameter(shape));
}

const struct algorithm mesh_alltoall_all_port = {
    .name = "mesh-alltoall-all-port",
    .operation = &mesh_alltoall_operation,
    .ports = PORTS_ALL,
    .is_default = true,
    .varies = VARIES_SIDES,
    .source = "Ozveren, 2.2.5, along one axis after the other, both ways round",
    .areas = CLUSTERS_AREAS,
    .applicable = mesh_fits,
    .blocks = clusters_blocks,
    .steps = mesh_diameter,
    .packets = mesh_ring_packets,
    .link_words = shorter_words,
    .cost = all_port_cost,
    .step = all_port_step,
};
