/* All-reduce and prefix sums on a ring or mesh. After the slides "All-Reduce" and "Prefix-Sum" to
 * Grama et al., section 4.3: the pattern of all-gather, but what comes is combined.
 *
 * Cost, with t_s a message's start-up, t_w a byte's time, m the bytes:
 *     ring of p nodes      (t_s + t_w m) (p - 1)
 *     mesh, p = s^2        (t_s + t_w m) 2 (s - 1)
 *     long vectors         twice all-gather of m / p: t_s 2 (p - 1) + t_w m 2 (p - 1) / p on a ring
 *
 * Along each axis, the last one first, the totals of what the positions have so far go round: in
 * step j of the axis a node sends on what came in step j - 1, and the total of j positions before
 * it arrives. First come those below it, next to it first: each goes to the left of the sum. Then
 * those above it, the last one first: they have a sum of their own, and each goes to the left of
 * that. So the order is kept, and both sums together are the axis's total.
 *
 * Example, a ring of 4, position 1, contents a, b, c, d:
 *     step        1     2     3     afterwards
 *     arrives     a     d     c
 *     below       b     ab    ab    abcd, all-reduce; ab, prefix
 *     above             -     d     cd
 */
#include "collectives/mesh/prefix.h"

#include "collectives/call/mesh_call.h"
#include "collectives/call/select.h"
#include "collectives/mesh/allgather.h"
#include "collectives/schedule/dual.h"
#include "collectives/schedule/mesh.h"
#include "cube.h"
#include "net/node.h"

enum {
    RESULT = AREA_OUTPUT,
    ARRIVED,                     /* in odd steps of an axis */
    ARRIVED_TOO = ARRIVED + 1,   /* in even ones */
    ABOVE,                       /* sum of the positions above, on this axis */
    TOTAL,                       /* prefix: of all positions, on the axes so far */
    ALLREDUCE_AREAS = ABOVE + 1, /* for which the result is the total */
    SCAN_AREAS = TOTAL + 1,
};

static struct block_set whole(uint32_t area) {
    return (struct block_set){.area = area};
}

static uint32_t arrived_in(uint32_t step) {
    return step % 2 == 1 ? ARRIVED : ARRIVED_TOO;
}

/* Whether an axis is the last to be gone along that has any links: its totals nobody needs. */
static bool is_last(const struct shape *shape, uint32_t axis) {
    while (axis > 0 && mesh_side(shape, axis - 1) == 1)
        axis--;
    return axis == 0;
}

/* Combines what came in step `phase.step` of an axis; after its last step both sums too. `total` is
 * the area of the total, the result itself for all-reduce. */
static void take(const struct shape *shape, uint32_t node, struct mesh_phase phase, uint32_t total,
                 struct step *step) {
    uint32_t side = mesh_side(shape, phase.axis);
    uint32_t position = mesh_position(shape, node, phase.axis);
    bool need_total = total == RESULT || !is_last(shape, phase.axis);
    uint32_t arrived = arrived_in(phase.step);
    if (phase.step <= position) {
        /* The total first: where the result is the input itself, it has not begun before. */
        if (total != RESULT && need_total)
            step_move(step, whole(arrived), whole(total), MOVE_LEFT);
        step_move(step, whole(arrived), whole(RESULT), MOVE_LEFT);
        return;
    }
    if (!need_total)
        return;
    step_move(step, whole(arrived), whole(ABOVE),
              phase.step == position + 1 ? MOVE_COPY : MOVE_LEFT);
    if (phase.step == side - 1)
        step_move(step, whole(ABOVE), whole(total), MOVE_RIGHT);
}

static void ring_step(const struct shape *shape, uint32_t node, uint32_t number, uint32_t total,
                      struct step *step) {
    step_clear(step);
    if (!mesh_has(shape, node))
        return;
    if (number > 1)
        take(shape, node, mesh_phase(shape, number - 1, mesh_others, false), total, step);
    if (number > mesh_ring_steps(shape))
        return;
    struct mesh_phase phase = mesh_phase(shape, number, mesh_others, false);
    uint32_t position = mesh_position(shape, node, phase.axis);
    uint32_t from = phase.step == 1 ? total : arrived_in(phase.step - 1);
    step_send(step, mesh_port_next(shape, phase.axis, position), single_block(from, 0));
    step_receive(step, mesh_port_before(shape, phase.axis, position),
                 single_block(arrived_in(phase.step), 0));
}

/* ---- "mesh-allreduce" ---- */

static const struct operation allreduce_operation = {
    .tag = OPERATION_MESH_ALLREDUCE,
    .outputs = 1,
    .combines = true,
    .postcondition = mesh_postcondition_of_all,
    .rank = mesh_rank,
};

static uint32_t one_block(const struct shape *shape, uint32_t node, uint32_t area) {
    (void)area;
    return mesh_has(shape, node);
}

static void allreduce_step(const struct shape *shape, uint32_t node, uint32_t number,
                           struct step *step) {
    ring_step(shape, node, number, RESULT, step);
}

const struct algorithm mesh_allreduce = {
    .name = "mesh-allreduce",
    .operation = &allreduce_operation,
    .ports = PORTS_ONE,
    .is_default = true,
    .ordered = true,
    .varies = VARIES_SIDES,
    .source = "Grama et al., 4.3, all-reduce on a ring and a mesh",
    .areas = ALLREDUCE_AREAS,
    .accumulators = 1u << RESULT,
    .applicable = mesh_fits,
    .blocks = one_block,
    .steps = mesh_ring_steps,
    .packets = mesh_ring_packets,
    .link_words = mesh_ring_packets,
    .bound = mesh_diameter, /* from neighbour to neighbour */
    .open = true,
    .step = allreduce_step,
};

