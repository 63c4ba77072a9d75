/* All-gather and reduce-scatter on a ring or mesh, from neighbour to neighbour. After the slides
 * "All-to-All Broadcast and Reduction on a Ring", "... on a Mesh" to Grama et al., section 4.2.
 *
 * Cost, with t_s a message's start-up, t_w a byte's time, m the bytes of a block:
 *     ring of p nodes      (t_s + t_w m) (p - 1)
 *     mesh, p = s^2        t_s 2 (s - 1) + t_w m (p - 1)
 */
#include "collectives/mesh/allgather.h"

#include "collectives/call/mesh_call.h"
#include "collectives/call/select.h"
#include "collectives/mesh/reduce_scatter_ordered.h"
#include "collectives/schedule/dual.h"
#include "collectives/schedule/mesh.h"
#include "collectives/schedule/postcondition.h"
#include "cube.h"
#include "net/node.h"

/* ---- "mesh-allgather": each passes on what it got last ----
 *
 * Along the last axis single blocks go round, along the one before it the rows that have come
 * together, and so on: always blocks of consecutive ranks, which lie where they belong.
 *
 * Example, a ring of 4: step 1 each sends its own block to the next; step 2 what came in step 1;
 * step 3 what came in step 2. Position 2 gets blocks 1, 0, 3. A mesh of 2 x 4: after these three
 * steps a fourth, in which the two rows exchange their four blocks.
 */
const struct operation mesh_allgather_operation = {
    .tag = OPERATION_MESH_ALLGATHER,
    .outputs = 1,
    .postcondition = postcondition_of_each,
    .rank = mesh_rank,
};

uint32_t mesh_allgather_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    if (!mesh_has(shape, node))
        return 0;
    return area == AREA_INPUT ? 1 : mesh_nodes(shape);
}

/* Every block comes to every node over one link from the node that had it before. */
static uint64_t ring_words(const struct shape *shape) {
    uint64_t nodes = mesh_nodes(shape);
    return nodes * (nodes - 1);
}

/* The blocks of all nodes that have `position` on the axis, and otherwise this node's positions up
 * to there. */
static struct run blocks_of_position(const struct shape *shape, uint32_t node, uint32_t axis,
                                     uint32_t position) {
    uint32_t side = mesh_side(shape, axis);
    uint32_t stride = mesh_stride(shape, axis);
    uint32_t rank = mesh_rank(shape, node);
    return (struct run){AREA_OUTPUT, (uint16_t)stride,
                        rank - rank % (side * stride) + position % side * stride, 0};
}

static void allgather_step(const struct shape *shape, uint32_t node, uint32_t number,
                           struct step *step) {
    step_clear(step);
    if (!mesh_has(shape, node))
        return;
    if (number == 1)
        step_move(step, (struct block_set){AREA_INPUT, 0, 0},
                  (struct block_set){AREA_OUTPUT, mesh_rank(shape, node), 0}, MOVE_COPY);
    if (number > mesh_ring_steps(shape))
        return;
    struct mesh_phase phase = mesh_phase(shape, number, mesh_others, false);
    uint32_t side = mesh_side(shape, phase.axis);
    uint32_t position = mesh_position(shape, node, phase.axis);
    step_send(step, mesh_port_next(shape, phase.axis, position),
              blocks_of_position(shape, node, phase.axis, position + side - (phase.step - 1)));
    step_receive(step, mesh_port_before(shape, phase.axis, position),
                 blocks_of_position(shape, node, phase.axis, position + side - phase.step));
}

uint32_t mesh_allgather_largest(const struct shape *shape) {
    uint32_t axis = 0;
    while (axis + 1 < mesh_axes(shape) && mesh_side(shape, axis) == 1)
        axis++;
    return mesh_stride(shape, axis);
}

/* In a step a node hears of as many others as its neighbour has heard of, and as a packet has
 * blocks: on a ring of one. Backwards it is the same. And all goes from neighbour to neighbour. */
static uint32_t allgather_bound(const struct shape *shape) {
    uint32_t largest = mesh_allgather_largest(shape);
    uint32_t steps = 0;
    for (uint32_t known = 1; known < mesh_nodes(shape); steps++)
        known += known < largest ? known : largest;
    return steps > mesh_diameter(shape) ? steps : mesh_diameter(shape);
}

static struct cost ring_cost(const struct shape *shape) {
    uint32_t steps = mesh_ring_steps(shape);
    return chain_of(steps, mesh_nodes(shape) - 1, steps);
}

