/* Rings and wraparound meshes in the cube, every neighbour on them a neighbour in the cube.
 *
 * A mesh has `axes` axes, axis a of side[a] nodes; a ring is a mesh of one axis. Ranks are
 * row-major: the last axis varies fastest. A side is even, or 1, and takes ceil(log2(side))
 * dimensions of the cube, the last axis the lowest ones. So a mesh may leave nodes of the cube out;
 * these are idle.
 *
 * Along an axis of side s = 2h position i < h has the Gray code of i, and the others come back on
 * the other side of the axis's highest dimension: position s - 1 - i differs from position i in it
 * alone. For a power of two this is the Gray code of i. Ozveren, section 2.1.3.
 *
 * Example, side 6 in three dimensions:
 *     position     0    1    2    3    4    5
 *     code        000  001  011  111  101  100
 *
 * What a shape says of the mesh counts; a shape with no axes has the ring of all nodes.
 */
#ifndef COLLECTIVES_SCHEDULE_MESH_H
#define COLLECTIVES_SCHEDULE_MESH_H

#include "collectives/schedule/schedule.h"

/* Whether the cube holds the mesh: every side 1 or even, and dimensions enough. */
bool mesh_fits(const struct shape *shape);

/* The same, and shape->root is a rank of the mesh. */
bool mesh_fits_root(const struct shape *shape);

/* The functions below need a mesh that fits. */

uint32_t mesh_axes(const struct shape *shape);
uint32_t mesh_side(const struct shape *shape, uint32_t axis);

/* How many nodes the mesh has. */
uint32_t mesh_nodes(const struct shape *shape);

/* How far apart the ranks of neighbours on an axis are: the nodes of all later axes. */
uint32_t mesh_stride(const struct shape *shape, uint32_t axis);

/* Whether a node is part of the mesh. */
bool mesh_has(const struct shape *shape, uint32_t node);

/* The position of a node of the mesh on an axis, 0 .. side - 1, and its rank. Any number, if the
 * mesh leaves the node out. */
uint32_t mesh_position(const struct shape *shape, uint32_t node, uint32_t axis);
uint32_t mesh_rank(const struct shape *shape, uint32_t node);

/* The position that the node of a rank has on an axis. */
uint32_t mesh_position_of_rank(const struct shape *shape, uint32_t rank, uint32_t axis);

/* The node of a rank. */
uint32_t mesh_node(const struct shape *shape, uint32_t rank);

/* The port that leads from `position` on an axis to the next one, or to the one before; sides of 1
 * have none. */
uint32_t mesh_port_next(const struct shape *shape, uint32_t axis, uint32_t position);
uint32_t mesh_port_before(const struct shape *shape, uint32_t axis, uint32_t position);

/* How many steps link by link lead from position 0 to `position` of a ring of `side`. */
uint32_t ring_distance(uint32_t side, uint32_t position);

/* ceil(log2(nodes)): so often the nodes that have something, or are heard of, must double. */
uint32_t mesh_doublings(const struct shape *shape);

/* The sum over the axes of floor(side / 2): the distance of the farthest node. */
uint32_t mesh_diameter(const struct shape *shape);

/* Operations that go along one axis after the other. */
struct mesh_phase {
    uint32_t axis;
    uint32_t step; /* within the phase, from 1 */
};

/* Where in its phases step `number` is, 1 .. the sum of the phases' steps: axis by axis from the
 * last to the first (`upwards`: from the first to the last), each as many steps as `steps_of` says
 * of its side. */
struct mesh_phase mesh_phase(const struct shape *shape, uint32_t number,
                             uint32_t (*steps_of)(uint32_t side), bool upwards);

/* The steps of all phases together. */
uint32_t mesh_steps(const struct shape *shape, uint32_t (*steps_of)(uint32_t side));

/* Once round the rings of each axis: on a side of p, p - 1 steps; and the packets, for in every
 * step every node sends to the next one. */
uint32_t mesh_others(uint32_t side);
uint32_t mesh_ring_steps(const struct shape *shape);
uint64_t mesh_ring_packets(const struct shape *shape);

/* The `result` (schedule.h) of operations that combine the blocks of all nodes of the mesh. */
struct content mesh_postcondition_of_all(const struct shape *shape, uint32_t node, uint32_t area,
                                         uint32_t block);

#endif
