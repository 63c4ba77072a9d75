/* Broadcast, reduction, scatter and gather on a ring or mesh by recursive halving. After the slides
 * "One-to-All Broadcast on Rings", "... on a Mesh", "Scatter and Gather" to Grama, Gupta, Karypis
 * and Kumar, Introduction to Parallel Computing, sections 4.1 and 4.4.
 *
 * Cost for p = s^2 nodes (a ring: s = p, and p - 1 hops), with t_s a message's start-up, t_w a
 * byte's time, t_h a hop's, m the bytes of a block: mesh-bcast, mesh-reduce      (t_s + t_w m) log
 * p + t_h 2 (s - 1) mesh-scatter, mesh-gather    t_s log p + t_w m (p - 1) + t_h 2 (s - 1)
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
 */
#include "collectives/mesh_tree.h"

#include "collectives/dual.h"
#include "collectives/mesh.h"
#include "cube.h"
#include "net/link.h"
#include "net/node.h"

enum {
    HELD = 2, /* scatter and gather: what a node has for others; reduction: what it has collected */
    TREE_AREAS,
};

/* ---- The line ---- */

static uint32_t halvings(uint32_t side) {
    uint32_t steps = 0;
    while (1u << steps < side)
        steps++;
    return steps;
}

/* The position that stands for those from `first` on, `size` of them, a power of two, as far as the
 * side goes. */
static uint32_t standing_for(uint32_t side, uint32_t root, uint32_t first, uint32_t size) {
    uint32_t position = first;
    while ((size /= 2) > 0)
        if ((root & size) != 0 && position + size < side)
            position += size;
    return position;
}

/* What happens in a block of a line. */
struct halving {
    uint32_t sender; /* positions */
    uint32_t receiver;
    uint32_t first; /* of the half that the receiver stands for */
    uint32_t count;
};

/* The halving into halves of `distance` of the block that `position` is in. Returns false if it has
 * no upper half. */
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

/* ---- What the four have in common ---- */

static uint32_t root_position(const struct shape *shape, uint32_t axis) {
    return mesh_position_of_rank(shape, shape->root, axis);
}

static uint32_t tree_steps(const struct shape *shape) {
    return mesh_steps(shape, halvings);
}

/* Calls of `add` would be a loop over all halvings; here are the two sums that are wanted: of the
 * links passed, each times `words`: 1, or the blocks that the other half is for. */
static uint64_t sum_of_hops(const struct shape *shape, bool words) {
    uint64_t sum = 0;
    uint64_t lines = 1; /* how many take part: the nodes of the axes before */
    for (uint32_t axis = 0; axis < mesh_axes(shape); axis++) {
        uint32_t side = mesh_side(shape, axis);
        for (uint32_t distance = 1; distance < side; distance *= 2)
            for (uint32_t first = 0; first < side; first += 2 * distance) {
                struct halving halving;
                if (!halve(side, root_position(shape, axis), first, distance, &halving))
                    continue;
                uint32_t blocks = words ? halving.count * mesh_stride(shape, axis) : 1;
                sum += lines * blocks * hops(&halving);
            }
        lines *= side;
    }
    return sum;
}

static uint64_t tree_packets(const struct shape *shape) {
    return sum_of_hops(shape, false);
}

static uint64_t tree_words(const struct shape *shape) {
    return sum_of_hops(shape, true);
}

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

static struct role role_of(const struct shape *shape, uint32_t node, uint32_t number) {
    struct role role = {.part = IDLE};
    if (number > tree_steps(shape) || !mesh_has(shape, node))
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
    role.part = position == halving.sender     ? SENDS
                : position == halving.receiver ? RECEIVES
                                               : RELAYS;
    if (role.part != SENDS)
        role.in = role.upwards ? mesh_port_before(shape, phase.axis, position)
                               : mesh_port_next(shape, phase.axis, position);
    if (role.part != RECEIVES)
        role.out = role.upwards ? mesh_port_next(shape, phase.axis, position)
                                : mesh_port_before(shape, phase.axis, position);
    uint32_t stride = mesh_stride(shape, phase.axis);
    uint32_t rank = mesh_rank(shape, node);
    role.first = rank - rank % (side * stride) + halving.first * stride;
    role.count = halving.count * stride;
    return role;
}

