/* All-reduce on a ring or mesh with one port, of an operator that commutes: sums move round the
 * rings of one axis after the other in waves that meet.
 *
 * Cost for the diameter D, with t_s a message's start-up, t_w a byte's time, m the bytes:
 *     (t_s + t_w m) D, D = p / 2 on a ring, s on a mesh of s x s
 *
 * No fewer steps would do, even with all ports: a node needs something of the farthest node.
 *
 * In the first step on an axis the links after even positions carry a packet each way, in the
 * second step the others, and so on by turns. So what leaves an even position moves forwards in
 * every step, and what leaves an odd one moves back, and each node that it comes to adds its own
 * total of the axes that are done. In step t a node gets the sum of t nodes from one side. In the
 * step before it got the sum of t - 1 nodes from the other side. After step s / 2 of an axis of
 * side s the last two sums together contain all other nodes.
 *
 * Example, a ring of 6, contents a .. f, position 2 = c:
 *     step        1     2     3     afterwards
 *     arrives     d     ab    def   c + ab + def
 */
#include "collectives/mesh/prefix.h"
#include "collectives/schedule/mesh.h"

enum {
    RESULT = AREA_OUTPUT, /* the total of the axes that are done */
    BEFORE,               /* the last sum that came from the nodes before */
    AFTER,                /* the last sum that came from the nodes after */
    WAVE,                 /* what is sent on */
    WAVES_AREAS,
};

static void move(struct step *step, uint32_t from, uint32_t to, enum move_kind kind) {
    struct block_set source = {.area = from}, target = {.area = to};
    step_move(step, source, target, kind);
}

static uint64_t waves_packets(const struct shape *shape) {
    return (uint64_t)mesh_nodes(shape) * mesh_diameter(shape);
}

/* Whether a position exchanges with the next one in a step of its axis, or with the one before. */
static bool is_with_next(uint32_t position, uint32_t step) {
    return (position + step) % 2 == 1;
}

/* Adds both sums of an axis to the total. An axis of side 2 has one step and one sum. */
static void close_axis(uint32_t side, uint32_t position, struct step *step) {
    if (side > 2 || !is_with_next(position, 1))
        move(step, BEFORE, RESULT, MOVE_LEFT);
    if (side > 2 || is_with_next(position, 1))
        move(step, AFTER, RESULT, MOVE_RIGHT);
}

static void waves_step(const struct shape *shape, uint32_t node, uint32_t number,
                       struct step *step) {
    step_clear(step);
    if (!mesh_has(shape, node))
        return;
    if (number > 1) {
        struct mesh_phase last = mesh_phase(shape, number - 1, mesh_half, false);
        uint32_t side = mesh_side(shape, last.axis);
        if (last.step == mesh_half(side))
            close_axis(side, mesh_position(shape, node, last.axis), step);
    }
    if (number > mesh_diameter(shape))
        return;
    struct mesh_phase phase = mesh_phase(shape, number, mesh_half, false);
    uint32_t position = mesh_position(shape, node, phase.axis);
    bool with_next = is_with_next(position, phase.step);
    uint32_t port = with_next ? mesh_port_next(shape, phase.axis, position)
                              : mesh_port_before(shape, phase.axis, position);
    if (phase.step > 1) {
        move(step, RESULT, WAVE, MOVE_COPY);
        move(step, with_next ? BEFORE : AFTER, WAVE, with_next ? MOVE_LEFT : MOVE_RIGHT);
    }
    step_send(step, port, single_block(phase.step == 1 ? RESULT : WAVE, 0));
    step_receive(step, port, single_block(with_next ? AFTER : BEFORE, 0));
}

const struct algorithm mesh_allreduce_waves = {
    .name = "mesh-allreduce-waves",
    .operation = &mesh_allreduce_operation,
    .ports = PORTS_ONE,
    .varies = VARIES_SIDES,
    .source = "exchanges along every other link, at the bound of distance",
    .areas = WAVES_AREAS,
    .accumulators = 1u << RESULT,
    .applicable = mesh_fits,
    .blocks = mesh_blocks_one,
    .steps = mesh_diameter,
    .packets = waves_packets,
    .step = waves_step,
};
