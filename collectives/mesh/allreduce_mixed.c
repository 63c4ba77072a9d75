/* All-reduce of vectors of middle length on a mesh with one port: the vector is divided along the
 * first axis alone. After Grama et al., section 4.3: a reduce-scatter on this axis, an all-reduce
 * on the others, and an all-gather.
 *
 * Cost (cost.h) for s x s nodes, with m the bytes of the vector:
 *     (t_s + 2 t_w m / s) (3 s / 2 - 1)
 * "mesh-allreduce-pairs" takes (t_s + t_w m) s, and "mesh-allreduce-long" t_s (2 s - 1) + 2 t_w m.
 *
 * No fewer steps would do with packets of two blocks: the first two blocks of the result that come
 * to a node contain something of the farthest node, which takes a step for each link; the others
 * come in the steps after that.
 */
#include "collectives/mesh/algorithms.h"
#include "collectives/mesh/ways.h"
#include "collectives/schedule/mesh.h"

/* ---- "mesh-allreduce-mixed": as many blocks as the first axis has positions ----
 *
 * Everything goes both ways by turns (mesh_is_with_next). On the first axis, of 2h positions,
 * blocks take the way of "mesh-allgather-pairs" backwards: in the last of h steps two neighbours
 * exchange what has been collected of their two blocks. Then they have both, and all nodes with the
 * same position on the first axis reduce these along the other axes: neighbours join in pairs, and
 * the totals of pairs go round. In the end the results take the way of "mesh-allgather-pairs", but
 * for its first step, which has been made by that exchange.
 *
 * If the first axis has two positions, each works on one of the two blocks, and they exchange these
 * in the end.
 *
 * Example, 4 x 4, position 0 of the first axis, the blocks that it sends:
 *     step     1      2      3 and 4 (along the row)   5
 *     blocks   2, 3   0, 1   0, 1                      0, 1
 */
enum {
    RESULT = AREA_OUTPUT,
    ARRIVED_IN_ODD,  /* on the other axes, what came in step 1, 3, ... of an axis */
    ARRIVED_IN_EVEN, /* what came in step 2, 4, ... of an axis */
    MIXED_AREAS,
};

/* A node of the mesh without sides of 1. */
struct place {
    struct shape shape;
    uint32_t node;
    uint32_t position; /* on the first axis, */
    uint32_t half;     /* half of its positions */
    uint32_t others;   /* steps on the other axes */
};

static struct place place_of(const struct shape *given, uint32_t node) {
    struct place place = {.shape = mesh_without_ones(given), .node = node};
    place.position = mesh_position(&place.shape, node, 0);
    place.half = mesh_half(mesh_side(&place.shape, 0));
    place.others = mesh_diameter(&place.shape) - place.half;
    return place;
}

/* How many blocks a packet has: a pair's, or a node's own if there is one pair. */
static uint32_t width(const struct place *place) {
    return place->half > 1 ? 2 : 1;
}

/* The blocks that a node works on between the first axis and the first axis again. */
static struct run own_blocks(const struct place *place) {
    return consecutive_blocks(RESULT, place->position - place->position % width(place),
                              width(place));
}

/* The blocks that come to a node, or leave it, in a step of an all-gather along the first axis.
 * Both of a pair have both its blocks, for they have reduced them. */
static struct run blocks_of(struct positions positions) {
    return consecutive_blocks(RESULT, positions.first, positions.count);
}

static struct run arriving(const struct place *place, uint32_t step) {
    return blocks_of(ways_come(BY_TURNS, 2 * place->half, place->position, step));
}

static struct run leaving(const struct place *place, uint32_t step) {
    return step == 1 ? own_blocks(place)
                     : blocks_of(ways_sent(BY_TURNS, 2 * place->half, place->position, step));
}

static uint32_t port_on_first_axis(const struct place *place, uint32_t step) {
    return mesh_turn_port(&place->shape, place->node, (struct mesh_phase){0, step});
}

