/* Scatter and gather on a ring or mesh by recursive halving (mesh_halving.h): two schedules and
 * their calls. After the slides "Scatter and Gather" to Grama et al., section 4.4.
 *
 * Cost for p = s^2 nodes (a ring: s = p, and p - 1 hops), with t_s a message's start-up, t_w a
 * byte's time, t_h a hop's, m the bytes of a block:
 *     each     t_s log p + t_w m (p - 1) + t_h 2 (s - 1)
 */
#include "collectives/mesh/scatter.h"

#include "collectives/call/mesh_call.h"
#include "collectives/call/select.h"
#include "collectives/mesh/halving.h"
#include "collectives/schedule/dual.h"
#include "collectives/schedule/mesh.h"
#include "collectives/schedule/postcondition.h"
#include "cube.h"
#include "net/node.h"

enum {
    HELD = 2, /* what a node has for others */
    SCATTER_AREAS,
};

/* ---- "mesh-scatter": the blocks for a half go to the one that stands for it ----
 *
 * Example, a ring of 8, root 0: step 1 takes blocks 4 .. 7 to position 4; step 2 blocks 2, 3 to
 * position 2 and 6, 7 to position 6; step 3 the odd ones to their owners.
 */
static struct content scatter_postcondition(const struct shape *shape, uint32_t node, uint32_t area,
                                            uint32_t block) {
    (void)area;
    (void)block;
    return content_of(shape->root, mesh_rank(shape, node));
}

const struct operation mesh_scatter_operation = {
    .tag = OPERATION_MESH_SCATTER,
    .outputs = 1,
    .postcondition = scatter_postcondition,
    .rank = mesh_rank,
};

static uint32_t scatter_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    if (!mesh_has(shape, node))
        return 0;
    if (area == AREA_OUTPUT)
        return 1;
    if (mesh_is_root(shape, node))
        return area == AREA_INPUT ? mesh_nodes(shape) : 0;
    uint32_t count = halving_part(shape, node).count;
    return area == HELD && count > 1 ? count : 0;
}

static void scatter_step(const struct shape *shape, uint32_t node, uint32_t number,
                         struct step *step) {
    step_clear(step);
    if (!mesh_has(shape, node))
        return;
    struct part_of_mesh part = halving_part(shape, node);
    bool root = mesh_is_root(shape, node);
    uint32_t area = root ? AREA_INPUT : part.count > 1 ? HELD : AREA_OUTPUT;
    if (number > halving_steps(shape)) {
        uint32_t own = mesh_rank(shape, node) - part.first;
        if (area != AREA_OUTPUT)
            step_move(step, (struct block_set){area, own, 0}, (struct block_set){AREA_OUTPUT, 0, 0},
                      MOVE_COPY);
        return;
    }
    struct role role = halving_role(shape, node, number);
    struct run run = {(uint16_t)area, (uint16_t)role.count,
                      role.part == RELAYS ? 0 : role.first - part.first, 0};
    halving_act(step, &role, run);
}

const struct algorithm mesh_scatter = {
    .name = "mesh-scatter",
    .operation = &mesh_scatter_operation,
    .ports = PORTS_ONE,
    .is_default = true,
    .relay = RELAY_PIECES,
    .varies = VARIES_ROOT | VARIES_SIDES,
    .source = "Grama et al., 4.4, scatter",
    .areas = SCATTER_AREAS,
    .applicable = mesh_fits_root,
    .blocks = scatter_blocks,
    .steps = halving_steps,
    .packets = halving_packets,
    .link_words = halving_words,
    .bound = mesh_doublings, /* each node must hear of the root */
    .cost = halving_personal_cost,
    .step = scatter_step,
};

/* ---- "mesh-gather": "mesh-scatter" backwards ---- */

const struct operation mesh_gather_operation = {
    .tag = OPERATION_MESH_GATHER,
    .outputs = 1,
    .postcondition = postcondition_of_each,
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

const struct algorithm mesh_gather = {
    .name = "mesh-gather",
    .operation = &mesh_gather_operation,
    .ports = PORTS_ONE,
    .is_default = true,
    .relay = RELAY_PIECES,
    .varies = VARIES_ROOT | VARIES_SIDES,
    .source = "Grama et al., 4.4, gather",
    .areas = SCATTER_AREAS,
    .applicable = mesh_fits_root,
    .blocks = gather_blocks,
    .steps = halving_steps,
    .packets = halving_packets,
    .link_words = halving_words,
    .bound = mesh_doublings,
    .cost = halving_personal_cost,
    .step = gather_step,
};

/* ---- The calls ---- */

static int distribute(const struct operation *operation, const struct algorithm *usual,
                      const struct cube_choice *choice, const struct cube_mesh *mesh,
                      const void *send, void *recv, size_t bytes, int root) {
    struct call call;
    int error = mesh_call_begin(&call, operation, usual, choice, mesh, root);
    if (error != 0)
        return error;
    call_select_on_mesh(&call, choice, blocks_of(bytes), false);
    call.input = send;
    call.output[0] = recv;
    error = call_blocks(&call, bytes);
    return error != 0 ? error : execute(&call);
}

int cube_mesh_scatter(const struct cube_choice *choice, const struct cube_mesh *mesh,
                      const void *send, void *recv, size_t bytes, int root) {
    return distribute(&mesh_scatter_operation, &mesh_scatter, choice, mesh, send, recv, bytes,
                      root);
}

int cube_mesh_gather(const struct cube_choice *choice, const struct cube_mesh *mesh,
                     const void *send, void *recv, size_t bytes, int root) {
    return distribute(&mesh_gather_operation, &mesh_gather, choice, mesh, send, recv, bytes, root);
}
