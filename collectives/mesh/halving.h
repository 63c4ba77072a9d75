/* The halving of a mesh that broadcast, reduction, scatter and gather share. After the slides
 * "One-to-All Broadcast on Rings", "... on a Mesh" to Grama, Gupta, Karypis and Kumar, Introduction
 * to Parallel Computing, section 4.1.
 *
 * The line. Positions 0 .. s - 1 are halved again and again: blocks of 2D positions, aligned, into
 * a lower and an upper half of D. In each block one position stands for it: the root where it is
 * inside; else the one with the root's low bits, as far as there is such a position. It sends to
 * the one that stands for the other half, through all nodes between them, which relay. Everything
 * stays within its block, so no link carries two packets; and no link leads round the end: a linear
 * array does as well as a ring.
 *
 * Example, a ring of 8, root 0 (positions):
 *     step 1 (D = 4)    0 -> 4, through 1, 2, 3
 *     step 2 (D = 2)    0 -> 2, through 1     4 -> 6, through 5
 *     step 3 (D = 1)    0 -> 1   2 -> 3   4 -> 5   6 -> 7
 * With root 5: 5 -> 1; 5 -> 7, 1 -> 3; 5 -> 4, 7 -> 6, 1 -> 0, 3 -> 2. A mesh of 2 x 4: axis 0 from
 * the root, then the rows by themselves.
 *
 * Below, shape->root is the root's rank, and the mesh fits (mesh_fits_root).
 */
#ifndef COLLECTIVES_MESH_HALVING_H
#define COLLECTIVES_MESH_HALVING_H

#include "collectives/schedule/schedule.h"

/* Whether a node of the cube is the root. */
bool mesh_is_root(const struct shape *shape, uint32_t node);

/* The steps of all axes together; the links that their packets pass; and the same, each link times
 * the ranks that the packet is for. */
uint32_t halving_steps(const struct shape *shape);
uint64_t halving_packets(const struct shape *shape);
uint64_t halving_words(const struct shape *shape);

/* The longest chain of packets (schedule.h): of one block each; of a block for each rank that the
 * packet is for. */
struct cost halving_cost(const struct shape *shape);
struct cost halving_personal_cost(const struct shape *shape);

/* The part of a node in a step from the root towards all. */
enum part { IDLE, SENDS, RECEIVES, RELAYS };

struct role {
    enum part part;
    uint32_t in; /* ports */
    uint32_t out;
    uint32_t first; /* ranks that the packet is for */
    uint32_t count;
    bool upwards; /* the receiver has a higher rank than the sender */
};

struct role halving_role(const struct shape *shape, uint32_t node, uint32_t number);

/* Adds the part of a node to a step; `run` is what it sends or receives. */
void halving_act(struct step *step, const struct role *role, struct run run);

/* The ranks that a node of the mesh stands for when the blocks come to it, its own among them. */
struct part_of_mesh {
    uint32_t first;
    uint32_t count;
};

struct part_of_mesh halving_part(const struct shape *shape, uint32_t node);

#endif
