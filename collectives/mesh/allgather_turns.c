/* All-gather on a mesh with one port and packets no larger than those of "mesh-allgather", in fewer
 * steps; and the reduce-scatter, which is that backwards. After the slides "All-to-All Broadcast
 * and Reduction on a Mesh" to Grama et al., section 4.2.
 *
 * Cost (cost.h) on a x b nodes, with p = a b, m the bytes of a block, and e turns that come early,
 * mostly the largest power of two up to b / 4: each
 *     t_s (a + b / 2 - e) + t_w m (p - 1)
 *
 * A packet may have b blocks. Along the rows, one pair of columns after the other comes to a node,
 * both ways by turns (ways.h). If each node had one row alone at that time, most of
 * these packets would be small. So the columns take their first e turns before that, with single
 * blocks: then a node has those of 2 e rows in its column, its *early* rows, and each pair of
 * columns brings 4 e blocks, up to b. After that, the other rows come along the columns, a row in a
 * packet, so that a pair of them takes two steps.
 *
 * A node hears of no more nodes in so few steps than here on meshes of a x 4, 6, 8, 10 or 16
 * (mesh_allgather_bound).
 *
 * Example, 8 x 8, e = 2, what the node in row 2 and column 2 receives:
 *     step       1      2         3      4        5        6         7    8    9   10
 *     rows       3      0, 1      0-3    0-3      0-3      0-3       4    5    6    7
 *     columns    2      2         3      0, 1     4, 5     6, 7      all
 */
#include "collectives/mesh/allgather.h"
#include "collectives/mesh/early_turns.h"
#include "collectives/mesh/ways.h"
#include "collectives/schedule/mesh.h"

enum {
    EARLY = AREA_OUTPUT + 1, /* the early rows: for each column, its blocks as they have come */
    TURNS_AREAS,
    DUAL_COLLECTED = TURNS_AREAS, /* the dual's partial results for each rank */
    DUAL_TURNS_AREAS,
};

/* ---- Counts ---- */

static uint32_t turns_bound(const struct shape *shape) {
    struct shape mesh = mesh_without_ones(shape);
    uint32_t pair = 4 * mesh_early_turns(&mesh) * mesh_stride(&mesh, 1);
    bool rows_come = 2 * mesh_early_turns(&mesh) < mesh_side(&mesh, 0);
    return mesh_allgather_bound(shape, rows_come ? mesh_row_blocks(&mesh) : pair);
}

static uint32_t turns_scratch(const struct shape *shape, UNUSED uint32_t node,
                              UNUSED uint32_t area) {
    struct shape mesh = mesh_without_ones(shape);
    return 2 * mesh_early_turns(&mesh) * mesh_row_blocks(&mesh);
}

/* ---- The three parts ---- */

/* A node, and the mesh without axes of side 1. */
struct part {
    const struct shape *mesh;
    uint32_t node;
    uint32_t early; /* turns */
};

/* Returns the first row of the pair that comes to the node in a turn of the first axis, or of its
 * own pair, if `turn` is 0. */
static uint32_t pair_of_rows(const struct part *part, uint32_t turn) {
    return ways_come(BY_TURNS, mesh_side(part->mesh, 0), mesh_position(part->mesh, part->node, 0),
                     turn)
        .first;
}

/* Returns `count` blocks of the early rows, which lie column by column: from number `row` of
 * those of a column on, as they come. */
static struct run early_blocks(const struct part *part, uint32_t column, uint32_t row,
                               uint32_t count) {
    return consecutive_blocks(EARLY, column * 2 * part->early + row, count);
}

/* Turn `turn` of the first axis with single blocks: what came in the turn before. */
static void early_turn(const struct part *part, uint32_t turn, struct step *step) {
    uint32_t port = mesh_turn_port(part->mesh, part->node, (struct mesh_phase){0, turn});
    uint32_t column = mesh_rank(part->mesh, part->node) % mesh_row_blocks(part->mesh);
    uint32_t odd = mesh_position(part->mesh, part->node, 0) % 2;
    if (turn == 1) {
        step_send(step, port, early_blocks(part, column, odd, 1));
        step_receive(step, port, early_blocks(part, column, 1 - odd, 1));
        return;
    }
    step_send(step, port, early_blocks(part, column, 2 * (turn - 2), 2));
    step_receive(step, port, early_blocks(part, column, 2 * (turn - 1), 2));
}

/* Returns the early rows of the columns that have one of these positions on an axis, and the node's
 * positions on the axes before it. */