/* Adds the part of a node to a step; `run` is what it sends or receives. */
static void act(struct step *step, const struct role *role, struct run run) {
    switch (role->part) {
    case SENDS:
        step_send(step, role->out, run);
        break;
    case RECEIVES:
        step_receive(step, role->in, run);
        break;
    case RELAYS:
        step->relays |= 1u << role->in;
        step->receive[role->in] = run;
        step->leave[role->in] = role->out;
        break;
    case IDLE:
        break;
    }
}

static bool is_root(const struct shape *shape, uint32_t node) {
    return mesh_has(shape, node) && mesh_rank(shape, node) == shape->root;
}

/* ---- "mesh-bcast" ---- */

static struct content broadcast_result(const struct shape *shape, uint32_t node, uint32_t area,
                                       uint32_t block) {
    (void)node;
    (void)area;
    return content_of(shape->root, block);
}

static const struct operation broadcast_operation = {
    .name = "mesh-bcast",
    .tag = OPERATION_BROADCAST,
    .outputs = 1,
    .result = broadcast_result,
    .rank = mesh_rank,
};

static uint32_t broadcast_area(const struct shape *shape, uint32_t node) {
    return is_root(shape, node) ? AREA_INPUT : AREA_OUTPUT;
}

static uint32_t broadcast_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    return mesh_has(shape, node) && area == broadcast_area(shape, node);
}

static void broadcast_step(const struct shape *shape, uint32_t node, uint32_t number,
                           struct step *step) {
    struct role role = role_of(shape, node, number);
    step_clear(step);
    act(step, &role, single_block(broadcast_area(shape, node), 0));
}

const struct schedule mesh_broadcast = {
    .name = "mesh-bcast",
    .operation = &broadcast_operation,
    .ports = PORTS_ONE,
    .usual = true,
    .relay = RELAY_PIECES,
    .varies = VARIES_ROOT | VARIES_SIDES,
    .source = "Grama et al., 4.1, one-to-all broadcast on a ring and a mesh",
    .areas = AREA_OUTPUT + 1,
    .admits = mesh_fits_root,
    .blocks = broadcast_blocks,
    .steps = tree_steps,
    .packets = tree_packets,
    .link_words = tree_packets,
    .bound = mesh_doublings,
    .step = broadcast_step,
};

/* ---- "mesh-reduce": "mesh-bcast" backwards ----
 *
 * A node collects from the half that the other stands for: ranks without a gap, and next to its
 * own. So the order is kept.
 */
static struct content reduction_result(const struct shape *shape, uint32_t node, uint32_t area,
                                       uint32_t block) {
    (void)node;
    (void)area;
    return (struct content){0, mesh_nodes(shape) - 1, block};
}

static const struct operation reduction_operation = {
    .name = "mesh-reduce",
    .tag = OPERATION_REDUCTION,
    .outputs = 1,
    .combines = true,
    .result = reduction_result,
    .rank = mesh_rank,
};

static uint32_t collecting_area(const struct shape *shape, uint32_t node) {
    return is_root(shape, node) ? AREA_OUTPUT : HELD;
}

static uint32_t reduction_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    return mesh_has(shape, node) && (area == AREA_INPUT || area == collecting_area(shape, node));
}

static struct run reduction_place(const struct shape *shape, uint32_t node, struct run run) {
    run.area = (uint16_t)collecting_area(shape, node);
    return run;
}

static void reduction_step(const struct shape *shape, uint32_t node, uint32_t number,
                           struct step *step) {
    dual_combining_step(&mesh_broadcast, reduction_place, shape, node, number, step);
    uint32_t steps = tree_steps(shape);
    if (step->combines == 0 || number > steps)
        return;
    /* Backwards it comes from the broadcast's receiver. */
    bool from_higher = role_of(shape, node, steps + 1 - number).upwards;
    step->left = from_higher ? 0 : step->combines;
}

