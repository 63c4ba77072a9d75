/* Multinode broadcast by one tree that all nodes translate to themselves. After Ozveren,
 * section 2.3 and proposition 2.2, for any tree and any network whose nodes are a group.
 *
 * The group is a product of cyclic groups, as every finite abelian group is: the sides of a struct
 * cube_mesh are their orders, and its ranks are the elements. So a ring is a group, a wraparound
 * mesh is one, and the n-cube is the one with n sides of 2, where a rank is the number of a node.
 * Element 0 is the identity, and a * b adds the positions on each axis, modulo the side.
 *
 * A tree is a broadcast from element 0, as a list of arcs: an arc carries the message from its tail
 * to its head in its step. In the broadcast from node a the arc (x, y) is (a * x, a * y). If all
 * nodes broadcast at once, two of them need the same link in a step if y * x^-1 is the same for two
 * arcs of that step: then each such arc needs each link of that direction, for some node. So step i
 * takes r_max,i rounds, where r_max,i is the largest number of arcs that have the same direction in
 * it. */
#ifndef COMPUTATIONS_NETWORKS_TRANSLATED_TREE_H
#define COMPUTATIONS_NETWORKS_TRANSLATED_TREE_H

#include <stddef.h>
#include <stdint.h>

#include "cube.h"
#include "programs/computations/account.h"

/* ---- Groups ---- */

/* Returns the number of elements of a group, 1 to 2^CUBE_DIMENSIONS. Returns 0 if it has no axis or
 * too many, a side of 0, or too many elements. */
uint32_t group_order(const struct cube_mesh *group);

/* a * b, and a * b^-1, of two elements. */
uint32_t group_product(const struct cube_mesh *group, uint32_t a, uint32_t b);
uint32_t group_quotient(const struct cube_mesh *group, uint32_t a, uint32_t b);

/* ---- Trees ---- */

/* An arc, between two elements, and the step, from 1, in which it carries the message. */
struct broadcast_arc {
    uint32_t tail;
    uint32_t head;
    uint32_t step;
};

/* A tree of a group. It has `count` arcs, one to each element except 0, in the caller's array. */
struct broadcast_tree {
    const struct cube_mesh *group;
    const struct broadcast_arc *arcs;
    size_t count;
    uint32_t steps;
};

/* Returns 0 if this is a broadcast from element 0: the group is one, each other element is the head
 * of one arc, whose tail is 0 or has got the message in an earlier step, and no step is 0 or above
 * tree->steps; else -EINVAL. */
int broadcast_tree_check(const struct broadcast_tree *tree);

/* Two trees for any group. Each writes order - 1 arcs to the caller's array and returns the steps.
 *
 * outwards: in step i to all elements that are i links away, from the one that is nearer on the
 * first axis on which they are not where 0 is (Ozveren, figures 6 and 8).
 *
 * filled: in each step at most one arc of each direction, in as many directions as can be then, so
 * every r_max is 1 (figures 10, 11 and 19). */
uint32_t broadcast_tree_outwards(const struct cube_mesh *group, struct broadcast_arc arcs[]);
uint32_t broadcast_tree_filled(const struct cube_mesh *group, struct broadcast_arc arcs[]);

/* Sets most[i - 1] to r_max,i for each step i = 1 .. tree->steps. Returns their sum, the rounds of
 * the multinode broadcast; or -EINVAL as broadcast_tree_check. */
int broadcast_tree_rounds(const struct broadcast_tree *tree, uint32_t most[]);

/* Runs the multinode broadcast: block r of `recv` (order blocks of `bytes` bytes) becomes the block
 * at `send` of the node of rank r. Each round is one exchange with neighbours, on as many links as
 * the tree has directions in it, and no link carries two packets. All nodes of the cube make the
 * call; those that the mesh leaves out have no part in it, and null buffers. The account may be
 * null. If the cube does not hold the mesh, or an arc is no link of it, the program ends with a
 * message. */
void broadcast_tree_allgather(const struct broadcast_tree *tree, const void *send, void *recv,
                              size_t bytes, struct account *account);

#endif
