#include "programs/computations/networks/translated_tree.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "compiler.h"
#include "programs/computations/must.h"

enum { MOST_ELEMENTS = 1 << CUBE_DIMENSIONS, NONE = -1 };

/* ---- Groups ---- */

uint32_t group_order(const struct cube_mesh *group) {
    uint32_t order = 1;
    if (group->axes < 1 || group->axes > CUBE_DIMENSIONS)
        return 0;
    for (unsigned axis = 0; axis < group->axes; axis++) {
        if (group->side[axis] < 1 || group->side[axis] > MOST_ELEMENTS / order)
            return 0;
        order *= group->side[axis];
    }
    return order;
}

/* a * b if `sign` is 1, and a * b^-1 if it is -1. */
static uint32_t combine(const struct cube_mesh *group, uint32_t a, uint32_t b, int sign) {
    uint32_t result = 0, stride = 1;
    for (unsigned axis = group->axes; axis-- > 0;) {
        uint32_t side = group->side[axis], of_b = b / stride % side;
        uint32_t by = sign > 0 ? of_b : side - of_b;
        result += (a / stride + by) % side * stride;
        stride *= side;
    }
    return result;
}

uint32_t group_product(const struct cube_mesh *group, uint32_t a, uint32_t b) {
    return combine(group, a, b, 1);
}

uint32_t group_quotient(const struct cube_mesh *group, uint32_t a, uint32_t b) {
    return combine(group, a, b, -1);
}

/* Returns the element by which an arc leads on. It is the same for all translated arcs. */
static uint32_t direction_of(const struct broadcast_tree *tree, const struct broadcast_arc *arc) {
    return group_quotient(tree->group, arc->head, arc->tail);
}

/* Writes the elements that are one link away from element 0. Returns how many there are. */
static int directions_of(const struct cube_mesh *group, uint32_t directions[]) {
    int count = 0;
    uint32_t stride = 1;
    for (unsigned axis = group->axes; axis-- > 0; stride *= group->side[axis]) {
        if (group->side[axis] > 1)
            directions[count++] = stride;
        if (group->side[axis] > 2)
            directions[count++] = (group->side[axis] - 1) * stride;
    }
    return count;
}

/* ---- Trees ---- */

/* Checks the arcs of a tree, with `since` for the step in which each element gets the message, at
 * first 0. */
static int check_arcs(const struct broadcast_tree *tree, uint32_t order, uint32_t since[]) {
    for (const struct broadcast_arc *arc = tree->arcs; arc < tree->arcs + tree->count; arc++) {
        if (arc->head == 0 || arc->head >= order || arc->tail >= order || since[arc->head] != 0 ||
            arc->step == 0 || arc->step > tree->steps)
            return -EINVAL;
        since[arc->head] = arc->step;
    }
    for (const struct broadcast_arc *arc = tree->arcs; arc < tree->arcs + tree->count; arc++)
        if (since[arc->tail] >= arc->step)
            return -EINVAL;
    return 0;
}

int broadcast_tree_check(const struct broadcast_tree *tree) {
    uint32_t order = group_order(tree->group);
    if (order == 0 || tree->count != order - 1)
        return -EINVAL;
    uint32_t *since = allocate(order, sizeof *since);
    int error = check_arcs(tree, order, since);
    free(since);
    return error;
}

uint32_t broadcast_tree_outwards(const struct cube_mesh *group, struct broadcast_arc arcs[]) {
    uint32_t order = group_order(group), steps = 0;
    for (uint32_t head = 1; head < order; head++) {
        uint32_t stride = 1, distance = 0, tail = head;
        for (unsigned axis = group->axes; axis-- > 0; stride *= group->side[axis]) {
            uint32_t side = group->side[axis], position = head / stride % side;
            bool forwards = position <= side - position;
            distance += forwards ? position : side - position;
            if (position != 0) /* the last one that is found is that of the first axis */
                tail = group_quotient(group, head, forwards ? stride : (side - 1) * stride);
        }
        arcs[head - 1] = (struct broadcast_arc){tail, head, distance};
        steps = distance > steps ? distance : steps;
    }
    return steps;
}

