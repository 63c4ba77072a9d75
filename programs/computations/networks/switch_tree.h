/* Broadcast and reduction on a balanced binary tree whose leaves are the processors and whose inner
 * nodes are switches: they pass messages on, and have no data of their own. After the slides
 * "Broadcast and Reduction on a Balanced Binary Tree" to Grama et al., section 4.1.
 *
 * A cube of 2 p nodes has such a tree with p = 2^n leaves. Its nodes are numbered from left to
 * right: the node 2 l + 1 of the cube is leaf l, the node (2 j + 1) 2^h is switch j of level h,
 * which has the leaves j 2^h .. (j + 1) 2^h - 1 below it, and node 0 is left out. A link of the
 * tree is one link of the cube or two. For p = 4:
 *                4
 *            2       6          switches
 *          1   3   5   7        leaves 0, 1, 2, 3
 *
 * The algorithm is that of the hypercube. In step k = 1 .. n a leaf z of those that have the
 * message (z = leaf XOR root, a multiple of 2 D, with D = 2^(n - k)) sends it to leaf z + D: up n -
 * k switches, through the one that joins both, and down again, over 2 (n - k + 1) links of the
 * tree. The subtrees of these switches have no link in common. A reduction is a broadcast
 * backwards.
 */
#ifndef COMPUTATIONS_NETWORKS_SWITCH_TREE_H
#define COMPUTATIONS_NETWORKS_SWITCH_TREE_H

#include <stddef.h>
#include <stdint.h>

#include "cube.h"

/* The messages received at this node over links of the tree. */
struct switch_tree_count {
    uint32_t steps;   /* the last step, counted from 1, in which a message arrived */
    uint64_t packets; /* messages in all */
    uint64_t links;   /* of the cube, that these messages passed */
};

/* The leaves of the tree: half of the cube's nodes. */
uint32_t switch_tree_leaves(void);

/* The leaf that this node is, or -1 if it is a switch or left out. */
int switch_tree_leaf(void);

/* Brings the `bytes` bytes at `buffer` of leaf `root` to `buffer` of every leaf. Switches also need
 * a buffer of that size, with arbitrary content before and after. Every node of the cube calls it.
 * Adds to *count, which may be null. The cube has two nodes or more. */
void switch_tree_broadcast(void *buffer, size_t bytes, uint32_t root,
                           struct switch_tree_count *count);

/* Combines the `elements` elements at `buffer` of all leaves into `buffer` of leaf `root`; the
 * final content at other leaves is undefined. The operator must commute. `arrived` has room for as
 * many elements. The rest is as in switch_tree_broadcast. */
void switch_tree_reduce(void *buffer, void *arrived, size_t elements, const struct cube_type *type,
                        const struct cube_op *op, uint32_t root, struct switch_tree_count *count);

/* The literature on either operation: n steps; the messages over links of the tree, a sum of
 * 2^(k-1) 2 (n - k + 1) over the steps, 2 (2 p - n - 2); and the time of the longest chain of
 * messages, A t_s + B t_w m + C t_h. By the slides a switch passes on what has not yet arrived as a
 * whole: A = B = n, and C = n (n + 1) links of the tree. Here it stores each message first: A = B =
 * n (n + 1), and C the links of the cube on the way from leaf 0 to leaf p / 2, on to 3 p / 4, and
 * so on to p - 1. */
struct switch_tree_formulas {
    uint32_t steps;
    uint64_t packets;
    uint64_t chain; /* A and B where switches store; C where they do not */
    uint64_t links; /* of the cube, on the chain from root 0 */
};

struct switch_tree_formulas switch_tree_formulas(uint32_t leaves);

#endif
