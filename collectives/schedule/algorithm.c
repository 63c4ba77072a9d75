#include "collectives/schedule/algorithm.h"

#include "collectives/schedule/mesh.h"

const char *const port_model_names[PORT_MODELS] = {
    [PORTS_ALL] = "all-port", [PORTS_ONE] = "one-port", [PORTS_SIMD] = "SIMD"};

/* ---- The members, with their defaults where they are null ---- */

bool algorithm_applicable(const struct algorithm *algorithm, const struct shape *shape) {
    uint32_t varies = algorithm->own ? 0 : algorithm->varies;
    if (varies & VARIES_SIDES && !(varies & VARIES_ROOT ? mesh_fits_root : mesh_fits)(shape))
        return false;
    if (algorithm->on_array && !algorithm->own && mesh_axes(shape) != 1)
        return false;
    if (algorithm->applicable)
        return algorithm->applicable(shape);
    return !algorithm->dual_of || algorithm_applicable(algorithm->dual_of, shape);
}

/* Whether a node has nothing to do, because the mesh leaves it out. */
static bool is_left_out(const struct algorithm *algorithm, const struct shape *shape,
                        uint32_t node) {
    return algorithm->varies & VARIES_SIDES && !algorithm->own && !mesh_has(shape, node);
}

static uint32_t parts_of(const struct algorithm *algorithm, const struct shape *shape) {
    if (algorithm->parts)
        return algorithm->parts(shape);
    if (algorithm->dual_of)
        return parts_of(algorithm->dual_of, shape);
    return algorithm->varies & VARIES_PACKETS ? shape->packets : 1;
}

uint32_t algorithm_blocks(const struct algorithm *algorithm, const struct shape *shape,
                          uint32_t node, uint32_t area) {
    if (is_left_out(algorithm, shape, node))
        return 0;
    if (algorithm->blocks)
        return algorithm->blocks(shape, node, area);
    if (area <= algorithm->operation->outputs)
        return operation_blocks(algorithm->operation, shape, node, area,
                                parts_of(algorithm, shape));
    if (algorithm->scratch)
        return algorithm->scratch(shape, node, area);
    const struct algorithm *other = algorithm->dual_of;
    if (other)
        return algorithm_blocks(other, shape, node,
                                area < algorithm_areas(other) ? area : (uint32_t)AREA_OUTPUT);
    return algorithm_blocks(algorithm, shape, node, AREA_INPUT);
}

uint32_t algorithm_steps(const struct algorithm *algorithm, const struct shape *shape) {
    if (algorithm->steps)
        return algorithm->steps(shape);
    return !algorithm->dual_of ? shape->dimension : algorithm_steps(algorithm->dual_of, shape);
}

uint32_t algorithm_bound(const struct algorithm *algorithm, const struct shape *shape) {
    if (algorithm->bound)
        return algorithm->bound(shape);
    if (algorithm->own)
        return 0;
    return !algorithm->dual_of ? algorithm_steps(algorithm, shape)
                               : algorithm_bound(algorithm->dual_of, shape);
}

bool algorithm_is_open(const struct algorithm *algorithm, const struct shape *shape) {
    if (algorithm->open_in)
        return !shape || algorithm->open_in(shape);
    return algorithm->dual_of && algorithm_is_open(algorithm->dual_of, shape);
}

void algorithm_step(const struct algorithm *algorithm, const struct shape *shape, uint32_t node,
                    uint32_t number, struct step *step) {
    step_clear(step);
    if (is_left_out(algorithm, shape, node))
        return;
    if (algorithm->step)
        algorithm->step(shape, node, number, step);
    else
        dual_step(algorithm, shape, node, number, step);
}

/* ---- Tables ---- */

/* Returns the algorithm whose table this one reads: a dual reads that of the other algorithm. There
 * may be no table. */
static const struct algorithm *with_table(const struct algorithm *algorithm) {
    bool has_own = algorithm->table_bytes || !algorithm->dual_of;
    return has_own ? algorithm : with_table(algorithm->dual_of);
}

bool algorithm_has_table(const struct algorithm *algorithm) {
    return with_table(algorithm)->table_bytes;
}

size_t algorithm_table_bytes(const struct algorithm *algorithm, const struct shape *shape) {
    return algorithm_has_table(algorithm) ? with_table(algorithm)->table_bytes(shape) : 0;
}

void algorithm_make_table(const struct algorithm *algorithm, const struct shape *shape,
                          void *table) {
    if (algorithm_has_table(algorithm))
        with_table(algorithm)->make_table(shape, table);
}

/* ---- Algorithms backwards ---- */

/* Returns where the dual has the blocks of a run. */
static struct run turn_run(const struct algorithm *dual, struct run run) {
    uint32_t others = algorithm_areas(dual->dual_of);
    bool collects = algorithm_areas(dual) > others && run.area == AREA_OUTPUT;
    if (!dual->dual_in_place)
        run.area = (uint16_t)(collects ? others : dual_area(run.area));
    return run;
}

static void turn_packets(const struct algorithm *dual, const struct step *forward,
                         struct step *step) {
    for (uint32_t ports = forward->receives; ports != 0; ports &= ports - 1) {
        uint32_t port = lowest_port(ports);
        step_send(step, port, turn_run(dual, forward->receive[port]));
    }
    for (uint32_t ports = forward->sends; ports != 0; ports &= ports - 1) {
        uint32_t port = lowest_port(ports);
        step_receive(step, port, turn_run(dual, forward->send[port]));
    }
    for (uint32_t ports = forward->relays; ports != 0; ports &= ports - 1) {
        uint32_t port = lowest_port(ports);
        step_relay(step, forward->leave[port], port, turn_run(dual, forward->receive[port]));
    }
}

/* Returns where the dual has the blocks of a set. They all lie in one area, from block `first` on.
 */
static struct block_set turn_set(const struct algorithm *dual, struct block_set set) {
    struct run run = turn_run(dual, single_block(set.area, set.first));
    return (struct block_set){run.area, run.first, set.free};
}

static void turn_moves(const struct algorithm *dual, const struct step *forward,
                       struct step *step) {
    for (uint32_t m = forward->moves; m-- > 0;)
        step_move(step, turn_set(dual, forward->move[m].to), turn_set(dual, forward->move[m].from),
                  MOVE_COPY);
}

void dual_step(const struct algorithm *dual, const struct shape *shape, uint32_t node,
               uint32_t number, struct step *step) {
    struct step forward;
    uint32_t steps = algorithm_steps(dual->dual_of, shape);
    step_clear(step);
    if (number == 1 || number > steps || dual->dual_of->moves_within) {
        algorithm_step(dual->dual_of, shape, node, steps + 2 - number, &forward);
        turn_moves(dual, &forward, step);
    }
    if (number <= steps) {
        algorithm_step(dual->dual_of, shape, node, steps + 1 - number, &forward);
        turn_packets(dual, &forward, step);
    }
    if (dual->operation->combines) {
        step->combines = step->receives;
        step->left = step->receives & node;
    }
}

/* ---- Members that several algorithms share ---- */

uint32_t parts_per_node(const struct shape *shape) {
    return shape_nodes(shape);
}

uint64_t packets_of_others(const struct shape *shape) {
    return shape_nodes(shape) - 1;
}

uint64_t packets_of_distances(const struct shape *shape) {
    return (uint64_t)shape->dimension * shape_nodes(shape) / 2;
}

uint32_t steps_of_others(const struct shape *shape) {
    return shape_nodes(shape) - 1;
}
