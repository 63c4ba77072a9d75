/* The links that an operation may use: those of the cube, or those of the ring or mesh in it, which
 * are found from the ranks of its nodes; where links are dead, those of the cube that live. None of
 * the library's code is used for this. */
#ifndef BOUND_NETWORK_H
#define BOUND_NETWORK_H

#include "collectives/schedule/algorithm.h"
#include "net/ways/faults.h"

enum { NETWORK_HALVES = 2 * CUBE_MAX_DIMENSION };

/* Halves are sets of nodes, two of each dimension, or of each axis of a mesh: half 2a has the lower
 * positions on it, half 2a + 1 the others. */
struct network {
    uint32_t numbers; /* nodes have the numbers 0 .. numbers - 1, those of the cube */
    uint32_t nodes;   /* how many of them are in the network */
    uint32_t links;   /* directed links */
    uint32_t degree;  /* links out of a node, at most */
    bool is_mesh;
    bool is_array; /* a mesh of one axis whose ends are not joined */
    uint32_t axes; /* of a mesh; of a cube: its dimensions */
    uint32_t side[CUBE_MAX_DIMENSION];
    bool has[CUBE_MAX_NODES];                              /* whether the node is in the network */
    uint16_t ports[CUBE_MAX_NODES];                        /* set of halves that have a link */
    uint16_t of_rank[CUBE_MAX_NODES];                      /* the node of a rank */
    uint16_t position[CUBE_MAX_NODES][CUBE_MAX_DIMENSION]; /* on each axis */
    uint32_t halves[CUBE_MAX_NODES];                       /* set of halves that contain the node */
    uint32_t links_out[NETWORK_HALVES]; /* of a half; a node of it has one of them at most */
    uint8_t *apart;    /* where links are dead, the distance at [from * numbers + to]; or null */
    uint32_t diameter; /* the largest of these */
};

/* Fills *network with the links that algorithms of the schedule's operation may use. Of the
 * schedule only its operation, its blocks, and whether it goes along a mesh matter. */
void network_of(const struct algorithm *algorithm, const struct shape *shape,
                struct network *network);

/* Makes the network that of all live links of the cube: rerouted schedules may use any of them,
 * also those for a mesh. All nodes must be connected. Computes distances, in memory to be freed
 * with network_end. Returns false if memory is short. */
bool network_kill(const struct faults *faults, struct network *network);
void network_end(struct network *network);

/* The distance of two nodes of the network, in links. */
uint32_t network_distance(const struct network *network, uint32_t from, uint32_t to);

#endif