const struct schedule mesh_reduction = {
    .name = "mesh-reduce",
    .operation = &reduction_operation,
    .ports = PORTS_ONE,
    .usual = true,
    .relay = RELAY_PIECES,
    .ordered = true,
    .varies = VARIES_ROOT | VARIES_SIDES,
    .source = "Grama et al., 4.1, all-to-one reduction on a ring and a mesh",
    .areas = TREE_AREAS,
    .accumulators = 1u << AREA_OUTPUT | 1u << HELD,
    .admits = mesh_fits_root,
    .blocks = reduction_blocks,
    .steps = tree_steps,
    .packets = tree_packets,
    .link_words = tree_packets,
    .bound = mesh_doublings,
    .step = reduction_step,
};

/* ---- "mesh-scatter": the blocks for a half go to the one that stands for it ----
 *
 * Example, a ring of 8, root 0: step 1 takes blocks 4 .. 7 to position 4; step 2 blocks 2, 3 to
 * position 2 and 6, 7 to position 6; step 3 the odd ones to their owners.
 */
static struct content scatter_result(const struct shape *shape, uint32_t node, uint32_t area,
                                     uint32_t block) {
    (void)area;
    (void)block;
    return content_of(shape->root, mesh_rank(shape, node));
}

static const struct operation scatter_operation = {
    .name = "mesh-scatter",
    .tag = OPERATION_SCATTER,
    .outputs = 1,
    .result = scatter_result,
    .rank = mesh_rank,
};

/* The ranks that a node of the mesh stands for when the blocks come to it, its own among them. */
struct part_of_mesh {
    uint32_t first;
    uint32_t count;
};

static struct part_of_mesh held_part(const struct shape *shape, uint32_t node) {
    uint32_t axis = mesh_axes(shape);
    while (axis > 0 && mesh_position(shape, node, axis - 1) == root_position(shape, axis - 1))
        axis--;
    if (axis == 0)
        return (struct part_of_mesh){0, mesh_nodes(shape)};
    axis--; /* the last on which it is not where the root is: there the blocks come */
    uint32_t side = mesh_side(shape, axis);
    uint32_t root = root_position(shape, axis);
    uint32_t position = mesh_position(shape, node, axis);
    uint32_t size = 1;
    while (standing_for(side, root, position & ~(2 * size - 1), 2 * size) == position)
        size *= 2;
    uint32_t first = position & ~(size - 1);
    uint32_t stride = mesh_stride(shape, axis);
    uint32_t rank = mesh_rank(shape, node);
    return (struct part_of_mesh){rank - rank % (side * stride) + first * stride,
                                 (side - first < size ? side - first : size) * stride};
}

static uint32_t scatter_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    if (!mesh_has(shape, node))
        return 0;
    if (area == AREA_OUTPUT)
        return 1;
    if (is_root(shape, node))
        return area == AREA_INPUT ? mesh_nodes(shape) : 0;
    uint32_t count = held_part(shape, node).count;
    return area == HELD && count > 1 ? count : 0;
}

static void scatter_step(const struct shape *shape, uint32_t node, uint32_t number,
                         struct step *step) {
    step_clear(step);
    if (!mesh_has(shape, node))
        return;
    struct part_of_mesh part = held_part(shape, node);
    bool root = is_root(shape, node);
    uint32_t area = root ? AREA_INPUT : part.count > 1 ? HELD : AREA_OUTPUT;
    if (number > tree_steps(shape)) {
        uint32_t own = mesh_rank(shape, node) - part.first;
        if (area != AREA_OUTPUT)
            step_move(step, (struct block_set){area, own, 0}, (struct block_set){AREA_OUTPUT, 0, 0},
                      MOVE_COPY);
        return;
    }
    struct role role = role_of(shape, node, number);
    struct run run = {(uint16_t)area, (uint16_t)role.count,
                      role.part == RELAYS ? 0 : role.first - part.first};
    act(step, &role, run);
}