/* ---- The filled tree ----
 *
 * Which head a direction takes in a step is a matching of directions and elements: a head is taken
 * by one direction alone, from a tail that has the message. The largest one is found by augmenting
 * paths: a direction may take a head from another one that can have another head.
 */
struct matching {
    const struct cube_mesh *group;
    uint32_t order;
    int count;                               /* of the directions */
    uint32_t direction[2 * CUBE_DIMENSIONS]; /* by which they lead on */
    int64_t head[2 * CUBE_DIMENSIONS];       /* of the arc of each; or NONE */
    int taken[MOST_ELEMENTS];                /* by which direction each element is; or NONE */
    bool tried[MOST_ELEMENTS];               /* in this search */
    bool reached[MOST_ELEMENTS];             /* before this step */
};

static bool find_head(struct matching *matching, int direction) {
    for (uint32_t tail = 0; tail < matching->order; tail++) {
        uint32_t head = group_product(matching->group, tail, matching->direction[direction]);
        if (!matching->reached[tail] || matching->reached[head] || matching->tried[head])
            continue;
        matching->tried[head] = true;
        if (matching->taken[head] != NONE && !find_head(matching, matching->taken[head]))
            continue;
        matching->taken[head] = direction;
        matching->head[direction] = head;
        return true;
    }
    return false;
}

/* Matches the directions for one step. */
static void match(struct matching *matching) {
    for (uint32_t element = 0; element < matching->order; element++)
        matching->taken[element] = NONE;
    for (int direction = 0; direction < matching->count; direction++) {
        matching->head[direction] = NONE;
        memset(matching->tried, 0, sizeof matching->tried);
        find_head(matching, direction);
    }
}

uint32_t broadcast_tree_filled(const struct cube_mesh *group, struct broadcast_arc arcs[]) {
    struct matching *matching = allocate(1, sizeof *matching);
    uint32_t steps = 0;
    matching->group = group;
    matching->order = group_order(group);
    matching->count = directions_of(group, matching->direction);
    matching->reached[0] = true;
    for (uint32_t count = 0; count + 1 < matching->order;) {
        match(matching);
        steps++;
        for (int direction = 0; direction < matching->count; direction++) {
            if (matching->head[direction] == NONE)
                continue;
            uint32_t head = (uint32_t)matching->head[direction];
            uint32_t tail = group_quotient(group, head, matching->direction[direction]);
            arcs[count++] = (struct broadcast_arc){tail, head, steps};
        }
        for (int direction = 0; direction < matching->count; direction++)
            if (matching->head[direction] != NONE)
                matching->reached[matching->head[direction]] = true;
    }
    free(matching);
    return steps;
}

/* ---- Rounds ---- */

/* Returns how many arcs of the same step and direction come before this one in the list. */
static uint32_t round_of(const struct broadcast_tree *tree, const struct broadcast_arc *arc) {
    uint32_t before = 0;
    for (const struct broadcast_arc *other = tree->arcs; other < arc; other++)
        before += other->step == arc->step && direction_of(tree, other) == direction_of(tree, arc);
    return before;
}

int broadcast_tree_rounds(const struct broadcast_tree *tree, uint32_t most[]) {
    int error = broadcast_tree_check(tree), rounds = 0;
    if (error != 0)
        return error;
    memset(most, 0, tree->steps * sizeof most[0]);
    for (const struct broadcast_arc *arc = tree->arcs; arc < tree->arcs + tree->count; arc++) {
        uint32_t arcs = 1 + round_of(tree, arc);
        if (arcs > most[arc->step - 1])
            most[arc->step - 1] = arcs;
    }
    for (uint32_t step = 0; step < tree->steps; step++)
        rounds += (int)most[step];
    return rounds;
}

/* ---- The run ---- */

