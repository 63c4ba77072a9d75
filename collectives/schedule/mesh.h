/* Rings and wraparound meshes in the cube, where neighbours on the mesh are neighbours in the cube.
 *
 * A mesh has `axes` axes, and axis a has side[a] positions; a ring is a mesh of one axis. Ranks are
 * row-major: the last axis varies fastest. A side is even, or 1, and takes ceil(log2(side))
 * dimensions of the cube; the last axis takes the lowest ones. So a mesh may leave out nodes of the
 * cube, which are idle.
 *
 * On an axis of side s = 2h position i < h has the Gray code of i. The other positions come back on
 * the other side of the highest dimension of the axis: position s - 1 - i differs from position i
 * in that dimension alone. If s is a power of two, every position i has the Gray code of i.
 * Ozveren, section 2.1.3.
 *
 * Example, side 6 in three dimensions:
 *     position     0    1    2    3    4    5
 *     code        000  001  011  111  101  100
 *
 * The mesh is that of the shape. A shape with no axes has the ring of all nodes.
 */
#ifndef COLLECTIVES_SCHEDULE_MESH_H
#define COLLECTIVES_SCHEDULE_MESH_H

#include "collectives/schedule/step.h"

/* Whether the cube has such a mesh: every side is 1 or even, and there are dimensions enough. */
bool mesh_fits(const struct shape *shape);

/* Whether the cube has such a mesh, and shape->root is a rank of it. */
bool mesh_fits_root(const struct shape *shape);

/* The functions below need a shape for which mesh_fits holds. */

uint32_t mesh_axes(const struct shape *shape);
uint32_t mesh_side(const struct shape *shape, uint32_t axis);

/* How many nodes the mesh has. */
uint32_t mesh_nodes(const struct shape *shape);

/* How far apart the ranks of neighbours on an axis are: the product of the sides of all later axes.
 */
uint32_t mesh_stride(const struct shape *shape, uint32_t axis);

/* The same mesh without its axes of side 1, on which there are no links. If all sides are 1 the
 * last axis stays. Ranks and nodes are the same. */
struct shape mesh_without_ones(const struct shape *shape);

/* Whether a node is part of the mesh. */
bool mesh_has(const struct shape *shape, uint32_t node);

/* The position of a node of the mesh on an axis, 0 .. side - 1, and its rank. For a node that the
 * mesh leaves out the number means nothing. */
uint32_t mesh_position(const struct shape *shape, uint32_t node, uint32_t axis);
uint32_t mesh_rank(const struct shape *shape, uint32_t node);

/* The position that the node of a rank has on an axis. */
uint32_t mesh_position_of_rank(const struct shape *shape, uint32_t rank, uint32_t axis);

/* The node of a rank. */
uint32_t mesh_node(const struct shape *shape, uint32_t rank);

/* The port that leads from `position` on an axis to the next position, or to the one before. A side
 * of 1 has none. */
uint32_t mesh_port_next(const struct shape *shape, uint32_t axis, uint32_t position);
uint32_t mesh_port_before(const struct shape *shape, uint32_t axis, uint32_t position);

/* The links from position 0 of a ring to `position`, the shorter way round. */
uint32_t ring_distance(uint32_t side, uint32_t position);

/* ceil(log2(nodes)): how often the number of nodes that have something must double until all have
 * it. */
uint32_t mesh_doublings(const struct shape *shape);

/* The distance of the farthest node: the sum over the axes of floor(side / 2). */
uint32_t mesh_diameter(const struct shape *shape);

/* An operation that goes along one axis after the other has a phase for each axis. This is a step
 * of it. */
struct mesh_phase {
    uint32_t axis;
    uint32_t step; /* counted from 1 in the phase */
};

/* The phase of step `number`, 1 .. the sum of all phases' steps. The axes follow each other from
 * the last to the first, or if `upwards` from the first to the last. Each has as many steps as
 * `steps_of` says of its side. */
struct mesh_phase mesh_phase(const struct shape *shape, uint32_t number,
                             uint32_t (*steps_of)(uint32_t side), bool upwards);

/* The steps of all phases together. */
uint32_t mesh_steps(const struct shape *shape, uint32_t (*steps_of)(uint32_t side));

/* Returns the first of the ranks of all nodes that have a position on an axis, and on the axes
 * before it the positions of this node. There are mesh_stride of them, one after the other. */
uint32_t mesh_first_rank(const struct shape *shape, uint32_t node, uint32_t axis,
                         uint32_t position);

/* For an operation that goes once round the rings of each axis: the steps on an axis, which are
 * side - 1; all steps; and all packets, because in every step every node sends one to the next
 * node. */
uint32_t mesh_others(uint32_t side);
uint32_t mesh_ring_steps(const struct shape *shape);
uint64_t mesh_ring_packets(const struct shape *shape);

/* For an operation that goes both ways round the rings at once: the steps on an axis, which are
 * floor(side / 2). The number of all steps is the diameter. */
uint32_t mesh_half(uint32_t side);

/* For an operation that goes both ways by turns, on one port: in step 1 of an axis positions
 * exchange over the links after even ones, in step 2 over the other links, and so on. So what
 * leaves an even position forwards in step 1, or an odd one back, moves on in every step. Whether a
 * position exchanges with the next one, else with the one before; and the port on which a node
 * does.
 */
static inline bool mesh_is_with_next(uint32_t position, uint32_t step) {
    return (position + step) % 2 == 1;
}
uint32_t mesh_turn_port(const struct shape *shape, uint32_t node, struct mesh_phase phase);

#endif