const struct schedule mesh_scatter = {
    .name = "mesh-scatter",
    .operation = &scatter_operation,
    .ports = PORTS_ONE,
    .usual = true,
    .relay = RELAY_PIECES,
    .varies = VARIES_ROOT | VARIES_SIDES,
    .source = "Grama et al., 4.4, scatter",
    .areas = TREE_AREAS,
    .admits = mesh_fits_root,
    .blocks = scatter_blocks,
    .steps = tree_steps,
    .packets = tree_packets,
    .link_words = tree_words,
    .bound = mesh_doublings, /* each node must hear of the root */
    .step = scatter_step,
};

/* ---- "mesh-gather": "mesh-scatter" backwards ---- */

static struct content gather_result(const struct shape *shape, uint32_t node, uint32_t area,
                                    uint32_t block) {
    (void)shape;
    (void)node;
    (void)area;
    return content_of(block, 0);
}

static const struct operation gather_operation = {
    .name = "mesh-gather",
    .tag = OPERATION_GATHER,
    .outputs = 1,
    .result = gather_result,
    .rank = mesh_rank,
};

/* Input and output change places. */
static uint32_t gather_area(uint32_t area) {
    return area == HELD ? HELD : AREA_INPUT + AREA_OUTPUT - area;
}

static uint32_t gather_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    return scatter_blocks(shape, node, gather_area(area));
}

static struct run gather_place(const struct shape *shape, uint32_t node, struct run run) {
    (void)shape;
    (void)node;
    run.area = (uint16_t)gather_area(run.area);
    return run;
}

static void gather_step(const struct shape *shape, uint32_t node, uint32_t number,
                        struct step *step) {
    dual_step(&mesh_scatter, gather_place, shape, node, number, step);
}

const struct schedule mesh_gather = {
    .name = "mesh-gather",
    .operation = &gather_operation,
    .ports = PORTS_ONE,
    .usual = true,
    .relay = RELAY_PIECES,
    .varies = VARIES_ROOT | VARIES_SIDES,
    .source = "Grama et al., 4.4, gather",
    .areas = TREE_AREAS,
    .admits = mesh_fits_root,
    .blocks = gather_blocks,
    .steps = tree_steps,
    .packets = tree_packets,
    .link_words = tree_words,
    .bound = mesh_doublings,
    .step = gather_step,
};

/* ---- The calls ---- */

int cube_mesh_bcast(const struct cube_choice *choice, const struct cube_mesh *mesh, void *buffer,
                    size_t count, const struct cube_type *type, int root) {
    struct call call;
    int error = mesh_call_begin(&call, &broadcast_operation, &mesh_broadcast, choice, mesh, root);
    if (error == 0)
        error = call_divide(&call, count, type, NULL, 1);
    if (error != 0)
        return error;
    call.input = call.output[0] = buffer;
    return execute(&call);
}

int cube_mesh_reduce(const struct cube_choice *choice, const struct cube_mesh *mesh,
                     const void *send, void *recv, size_t count, const struct cube_type *type,
                     const struct cube_op *op, int root) {
    struct call call;
    int error = mesh_call_begin(&call, &reduction_operation, &mesh_reduction, choice, mesh, root);
    if (error == 0)
        error = call_divide(&call, count, type, op, 1);
    if (error != 0)
        return error;
    call.input = send;
    call.output[0] = recv;
    return execute(&call);
}

static int distribute(const struct operation *operation, const struct schedule *usual,
                      const struct cube_choice *choice, const struct cube_mesh *mesh,
                      const void *send, void *recv, size_t bytes, int root) {
    struct call call;
    int error = mesh_call_begin(&call, operation, usual, choice, mesh, root);
    if (error != 0)
        return error;
    call.input = send;
    call.output[0] = recv;
    call.layout.bytes = bytes;
    return execute(&call);
}

int cube_mesh_scatter(const struct cube_choice *choice, const struct cube_mesh *mesh,
                      const void *send, void *recv, size_t bytes, int root) {
    return distribute(&scatter_operation, &mesh_scatter, choice, mesh, send, recv, bytes, root);
}

int cube_mesh_gather(const struct cube_choice *choice, const struct cube_mesh *mesh,
                     const void *send, void *recv, size_t bytes, int root) {
    return distribute(&gather_operation, &mesh_gather, choice, mesh, send, recv, bytes, root);
}
