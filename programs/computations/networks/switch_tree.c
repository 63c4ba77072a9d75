#include "programs/computations/networks/switch_tree.h"

#include <stdbool.h>

#include "programs/computations/must.h"

enum { NOBODY = -1 };

/* ---- The tree ---- */

/* Where a node is in the tree. */
struct vertex {
    uint32_t level; /* 0: a leaf */
    uint32_t index; /* within the level, from the left */
};

static struct vertex vertex_of(uint32_t node) {
    uint32_t level = (uint32_t)__builtin_ctz(node);
    return (struct vertex){level, node >> (level + 1)};
}

static int node_of(uint32_t level, uint32_t index) {
    return (int)((2 * index + 1) << level);
}

static int parent_of(struct vertex vertex) {
    return node_of(vertex.level + 1, vertex.index / 2);
}

/* Returns the child below which a leaf is. */
static int child_towards(struct vertex vertex, uint32_t leaf) {
    return node_of(vertex.level - 1, leaf >> (vertex.level - 1));
}

static int links_between(int a, int b) {
    return __builtin_popcount((unsigned)(a ^ b));
}

/* What a node does in a step of a broadcast: the nodes that it receives from and sends to, or
 * NOBODY. A leaf has no node before it if it is the sender, and none after it if it receives. */
struct handover {
    int from;
    int to;
};

/* The handover of a step in which leaves z send to leaves z + `distance`. A subtree has one sender
 * or one receiver of the step, or both, or none. */
static struct handover handover_of(struct vertex vertex, uint32_t root, uint32_t distance) {
    struct handover none = {NOBODY, NOBODY};
    uint32_t leaves = 1u << vertex.level;
    uint32_t first = ((vertex.index << vertex.level) ^ root) & ~(leaves - 1); /* a z */
    if (2 * distance == leaves)
        return (struct handover){child_towards(vertex, first ^ root),
                                 child_towards(vertex, (first + distance) ^ root)};
    if (distance < leaves || first % distance != 0)
        return none;
    bool sends = first / distance % 2 == 0;
    int below = vertex.level == 0 ? NOBODY : child_towards(vertex, first ^ root);
    int above = parent_of(vertex);
    return sends ? (struct handover){below, above} : (struct handover){above, below};
}

/* ---- Leaves ---- */

uint32_t switch_tree_leaves(void) {
    return (uint32_t)cube_nodes() / 2;
}

int switch_tree_leaf(void) {
    return cube_node() % 2 == 1 ? cube_node() / 2 : NOBODY;
}

/* ---- The operations: a node receives at most one message in a step, and sends at most one, so no
 * link has two ---- */

static void receive(int from, void *buffer, size_t bytes, uint32_t step,
                    struct switch_tree_count *count) {
    must(cube_recv(from, buffer, bytes), "receiving on the tree");
    if (!count)
        return;
    count->steps = step > count->steps ? step : count->steps;
    count->packets++;
    count->links += (uint64_t)links_between(from, cube_node());
}

static void send(int to, const void *buffer, size_t bytes) {
    must(cube_send(to, buffer, bytes), "sending on the tree");
}

/* Node 0 of the cube has no part in either operation. */
void switch_tree_broadcast(void *buffer, size_t bytes, uint32_t root,
                           struct switch_tree_count *count) {
    uint32_t step = 1;
    for (uint32_t distance = switch_tree_leaves() / 2; cube_node() != 0 && distance > 0;
         distance /= 2) {
        struct handover handover = handover_of(vertex_of((uint32_t)cube_node()), root, distance);
        if (handover.from != NOBODY)
            receive(handover.from, buffer, bytes, step, count);
        if (handover.to != NOBODY)
            send(handover.to, buffer, bytes);
        step++;
    }
}

void switch_tree_reduce(void *buffer, void *arrived, size_t elements, const struct cube_type *type,
                        const struct cube_op *op, uint32_t root, struct switch_tree_count *count) {
    uint32_t step = 1;
    size_t bytes = elements * type->bytes;
    for (uint32_t distance = 1; cube_node() != 0 && distance < switch_tree_leaves();
         distance *= 2) {
        struct handover handover = handover_of(vertex_of((uint32_t)cube_node()), root, distance);
        bool combines = handover.to != NOBODY && handover.from == NOBODY;
        if (handover.to != NOBODY)
            receive(handover.to, combines ? arrived : buffer, bytes, step, count);
        if (combines)
            op->function(arrived, buffer, elements, type);
        if (handover.from != NOBODY)
            send(handover.from, buffer, bytes);
        step++;
    }
}

/* ---- What the literature says ---- */

/* The links of the cube on the way between two leaves: up until one subtree has both. */
static uint64_t links_of_path(uint32_t from, uint32_t to) {
    uint64_t links = 0;
    for (uint32_t level = 0; from != to; level++) {
        int up = node_of(level + 1, from / 2), down = node_of(level + 1, to / 2);
        links += (uint64_t)links_between(node_of(level, from), up);
        links += (uint64_t)links_between(node_of(level, to), down);
        from /= 2;
        to /= 2;
    }
    return links;
}

struct switch_tree_formulas switch_tree_formulas(uint32_t leaves) {
    uint32_t n = (uint32_t)__builtin_ctz(leaves);
    struct switch_tree_formulas formulas = {
        .steps = n,
        .packets = 2 * (2 * (uint64_t)leaves - n - 2),
        .chain = (uint64_t)n * (n + 1),
    };
    uint32_t at = 0;
    for (uint32_t distance = leaves / 2; distance > 0; distance /= 2) {
        formulas.links += links_of_path(at, at + distance);
        at += distance;
    }
    return formulas;
}
