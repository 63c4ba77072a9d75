#include "collectives/mesh/halving.h"

#include "collectives/schedule/mesh.h"

/* ---- An axis ---- */

static uint32_t halvings(uint32_t side) {
    uint32_t steps = 0;
    while (1u << steps < side)
        steps++;
    return steps;
}

/* Returns the position that stands for the segment of `size` positions from `first` on. `size` is a
 * power of two, and a segment that reaches beyond the side is cut at its end. */
static uint32_t standing_for(uint32_t side, uint32_t root, uint32_t first, uint32_t size) {
    uint32_t position = first;
    while ((size /= 2) > 0)
        if ((root & size) != 0 && position + size < side)
            position += size;
    return position;
}

/* The halving of one segment. */
struct halving {
    uint32_t sender; /* positions */
    uint32_t receiver;
    uint32_t first; /* the first position of the half that the receiver stands for */
    uint32_t count; /* how many positions this half has */
};

/* Halves the segment that `position` is in into halves of `distance` positions, and fills *halving.
 * Returns false if the segment has no upper half. */
static bool halve(uint32_t side, uint32_t root, uint32_t position, uint32_t distance,
                  struct halving *halving) {
    uint32_t lower = position & ~(2 * distance - 1);
    uint32_t upper = lower + distance;
    if (upper >= side)
        return false;
    uint32_t of_lower = standing_for(side, root, lower, distance);
    uint32_t of_upper = standing_for(side, root, upper, distance);
    bool from_upper = standing_for(side, root, lower, 2 * distance) == of_upper;
    halving->sender = from_upper ? of_upper : of_lower;
    halving->receiver = from_upper ? of_lower : of_upper;
    halving->first = from_upper ? lower : upper;
    halving->count = from_upper || side - upper > distance ? distance : side - upper;
    return true;
}

static uint32_t hops(const struct halving *halving) {
    return halving->sender < halving->receiver ? halving->receiver - halving->sender
                                               : halving->sender - halving->receiver;
}

/* ---- All axes ---- */

static uint32_t root_position(const struct shape *shape, uint32_t axis) {
    return mesh_position_of_rank(shape, shape->root, axis);
}

uint32_t halving_steps(const struct shape *shape) {
    return mesh_steps(shape, halvings);
}

/* The sum over all halvings of the links that the packet passes. If `words`, each is multiplied by
 * the number of ranks in the half that the packet is for. */
static uint64_t sum_of_hops(const struct shape *shape, bool words) {
    uint64_t sum = 0;
    uint64_t lines = 1; /* lines of this axis that take part: the nodes of the axes before */
    for (uint32_t axis = 0; axis < mesh_axes(shape); axis++) {
        uint32_t side = mesh_side(shape, axis);
        for (uint32_t distance = 1; distance < side; distance *= 2)
            for (uint32_t first = 0; first < side; first += 2 * distance) {
                struct halving halving;
                if (!halve(side, root_position(shape, axis), first, distance, &halving))
                    continue;
                uint32_t ranks = words ? halving.count * mesh_stride(shape, axis) : 1;
                sum += lines * ranks * hops(&halving);
            }
        lines *= side;
    }
    return sum;
}

uint64_t halving_packets(const struct shape *shape) {
    return sum_of_hops(shape, false);
}

uint64_t halving_words(const struct shape *shape) {
    return sum_of_hops(shape, true);
}

/* The least power of two that is not below the side: this is what is halved. */
static uint64_t halved_side(const struct shape *shape, uint32_t axis) {
    return UINT64_C(1) << halvings(mesh_side(shape, axis));
}

/* The links from end to end of all axes. */
static uint64_t longest_path(const struct shape *shape) {
    uint64_t hops = 0;
    for (uint32_t axis = 0; axis < mesh_axes(shape); axis++)
        hops += halved_side(shape, axis) - 1;
    return hops;
}