/* One node's part of a multinode broadcast. */
struct own_part {
    const struct broadcast_tree *tree;
    uint32_t rank;
    uint32_t *round; /* of each arc, within its step */
    char *blocks;
    size_t bytes;
};

/* The port to the node of a rank; or NONE if it is not a neighbour. */
static int port_to(const struct own_part *part, uint32_t rank) {
    int differ = cube_node() ^ cube_mesh_node(part->tree->group, (int)rank);
    return differ != 0 && (differ & (differ - 1)) == 0 ? __builtin_ctz((unsigned)differ) : NONE;
}

/* The ports to the head and from the tail of an arc where this node is at its other end. */
static int port_out(const struct own_part *part, const struct broadcast_arc *arc) {
    uint32_t direction = direction_of(part->tree, arc);
    return port_to(part, group_product(part->tree->group, part->rank, direction));
}

static int port_in(const struct own_part *part, const struct broadcast_arc *arc) {
    uint32_t direction = direction_of(part->tree, arc);
    return port_to(part, group_quotient(part->tree->group, part->rank, direction));
}

static bool has_links(const struct own_part *part) {
    for (size_t k = 0; k < part->tree->count; k++) {
        const struct broadcast_arc *arc = &part->tree->arcs[k];
        if (port_out(part, arc) < 0 || port_in(part, arc) < 0)
            return false;
    }
    return true;
}

/* In the broadcast of a node a this node is the tail of the arc (x, y) if a = rank * x^-1, and its
 * head if a = rank * y^-1. */
static void run_round(const struct own_part *part, uint32_t step, uint32_t round,
                      struct account *account) {
    const struct cube_mesh *group = part->tree->group;
    const void *send[CUBE_DIMENSIONS];
    void *recv[CUBE_DIMENSIONS];
    unsigned senders = 0, receivers = 0;
    for (size_t k = 0; k < part->tree->count; k++) {
        const struct broadcast_arc *arc = &part->tree->arcs[k];
        if (arc->step != step || part->round[k] != round)
            continue;
        int out = port_out(part, arc), in = port_in(part, arc);
        ASSUME(out >= 0 && in >= 0); /* has_links has checked this */
        senders |= 1u << out;
        receivers |= 1u << in;
        send[out] = part->blocks + group_quotient(group, part->rank, arc->tail) * part->bytes;
        recv[in] = part->blocks + group_quotient(group, part->rank, arc->head) * part->bytes;
    }
    account_communicate(account);
    must(cube_links_exchange(senders, send, receivers, recv, part->bytes), "a round");
    account_compute(account);
}

static void run_part(const struct own_part *part, const uint32_t most[], struct account *account) {
    must(has_links(part) ? 0 : -EINVAL, "finding the links of the arcs");
    for (uint32_t step = 1; step <= part->tree->steps; step++)
        for (uint32_t round = 0; round < most[step - 1]; round++)
            run_round(part, step, round, account);
}

/* Opens and closes the rounds at a node that is left out, so that all accounts have the same number
 * of rounds. */
static void count_rounds(struct account *account, int rounds) {
    for (int round = 0; round < rounds; round++) {
        account_communicate(account);
        account_compute(account);
    }
}

void broadcast_tree_allgather(const struct broadcast_tree *tree, const void *send, void *recv,
                              size_t bytes, struct account *account) {
    uint32_t *most = allocate(tree->steps + tree->count, sizeof *most);
    int rank = cube_mesh_rank(tree->group, cube_node());
    int rounds = cube_mesh_node(tree->group, 0) < 0 ? -EINVAL : broadcast_tree_rounds(tree, most);
    must(rounds < 0 ? rounds : 0, "placing the tree");
    if (rank < 0) {
        count_rounds(account, rounds);
    } else {
        struct own_part part = {tree, (uint32_t)rank, most + tree->steps, recv, bytes};
        for (size_t k = 0; k < tree->count; k++)
            part.round[k] = round_of(tree, &tree->arcs[k]);
        memcpy(part.blocks + part.rank * bytes, send, bytes);
        run_part(&part, most, account);
    }
    free(most);
}
