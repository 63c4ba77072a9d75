/* The halving of a mesh that broadcast, reduction, scatter and gather share. After the slides
 * "One-to-All Broadcast on Rings", "... on a Mesh" to Grama, Gupta, Karypis and Kumar, Introduction
 * to Parallel Computing, section 4.1.
 *
 * An axis is a line of positions 0 .. s - 1. It is halved again and again: each aligned *segment*
 * of 2D positions is divided into a lower and an upper half of D positions. One position stands for
 * a segment. This is the root if it is inside, else the position with the root's low bits, as far
 * as there is such a position. It sends to the position that stands for the other half, through all
 * nodes between them, which relay. Packets stay within their segments, so no link carries two. No
 * packet goes round the end, so a linear array is as good as a ring.
 *
 * Example, a ring of 8, root 0 (positions):
 *     step 1 (D = 4)    0 -> 4, through 1, 2, 3
 *     step 2 (D = 2)    0 -> 2, through 1     4 -> 6, through 5
 *     step 3 (D = 1)    0 -> 1   2 -> 3   4 -> 5   6 -> 7
 * With root 5: 5 -> 1; 5 -> 7, 1 -> 3; 5 -> 4, 7 -> 6, 1 -> 0, 3 -> 2. On a mesh of 2 x 4 the line
 * of axis 0 through the root is halved first, and then each row by itself.
 *
 * Below, shape->root is the root's rank, and the mesh fits (mesh_fits_root).
 */
#ifndef COLLECTIVES_MESH_HALVING_H
#define COLLECTIVES_MESH_HALVING_H

#include "collectives/schedule/algorithm.h"

/* Whether a node of the mesh is the root. */
bool mesh_is_root(const struct shape *shape, uint32_t node);

/* The steps of all axes together; the sum over all packets of the links that each passes; and the
 * sum over all packets of these links times the ranks that the packet is for. */
uint32_t halving_steps(const struct shape *shape);
uint64_t halving_packets(const struct shape *shape);
uint64_t halving_words(const struct shape *shape);

/* The longest chain of packets (cost.h). In the first function each packet has one block, in the
 * second one a block for each rank that it is for. */
struct chain_cost halving_cost(const struct shape *shape);
struct chain_cost halving_personal_cost(const struct shape *shape);

/* A node's action in a step of an operation from the root towards all. */
enum role_kind { IDLE, SENDS, RECEIVES, RELAYS };

struct role {
    enum role_kind kind;
    uint32_t in;    /* the port on which the packet comes */
    uint32_t out;   /* the port on which it leaves */
    uint32_t first; /* the ranks that the packet is for */
    uint32_t count;
    bool upwards; /* the receiver has a higher rank than the sender */
};

struct role halving_role(const struct shape *shape, uint32_t node, uint32_t number);

/* Adds a node's action to a step; it sends, receives or relays `run`. */
void halving_act(struct step *step, const struct role *role, struct run run);

/* The ranks whose blocks come to a node of the mesh, including its own: these are the ranks that it
 * stands for. */
struct rank_range {
    uint32_t first;
    uint32_t count;
};

struct rank_range halving_ranks(const struct shape *shape, uint32_t node);

#endif
