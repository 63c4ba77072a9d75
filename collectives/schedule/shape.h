/* The parameters of a schedule besides the node and the step: the size of the cube, the root or
 * target of the message, its division, and the mesh, if there is one. */
#ifndef COLLECTIVES_SCHEDULE_SHAPE_H
#define COLLECTIVES_SCHEDULE_SHAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cube_abi.h"

/* The most dimensions and nodes of a cube that schedules have room for: those of the machine. Tools
 * of the host that count for larger cubes are compiled with more, up to 16. */
#ifndef SCHEDULE_DIMENSIONS
#define SCHEDULE_DIMENSIONS CUBE_MAX_DIMENSION
#endif
#define SCHEDULE_NODES (1u << SCHEDULE_DIMENSIONS)

struct shape {
    uint32_t dimension; /* n of the n-cube, 0 .. SCHEDULE_DIMENSIONS */
    uint32_t root;      /* the node that the message comes from, or goes to */
    uint32_t target;    /* the other node of an operation between two */
    uint32_t packets;   /* k >= 1: into how many packets a pipelined algorithm divides a message */
    uint32_t shift;     /* q of a circular shift; the parameter of a permutation */
    uint32_t axes;      /* of a mesh; 0: no mesh is asked for */
    uint32_t side[SCHEDULE_DIMENSIONS]; /* the nodes along each of them */
    const void *table;                  /* the table written by the algorithm's make_table, or null
                                         */
};

/* The n-cube, n = `dimension`: root 0, one packet, no shift and no mesh. */
static inline struct shape shape_of(uint32_t dimension) {
    return (struct shape){.dimension = dimension, .packets = 1};
}

/* The number of nodes, N = 2^n. */
static inline uint32_t shape_nodes(const struct shape *shape) {
    return 1u << shape->dimension;
}

/* q modulo N. */
static inline uint32_t shape_shift(const struct shape *shape) {
    return shape->shift & (shape_nodes(shape) - 1);
}

/* The members of a shape by which an algorithm may vary, as bits of a set. All vary with the
 * dimension. */
enum shape_member {
    VARIES_ROOT = 1u << 0,
    VARIES_TARGET = 1u << 1,
    VARIES_PACKETS = 1u << 2,
    VARIES_SHIFT = 1u << 3,
    VARIES_SIDES = 1u << 4,
};

#endif