const struct algorithm mesh_allgather = {
    .name = "mesh-allgather",
    .operation = &mesh_allgather_operation,
    .ports = PORTS_ONE,
    .is_default = true,
    .varies = VARIES_SIDES,
    .source = "Grama et al., 4.2, all-to-all broadcast on a ring and a mesh",
    .areas = AREA_OUTPUT + 1,
    .applicable = mesh_fits,
    .blocks = mesh_allgather_blocks,
    .steps = mesh_ring_steps,
    .packets = mesh_ring_packets,
    .link_words = ring_words,
    .bound = allgather_bound,
    .open = true,
    .cost = ring_cost,
    .step = allgather_step,
};

/* ---- "mesh-reduce-scatter": "mesh-allgather" backwards ----
 *
 * What is for position i begins at position i - 1 and collects on its way i - 2, i - 3, ..., i: the
 * long way round, so that the order is not kept.
 */
enum {
    COLLECTED = 2,
    SCATTER_AREAS,
};

static struct content reduce_scatter_postcondition(const struct shape *shape, uint32_t node,
                                                   uint32_t area, uint32_t block) {
    (void)area;
    (void)block;
    return (struct content){0, mesh_nodes(shape) - 1, mesh_rank(shape, node)};
}

const struct operation mesh_reduce_scatter_operation = {
    .tag = OPERATION_MESH_REDUCE_SCATTER,
    .outputs = 1,
    .combines = true,
    .postcondition = reduce_scatter_postcondition,
    .rank = mesh_rank,
};

uint32_t mesh_reduce_scatter_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    if (!mesh_has(shape, node))
        return 0;
    return area == AREA_OUTPUT ? 1 : mesh_nodes(shape);
}

static struct run reduce_scatter_place(const struct shape *shape, uint32_t node, struct run run) {
    (void)shape;
    (void)node;
    run.area = run.area == AREA_INPUT ? AREA_OUTPUT : COLLECTED;
    return run;
}

static void reduce_scatter_step(const struct shape *shape, uint32_t node, uint32_t number,
                                struct step *step) {
    dual_combining_step(&mesh_allgather, reduce_scatter_place, shape, node, number, step);
}

const struct algorithm mesh_reduce_scatter = {
    .name = "mesh-reduce-scatter",
    .operation = &mesh_reduce_scatter_operation,
    .ports = PORTS_ONE,
    .is_default = true,
    .varies = VARIES_SIDES,
    .source = "Grama et al., 4.2, all-to-all reduction on a ring and a mesh",
    .areas = SCATTER_AREAS,
    .accumulators = 1u << COLLECTED,
    .applicable = mesh_fits,
    .blocks = mesh_reduce_scatter_blocks,
    .steps = mesh_ring_steps,
    .packets = mesh_ring_packets,
    .link_words = ring_words,
    .bound = allgather_bound,
    .open = true,
    .cost = ring_cost,
    .step = reduce_scatter_step,
};

/* ---- The calls ---- */

int cube_mesh_allgather(const struct cube_choice *choice, const struct cube_mesh *mesh,
                        const void *send, void *recv, size_t bytes) {
    struct call call;
    int error = mesh_call_begin(&call, &mesh_allgather_operation, &mesh_allgather, choice, mesh, 0);
    if (error != 0)
        return error;
    call_select_on_mesh(&call, choice, blocks_of(bytes), false);
    call.input = send;
    call.output[0] = recv;
    error = call_blocks(&call, bytes);
    return error != 0 ? error : execute(&call);
}

int cube_mesh_reduce_scatter(const struct cube_choice *choice, const struct cube_mesh *mesh,
                             const void *send, void *recv, size_t count,
                             const struct cube_type *type, const struct cube_op *op) {
    struct call call;
    int error = mesh_call_begin(&call, &mesh_reduce_scatter_operation, &mesh_reduce_scatter, choice,
                                mesh, 0);
    if (error != 0)
        return error;
    call_keep_order(&call, choice, op, &mesh_reduce_scatter_ordered);
    call_select_on_mesh(&call, choice, blocks_of(message_of(count, type).bytes),
                        op != NULL && !op->commutative);
    error = call_divide(&call, count, type, op, 1); /* `count` elements are a block */
    if (error == 0)
        error = call_blocks(&call, call.layout.bytes);
    if (error != 0)
        return error;
    call.input = send;
    call.output[0] = recv;
    return execute(&call);
}