/* If a side is no power of two, the chain is at most this long, because some halves are smaller. */
static struct chain_cost chain(const struct shape *shape, uint64_t blocks) {
    struct chain_cost cost = chain_of(halving_steps(shape), blocks, longest_path(shape));
    for (uint32_t axis = 0; axis < mesh_axes(shape); axis++)
        if (halved_side(shape, axis) != mesh_side(shape, axis))
            cost.exactness = COST_AT_MOST;
    return cost;
}

struct chain_cost halving_cost(const struct shape *shape) {
    return chain(shape, halving_steps(shape));
}

struct chain_cost halving_personal_cost(const struct shape *shape) {
    uint64_t ranks = 1;
    for (uint32_t axis = 0; axis < mesh_axes(shape); axis++)
        ranks *= halved_side(shape, axis);
    return chain(shape, ranks - 1);
}

struct role halving_role(const struct shape *shape, uint32_t node, uint32_t number) {
    struct role role = {.kind = IDLE};
    if (number > halving_steps(shape))
        return role;
    struct mesh_phase phase = mesh_phase(shape, number, halvings, true);
    for (uint32_t later = phase.axis + 1; later < mesh_axes(shape); later++)
        if (mesh_position(shape, node, later) != root_position(shape, later))
            return role;
    uint32_t side = mesh_side(shape, phase.axis);
    uint32_t position = mesh_position(shape, node, phase.axis);
    uint32_t distance = 1u << (halvings(side) - phase.step);
    struct halving halving;
    if (!halve(side, root_position(shape, phase.axis), position, distance, &halving))
        return role;

    role.upwards = halving.receiver > halving.sender;
    uint32_t low = role.upwards ? halving.sender : halving.receiver;
    uint32_t high = role.upwards ? halving.receiver : halving.sender;
    if (position < low || position > high)
        return role;
    role.kind = position == halving.sender     ? SENDS
                : position == halving.receiver ? RECEIVES
                                               : RELAYS;
    if (role.kind != SENDS)
        role.in = role.upwards ? mesh_port_before(shape, phase.axis, position)
                               : mesh_port_next(shape, phase.axis, position);
    if (role.kind != RECEIVES)
        role.out = role.upwards ? mesh_port_next(shape, phase.axis, position)
                                : mesh_port_before(shape, phase.axis, position);
    role.first = mesh_first_rank(shape, node, phase.axis, halving.first);
    role.count = halving.count * mesh_stride(shape, phase.axis);
    return role;
}

void halving_act(struct step *step, const struct role *role, struct run run) {
    switch (role->kind) {
    case SENDS:
        step_send(step, role->out, run);
        break;
    case RECEIVES:
        step_receive(step, role->in, run);
        break;
    case RELAYS:
        step_relay(step, role->in, role->out, run);
        break;
    case IDLE:
        break;
    }
}

bool mesh_is_root(const struct shape *shape, uint32_t node) {
    return mesh_rank(shape, node) == shape->root;
}

struct rank_range halving_ranks(const struct shape *shape, uint32_t node) {
    uint32_t axis = mesh_axes(shape);
    while (axis > 0 && mesh_position(shape, node, axis - 1) == root_position(shape, axis - 1))
        axis--;
    if (axis == 0)
        return (struct rank_range){0, mesh_nodes(shape)};
    axis--; /* the last axis on which the node is not where the root is: here the blocks come to it
             */
    uint32_t side = mesh_side(shape, axis);
    uint32_t root = root_position(shape, axis);
    uint32_t position = mesh_position(shape, node, axis);
    uint32_t size = 1;
    while (standing_for(side, root, position & ~(2 * size - 1), 2 * size) == position)
        size *= 2;
    uint32_t first = position & ~(size - 1);
    uint32_t count = side - first < size ? side - first : size;
    return (struct rank_range){mesh_first_rank(shape, node, axis, first),
                               count * mesh_stride(shape, axis)};
}
