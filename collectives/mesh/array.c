/* All-gather, reduce-scatter and circular shift on a linear array. They do what the slides to Grama
 * et al., sections 4.2 and 4.6, do on a ring, but without the link that joins the ring's ends.
 *
 * In each step of these schedules all packets go the same way round the ring. So one of them would
 * leave the end of the array. It goes back to the other end through all nodes between, which relay
 * it, in the direction of the links that no other packet uses. The nodes send and receive what they
 * would on the ring, and the schedule takes as many steps.
 *
 * Example, an array of 4, all-gather, step 2 (what came in step 1 is passed on):
 *     0 -> 1: 3    1 -> 2: 0    2 -> 3: 1    3 -> 0, through 2 and 1: 2
 *
 * Cost (cost.h) for p nodes, with m the bytes of a block:
 *     array-allgather, array-reduce-scatter   (t_s + t_w m) (p - 1) + t_h (2 p - 3)
 *     array-shift, d = min(q, p - q)          (t_s + t_w m) d + t_h (d + p - 2)
 * This is t_h (p - 2) more than on the ring, because of p - 1 packets that wait for each other at
 * most one goes round the end. The numbers of start-ups and words are those of the ring. Without
 * relays an array needs more of them: an inner node has to send each neighbour what it has from the
 * other one, which is p + 1 blocks in an all-gather.
 */
#include "collectives/mesh/allgather.h"
#include "collectives/schedule/mesh.h"

/* ---- The packet that goes back ---- */

/* Moves what a node at an end of the array sends or receives on port `from` to port `to`. */
static void turn(struct step *step, uint32_t from, uint32_t to) {
    if (step->sends >> from & 1) {
        step->sends ^= 1u << from;
        step_send(step, to, step->send[from]);
    }
    if (step->receives >> from & 1) {
        step->receives ^= 1u << from;
        step_receive(step, to, step->receive[from]);
    }
}

/* Fills *step with step `number` of the schedule of a ring. If there are two nodes, both links are
 * one. */
static void array_step(const struct shape *shape, uint32_t node, uint32_t number,
                       const struct algorithm *ring, struct step *step) {
    algorithm_step(ring, shape, node, number, step);
    uint32_t last = mesh_nodes(shape) - 1;
    if (last < 2)
        return;
    uint32_t position = mesh_rank(shape, node);
    uint32_t next = mesh_port_next(shape, 0, position);
    uint32_t before = mesh_port_before(shape, 0, position);
    if (position == last)
        turn(step, next, before);
    else if (position == 0)
        turn(step, before, next);
    if (position == last || position == 0)
        return;
    struct step end;
    uint32_t round = mesh_port_next(shape, 0, last);
    algorithm_step(ring, shape, mesh_node(shape, last), number, &end);
    if (end.sends >> round & 1)
        step_relay(step, next, before, end.send[round]);
    if (end.receives >> round & 1)
        step_relay(step, before, next, end.receive[round]);
}

/* Returns how many links `packets` packets pass on the way back, in addition to the one link that
 * each passes on the ring: p - 2 for each packet. */
static uint64_t links_back(const struct shape *shape, uint64_t packets) {
    return mesh_nodes(shape) < 2 ? 0 : packets * (mesh_nodes(shape) - 2);
}

/* Returns the ring's cost plus the hops of one way back. */
static struct chain_cost array_cost(const struct algorithm *ring, const struct shape *shape) {
    struct chain_cost cost = algorithm_cost(ring, shape, true, 0);
    if (cost.starts > 0)
        cost.hops += links_back(shape, 1);
    return cost;
}

/* ---- "array-allgather": each node passes on what it received last ---- */

VARIANT_STEP(allgather_step, array_step, &mesh_allgather)

FORMULA(uint64_t, allgather_packets,
        mesh_ring_packets(shape) + links_back(shape, mesh_ring_steps(shape)))
FORMULA(struct chain_cost, allgather_cost, array_cost(&mesh_allgather, shape))

const struct algorithm array_allgather = {
    .name = "array-allgather",
    .operation = &mesh_allgather_operation,
    .ports = PORTS_ONE,
    .relay = RELAY_PIECES,
    .varies = VARIES_SIDES,
    .on_array = true,
    .source = "Grama et al., 4.2, all-to-all broadcast on a linear array",
    .steps = mesh_ring_steps,
    .packets = allgather_packets,
    .cost = allgather_cost,
    .step = allgather_step,
};

/* ---- "array-reduce-scatter": "array-allgather" backwards; the order is not kept ---- */

const struct algorithm array_reduce_scatter = {
    MESH_REDUCE_SCATTER_OF(array_allgather),
    .name = "array-reduce-scatter",
    .ports = PORTS_ONE,
    .relay = RELAY_PIECES,
    .on_array = true,
    .source = "Grama et al., 4.2, all-to-all reduction on a linear array",
};

/* ---- "array-shift": a step for each place, the shorter way ----
 *
 * If the shift is by more than half of the nodes, each packet goes to the position before, and one
 * goes from the first position to the last one.
 */
VARIANT_STEP(shift_step, array_step, &mesh_shift)

FORMULA(uint32_t, shift_steps, algorithm_steps(&mesh_shift, shape))
FORMULA(uint64_t, shift_packets,
        algorithm_packets(&mesh_shift, shape) + links_back(shape, shift_steps(shape)))
FORMULA(struct chain_cost, shift_cost, array_cost(&mesh_shift, shape))

const struct algorithm array_shift = {
    .name = "array-shift",
    .operation = &mesh_shift_operation,
    .ports = PORTS_ONE,
    .relay = RELAY_PIECES,
    .varies = VARIES_SHIFT | VARIES_SIDES,
    .on_array = true,
    .source = "Grama et al., 4.6, circular shift on a linear array",
    .areas = MESH_SHIFT_AREAS,
    .steps = shift_steps,
    .packets = shift_packets,
    .cost = shift_cost,
    .step = shift_step,
};