/* Step 1 .. half of the reduce-scatter on the first axis. */
static void scatter_step(const struct place *place, uint32_t number, struct step *step) {
    uint32_t backwards = place->half + 1 - number;
    uint32_t port = port_on_first_axis(place, backwards);
    bool exchanges = backwards == 1 && place->half > 1; /* both blocks of the pair */
    step_send(step, port, exchanges ? own_blocks(place) : arriving(place, backwards));
    step_combine(step, port, leaving(place, backwards), false);
}

static void gather_step(const struct place *place, uint32_t number, struct step *step) {
    uint32_t port = port_on_first_axis(place, number);
    step_send(step, port, leaving(place, number));
    step_receive(step, port, arriving(place, number));
}

/* Where the blocks that a node works on arrive in a step of another axis. */
static struct run arrived_in(const struct place *place, uint32_t step) {
    struct run run = own_blocks(place);
    run.area = step % 2 == 1 ? ARRIVED_IN_ODD : ARRIVED_IN_EVEN;
    return run;
}

/* Combines what arrived in step `number` on the other axes. In the first step of an axis that is
 * done on arrival. */
static void add_arrived(const struct place *place, uint32_t number, struct step *step) {
    struct mesh_phase phase = mesh_phase(&place->shape, number, mesh_half, false);
    struct run own = own_blocks(place), arrived = arrived_in(place, phase.step);
    uint32_t free = width(place) - 1;
    if (phase.step > 1)
        step_move(step, (struct block_set){arrived.area, arrived.first, free},
                  (struct block_set){own.area, own.first, free}, MOVE_RIGHT);
}

static void others_step(const struct place *place, uint32_t number, struct step *step) {
    struct mesh_phase phase = mesh_phase(&place->shape, number, mesh_half, false);
    uint32_t port = mesh_turn_port(&place->shape, place->node, phase);
    step_send(step, port, phase.step <= 2 ? own_blocks(place) : arrived_in(place, phase.step - 1));
    if (phase.step == 1)
        step_combine(step, port, own_blocks(place), false);
    else
        step_receive(step, port, arrived_in(place, phase.step));
}

static bool mixed_fits(const struct shape *given) {
    struct shape shape = mesh_without_ones(given);
    return mesh_fits(given) && mesh_axes(&shape) > 1;
}

static uint32_t mixed_steps(const struct shape *given) {
    struct place place = place_of(given, 0);
    return place.half + place.others + (place.half > 1 ? place.half - 1 : 1);
}

static void mixed_step(const struct shape *given, uint32_t node, uint32_t number,
                       struct step *step) {
    if (number > mixed_steps(given))
        return;
    struct place place = place_of(given, node);
    uint32_t last = place.half + place.others;
    if (number > place.half + 1 && number <= last + 1)
        add_arrived(&place, number - place.half - 1, step);
    if (number <= place.half)
        scatter_step(&place, number, step);
    else if (number <= last)
        others_step(&place, number - place.half, step);
    else
        gather_step(&place, number - last + (place.half > 1), step);
}

static uint32_t mixed_parts(const struct shape *given) {
    struct shape shape = mesh_without_ones(given);
    return mesh_side(&shape, 0);
}

static uint64_t mixed_words(const struct shape *given) {
    struct place place = place_of(given, 0);
    return (uint64_t)mesh_nodes(given) * mixed_steps(given) * width(&place);
}

const struct algorithm mesh_allreduce_mixed = {
    .name = "mesh-allreduce-mixed",
    .operation = &mesh_allreduce_operation,
    .ports = PORTS_ONE,
    .varies = VARIES_SIDES,
    .source = "after Grama et al., 4.3, divided along the first axis",
    .areas = MIXED_AREAS,
    .accumulators = 1u << RESULT,
    .applicable = mixed_fits,
    .parts = mixed_parts,
    .steps = mixed_steps,
    .link_words = mixed_words,
    .step = mixed_step,
};