/* ---- "mesh-allreduce-long": reduce-scatter, then all-gather ----
 *
 * The vector is divided into a block for each rank. Both are "mesh-allgather", the first backwards,
 * in the output.
 *
 * Example, a ring of 4: in steps 1 to 3 block 2 goes from position 1 to 0, 3 and 2 and is complete
 * then; in steps 4 to 6 from there to 3, 0 and 1.
 */
static uint32_t long_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    (void)area;
    return mesh_has(shape, node) ? mesh_nodes(shape) : 0;
}

static uint32_t long_steps(const struct shape *shape) {
    return 2 * mesh_allgather.steps(shape);
}

static uint64_t long_packets(const struct shape *shape) {
    return 2 * mesh_allgather.packets(shape);
}

static uint64_t long_words(const struct shape *shape) {
    return 2 * mesh_allgather.link_words(shape);
}

static struct run long_place(const struct shape *shape, uint32_t node, struct run run) {
    (void)shape;
    (void)node;
    return run;
}

static void long_step(const struct shape *shape, uint32_t node, uint32_t number,
                      struct step *step) {
    uint32_t half = mesh_allgather.steps(shape);
    if (number <= half)
        dual_combining_step(&mesh_allgather, long_place, shape, node, number, step);
    else
        mesh_allgather.step(shape, node, number - half, step);
    step->moves = 0; /* each is where it belongs already */
}

/* Of each of p blocks p - 1 packets join all nodes until the first one has all of it, and then each
 * other one needs a packet. And the block that is complete first at a node, before those that come
 * in the steps after it, has come from the farthest one. */
static uint32_t long_bound(const struct shape *shape) {
    uint32_t nodes = mesh_nodes(shape);
    uint32_t largest = mesh_allgather_largest(shape);
    uint32_t words = (2 * (nodes - 1) + largest - 1) / largest;
    uint32_t way = (nodes - 1) / largest + mesh_diameter(shape);
    return words > way ? words : way;
}

static struct cost long_cost(const struct shape *shape) {
    uint32_t steps = long_steps(shape);
    return chain_of(steps, 2 * (mesh_nodes(shape) - 1), steps);
}

const struct algorithm mesh_allreduce_long = {
    .name = "mesh-allreduce-long",
    .operation = &allreduce_operation,
    .ports = PORTS_ONE,
    .varies = VARIES_SIDES,
    .source = "Grama et al., 4.3, by reduce-scatter and all-gather",
    .areas = AREA_OUTPUT + 1,
    .accumulators = 1u << AREA_OUTPUT,
    .applicable = mesh_fits,
    .blocks = long_blocks,
    .steps = long_steps,
    .packets = long_packets,
    .link_words = long_words,
    .bound = long_bound,
    .open = true,
    .cost = long_cost,
    .step = long_step,
};

/* ---- "mesh-scan" ----
 *
 * On a mesh of rows and columns: the prefix within the row and the row's total, then along the
 * column the totals of the rows below, in the order of ranks.
 */
static struct content scan_postcondition(const struct shape *shape, uint32_t node, uint32_t area,
                                         uint32_t block) {
    (void)area;
    return (struct content){0, mesh_rank(shape, node), block};
}

static const struct operation scan_operation = {
    .tag = OPERATION_MESH_SCAN,
    .outputs = 1,
    .combines = true,
    .postcondition = scan_postcondition,
    .rank = mesh_rank,
};

static void scan_step(const struct shape *shape, uint32_t node, uint32_t number,
                      struct step *step) {
    ring_step(shape, node, number, TOTAL, step);
}

const struct algorithm mesh_scan = {
    .name = "mesh-scan",
    .operation = &scan_operation,
    .ports = PORTS_ONE,
    .is_default = true,
    .ordered = true,
    .varies = VARIES_SIDES,
    .source = "Grama et al., 4.3, prefix sums on a ring and a mesh",
    .areas = SCAN_AREAS,
    .accumulators = 1u << RESULT | 1u << TOTAL,
    .applicable = mesh_fits,
    .blocks = one_block,
    .steps = mesh_ring_steps,
    .packets = mesh_ring_packets,
    .link_words = mesh_ring_packets,
    .bound = mesh_diameter,
    .open = true,
    .step = scan_step,
};

/* ---- The calls ---- */

static int ring_call(const struct operation *operation, const struct algorithm *usual,
                     const struct cube_choice *choice, const struct cube_mesh *mesh,
                     const void *send, void *recv, size_t count, const struct cube_type *type,
                     const struct cube_op *op) {
    struct call call;
    int error = mesh_call_begin(&call, operation, usual, choice, mesh, 0);
    if (error != 0)
        return error;
    call_select_on_mesh(&call, choice, message_of(count, type), op != NULL && !op->commutative);
    /* Rank 0 has a part in every mesh. */
    uint32_t parts = call.algorithm->blocks(&call.shape, mesh_node(&call.shape, 0), AREA_INPUT);
    error = call_divide(&call, count, type, op, parts);
    if (error != 0)
        return error;
    call.input = send;
    call.output[0] = recv;
    return execute(&call);
}

int cube_mesh_allreduce(const struct cube_choice *choice, const struct cube_mesh *mesh,
                        const void *send, void *recv, size_t count, const struct cube_type *type,
                        const struct cube_op *op) {
    return ring_call(&allreduce_operation, &mesh_allreduce, choice, mesh, send, recv, count, type,
                     op);
}

int cube_mesh_scan(const struct cube_choice *choice, const struct cube_mesh *mesh, const void *send,
                   void *recv, size_t count, const struct cube_type *type,
                   const struct cube_op *op) {
    return ring_call(&scan_operation, &mesh_scan, choice, mesh, send, recv, count, type, op);
}
