/* Circular shift on a ring or mesh by the shorter way round each ring. After the slides "Circular
 * Shift on a Ring", "... on a Mesh" to Grama et al., section 4.6.
 *
 * Cost (cost.h), with m the bytes, and dist the distance on a ring, of p nodes or on an axis of s:
 *     ring                      (t_s + t_w m) dist(q)
 *     mesh, q = c s + r, r > 0  (t_s + t_w m) (dist(r) + max(dist(c), dist(c + 1)))
 *     mesh, q = c s             (t_s + t_w m) dist(c)
 * On a mesh that is at most s, the diameter.
 */
#include "collectives/mesh/algorithms.h"
#include "collectives/schedule/mesh.h"

/* Between two steps a block waits in the output or in an area of its own, in turns. */
enum { WAITING = MESH_SHIFT_AREAS - 1 };

/* ---- "mesh-shift": each axis shifts by its digit of q, with carry ----
 *
 * Along one axis after the other, from the last to the first, every block moves by the digit of q
 * that belongs to the axis. A block that has gone round the end of the axes before is now at a
 * rank, within those axes, that is lower than q. It has a carry, and moves by one more. Either all
 * nodes of a ring of the next axis have a carry, or none has. So each ring moves by its own amount,
 * the shorter way round, and all do so at once. The slides spend an extra step on the carries. This
 * way never takes more steps than theirs, nor more than the diameter.
 *
 * Example, a mesh of 4 x 4, q = 7: the rows shift by 3, one step backwards. Columns 0, 1, 2 have a
 * carry and shift by 2, two steps; column 3 shifts by 1, one step.
 *
 * No fewer steps would do: some packet goes as far on every axis as any packet does there.
 */
static struct cube_content shift_postcondition(const struct shape *shape, uint32_t node,
                                               UNUSED uint32_t area, UNUSED uint32_t block) {
    uint32_t nodes = mesh_nodes(shape);
    return content_of((mesh_rank(shape, node) + nodes - shape->shift % nodes) % nodes, 0);
}

const struct operation mesh_shift_operation = {
    .tag = OPERATION_MESH_SHIFT,
    .outputs = 1,
    .postcondition = shift_postcondition,
    .rank = mesh_rank,
};

/* `digit` returns the digit of q that belongs to an axis, and `rest` what the lower digits of q
 * amount to. */
static uint32_t digit(const struct shape *shape, uint32_t axis) {
    return shape->shift / mesh_stride(shape, axis) % mesh_side(shape, axis);
}

static uint32_t rest(const struct shape *shape, uint32_t axis) {
    return shape->shift % mesh_stride(shape, axis);
}

/* Returns the steps of an axis: those of the ring of this axis that moves farthest. */
static uint32_t longest(const struct shape *shape, uint32_t axis) {
    uint32_t side = mesh_side(shape, axis);
    uint32_t plain = ring_distance(side, digit(shape, axis));
    uint32_t carried = ring_distance(side, digit(shape, axis) + 1);
    return rest(shape, axis) > 0 && carried > plain ? carried : plain;
}

static uint32_t shift_steps(const struct shape *shape) {
    uint32_t steps = 0;
    for (uint32_t axis = 0; axis < mesh_axes(shape); axis++)
        steps += longest(shape, axis);
    return steps;
}

/* Of `stride` rings next to each other, `rest` have a carry. */
static uint64_t shift_packets(const struct shape *shape) {
    uint64_t packets = 0;
    for (uint32_t axis = 0; axis < mesh_axes(shape); axis++) {
        uint32_t side = mesh_side(shape, axis);
        uint32_t stride = mesh_stride(shape, axis);
        uint64_t of_stride =
            (uint64_t)(stride - rest(shape, axis)) * ring_distance(side, digit(shape, axis)) +
            (uint64_t)rest(shape, axis) * ring_distance(side, digit(shape, axis) + 1);
        packets += mesh_nodes(shape) / stride * of_stride;
    }
    return packets;
}

/* By how much the ring of a node shifts along an axis. */
static uint32_t amount(const struct shape *shape, uint32_t node, uint32_t axis) {
    bool carry = mesh_rank(shape, node) % mesh_stride(shape, axis) < rest(shape, axis);
    return (digit(shape, axis) + carry) % mesh_side(shape, axis);
}

/* How many packets a node sends along the axes from `axis` on. It receives as many. */
static uint32_t moves_from(const struct shape *shape, uint32_t node, uint32_t axis) {
    uint32_t moves = 0;
    for (; axis < mesh_axes(shape); axis++)
        moves += ring_distance(mesh_side(shape, axis), amount(shape, node, axis));
    return moves;
}

/* Returns where a node keeps packet number `move` of the `moves` packets that come to it; number 0
 * is its own. */
static struct run run_of_move(uint32_t move, uint32_t moves) {
    uint32_t area = (moves - move) % 2 == 0 ? AREA_OUTPUT : WAITING;
    return single_block(move == 0 ? AREA_INPUT : area, 0);
}

static void shift_step(const struct shape *shape, uint32_t node, uint32_t number,
                       struct step *step) {
    uint32_t moves = moves_from(shape, node, 0);
    if (moves == 0 && number == 1)
        step_copy(step, AREA_INPUT, 0, AREA_OUTPUT, 0);
    if (number > shift_steps(shape))
        return;
    uint32_t axis = mesh_axes(shape) - 1;
    for (; number > longest(shape, axis); axis--)
        number -= longest(shape, axis);
    uint32_t side = mesh_side(shape, axis);
    uint32_t by = amount(shape, node, axis);
    if (number > ring_distance(side, by))
        return;
    uint32_t move = moves_from(shape, node, axis + 1) + number;
    uint32_t position = mesh_position(shape, node, axis);
    uint32_t next = mesh_port_next(shape, axis, position);
    uint32_t before = mesh_port_before(shape, axis, position);
    bool forward = by <= side - by;
    step_send(step, forward ? next : before, run_of_move(move - 1, moves));
    step_receive(step, forward ? before : next, run_of_move(move, moves));
}

const struct algorithm mesh_shift = {
    .name = "mesh-shift",
    .operation = &mesh_shift_operation,
    .ports = PORTS_ONE,
    .is_default = true,
    .varies = VARIES_SHIFT | VARIES_SIDES,
    .source = "Grama et al., 4.6, circular shift on a ring and a mesh",
    .areas = MESH_SHIFT_AREAS,
    .steps = shift_steps,
    .packets = shift_packets,
    .step = shift_step,
};