static struct run columns(const struct part *part, uint32_t axis, struct positions positions) {
    uint32_t first = mesh_first_rank(part->mesh, part->node, axis, positions.first);
    return early_blocks(part, first % mesh_row_blocks(part->mesh), 0,
                        positions.count * mesh_stride(part->mesh, axis) * 2 * part->early);
}

static void along_rows(const struct part *part, uint32_t number, struct step *step) {
    struct leg leg[WAYS_LEGS];
    ways_legs(part->mesh, part->node, number, BY_TURNS, false, leg);
    step_send(step, leg->out,
              columns(part, leg->axis, ways_sent(BY_TURNS, leg->side, leg->position, leg->step)));
    step_receive(
        step, leg->in,
        columns(part, leg->axis, ways_come(BY_TURNS, leg->side, leg->position, leg->step)));
}

/* Moves the early rows, which are complete, to the output. */
static void place_early_rows(const struct part *part, struct step *step) {
    uint32_t row = mesh_row_blocks(part->mesh), size = mesh_moved_at_once(part->mesh);
    uint32_t rows = 2 * part->early;
    for (uint32_t r = 0; r < rows; r++) {
        uint32_t position = pair_of_rows(part, r < 2 ? 0 : r / 2 + 1) + r % 2;
        for (uint32_t column = 0; column < row; column += size)
            step_move(step, (struct block_set){EARLY, column * rows + r, (size - 1) * rows},
                      (struct block_set){AREA_OUTPUT, position * row + column, size - 1},
                      MOVE_COPY);
    }
}

/* Step `number`, from 0, of the turns of the first axis that are left: a row of the pair that came
 * in the turn before. */
static void late_turn(const struct part *part, uint32_t number, struct step *step) {
    uint32_t turn = part->early + 1 + number / 2, row = mesh_row_blocks(part->mesh);
    uint32_t port = mesh_turn_port(part->mesh, part->node, (struct mesh_phase){0, turn});
    uint32_t sent = pair_of_rows(part, turn == 2 ? 0 : turn - 1) + number % 2;
    uint32_t received = pair_of_rows(part, turn) + number % 2;
    step_send(step, port, consecutive_blocks(AREA_OUTPUT, sent * row, row));
    step_receive(step, port, consecutive_blocks(AREA_OUTPUT, received * row, row));
}

static void turns_step(const struct shape *shape, uint32_t node, uint32_t number,
                       struct step *step) {
    struct shape mesh = mesh_without_ones(shape);
    struct part part = {&mesh, node, mesh_early_turns(&mesh)};
    uint32_t rank = mesh_rank(&mesh, node), row = mesh_row_blocks(&mesh);
    uint32_t after = part.early + mesh_row_steps(&mesh); /* steps before the late turns */
    if (number == 1)
        step_copy(step, AREA_INPUT, 0, EARLY,
                  rank % row * 2 * part.early + mesh_position(&mesh, node, 0) % 2);
    if (number == after + 1)
        place_early_rows(&part, step);
    if (number <= part.early)
        early_turn(&part, number, step);
    else if (number <= after)
        along_rows(&part, number - part.early, step);
    else if (number <= mesh_turns_steps(shape))
        late_turn(&part, number - after - 1, step);
}

/* ---- "mesh-allgather-turns", "mesh-reduce-scatter-turns" ---- */

const struct algorithm mesh_allgather_turns = {
    .name = "mesh-allgather-turns",
    .operation = &mesh_allgather_operation,
    .ports = PORTS_ONE,
    .moves_within = true,
    .varies = VARIES_SIDES,
    .source = "after Grama et al., 4.2, columns by turns before and after the rows",
    .areas = TURNS_AREAS,
    .applicable = mesh_turns_fit,
    .scratch = turns_scratch,
    .steps = mesh_turns_steps,
    .link_words = mesh_allgather_words,
    .bound = turns_bound,
    .open_in = mesh_allgather_open_in,
    .step = turns_step,
};

/* A sum that comes to a node has gone round the ring's end, so the order is not kept. */
const struct algorithm mesh_reduce_scatter_turns = {
    .name = "mesh-reduce-scatter-turns",
    .operation = &mesh_reduce_scatter_operation,
    .ports = PORTS_ONE,
    .varies = VARIES_SIDES,
    .source = "after Grama et al., 4.2, dual",
    .areas = DUAL_TURNS_AREAS,
    .accumulators = 1u << DUAL_COLLECTED,
    .dual_of = &mesh_allgather_turns,
};
