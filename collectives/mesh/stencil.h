/* Five-point and nine-point exchange on a mesh of two axes. Ozveren, section 3.3.2: a grid is
 * divided into squares of r x r points, one for each node. In each iteration a node needs the
 * points around its own square.
 *
 * Cost, with t_s a message's start-up, t_w a byte's time, m the bytes of a point:
 *     mesh-five-point     (t_s + t_w m) r
 *     mesh-nine-point     (t_s + t_w m) (r + 1)
 * and twice as much if a side is 2, because then both neighbours on the axis are one node, and
 * share a link. On a side of 1 a node is its own neighbour, and what is for this neighbour is
 * copied.
 */
#ifndef COLLECTIVES_MESH_STENCIL_H
#define COLLECTIVES_MESH_STENCIL_H

#include "collectives/schedule/algorithm.h"

extern const struct algorithm mesh_five_point; /* "mesh-five-point" */
extern const struct algorithm mesh_nine_point; /* "mesh-nine-point" */

/* ---- What both have in common ---- */

/* The direction of a neighbour: axis 0 goes south, axis 1 goes east. The input is the edges of a
 * node's square in this order, of r points each, from west to east or from north to south. The
 * output is the edges next to them, and then the points at the four corners. */
enum direction { NORTH, EAST, SOUTH, WEST, DIRECTIONS };
enum corner { NORTH_EAST, SOUTH_EAST, SOUTH_WEST, NORTH_WEST, CORNERS };

/* The mesh of the shape. If the shape asks for none, this is the mesh of all nodes that is most
 * like a square. */
struct shape stencil_grid(const struct shape *shape);

/* Members of the operations and the algorithms. */
bool stencil_fits(const struct shape *shape);
uint32_t stencil_rank(const struct shape *shape, uint32_t node);
struct cube_content stencil_postcondition(const struct shape *shape, uint32_t node, uint32_t area,
                                          uint32_t block);

/* The port of a node to its neighbour in a direction, which has one: direction_side is not 1. */
uint32_t stencil_port(const struct shape *grid, uint32_t node, enum direction direction);

/* The other direction along the axis, and the side of the grid along it. */
enum direction direction_opposite(enum direction direction);
uint32_t direction_side(const struct shape *grid, enum direction direction);

/* How often the links carry a point of each edge: twice on a side of 2, where one link leads to
 * both neighbours. */
uint32_t stencil_rounds(const struct shape *grid);

/* Whether what is for a direction leaves in that round, 0 or 1. */
bool direction_leaves(const struct shape *grid, enum direction direction, uint32_t round);

/* What arrives while all nodes send in `direction` belongs to the edge in some direction of this
 * node. Returns that direction. If one link leads to both neighbours, it is not the direction in
 * which this node sends on the link. */
enum direction direction_of_arrival(const struct shape *grid, enum direction direction);

/* The block of point number `point` of an edge. */
uint32_t stencil_point(const struct shape *shape, uint32_t direction, uint32_t point);

/* How many packets leave all nodes, if `points` points leave in each direction. */
uint64_t stencil_packets(const struct shape *shape, uint32_t points);

/* ---- What the nine-point exchange has from the five-point one: its first steps ---- */

uint32_t five_point_blocks(const struct shape *shape, uint32_t node, uint32_t area);
uint32_t five_point_steps(const struct shape *shape);
void five_point_step(const struct shape *shape, uint32_t node, uint32_t number, struct step *step);

#endif
