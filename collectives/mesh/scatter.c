/* Scatter and gather on a ring or mesh by recursive halving (halving.h): two schedules, and their
 * calls. After the slides "Scatter and Gather" to Grama et al., section 4.4.
 *
 * Cost (cost.h) for p = s^2 nodes (a ring: s = p, and p - 1 hops), with m the bytes of a block:
 *     each     t_s log p + t_w m (p - 1) + t_h 2 (s - 1)
 */
#include "collectives/mesh/algorithms.h"
#include "collectives/mesh/halving.h"
#include "collectives/schedule/mesh.h"

enum {
    HELD = AREA_OUTPUT + 1, /* the blocks that pass a node which is not the root */
    SCATTER_AREAS,
};

/* ---- "mesh-scatter": the blocks for a half go to the one that stands for it ----
 *
 * Example, a ring of 8, root 0:
 *     step 1   0 -> 4: 4, 5, 6, 7
 *     step 2   0 -> 2: 2, 3   4 -> 6: 6, 7
 *     step 3   0 -> 1   2 -> 3   4 -> 5   6 -> 7   a block each
 */
static uint32_t scatter_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    if (area == AREA_OUTPUT)
        return 1;
    if (mesh_is_root(shape, node))
        return area == AREA_INPUT ? mesh_nodes(shape) : 0;
    uint32_t count = halving_ranks(shape, node).count;
    return area == HELD && count > 1 ? count : 0;
}

static void scatter_step(const struct shape *shape, uint32_t node, uint32_t number,
                         struct step *step) {
    struct rank_range ranks = halving_ranks(shape, node);
    bool root = mesh_is_root(shape, node);
    uint32_t area = root ? AREA_INPUT : ranks.count > 1 ? HELD : AREA_OUTPUT;
    if (number > halving_steps(shape)) {
        uint32_t own = mesh_rank(shape, node) - ranks.first;
        if (area != AREA_OUTPUT)
            step_copy(step, area, own, AREA_OUTPUT, 0);
        return;
    }
    struct role role = halving_role(shape, node, number);
    uint32_t first = role.kind == RELAYS ? 0 : role.first - ranks.first;
    halving_act(step, &role, consecutive_blocks(area, first, role.count));
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
    .blocks = scatter_blocks,
    .steps = halving_steps,
    .packets = halving_packets,
    .link_words = halving_words,
    .bound = mesh_doublings, /* each node must hear of the root */
    .cost = halving_personal_cost,
    .step = scatter_step,
};

/* ---- "mesh-gather": "mesh-scatter" backwards ---- */

const struct algorithm mesh_gather = {
    .name = "mesh-gather",
    .operation = &mesh_gather_operation,
    .ports = PORTS_ONE,
    .is_default = true,
    .relay = RELAY_PIECES,
    .varies = VARIES_ROOT | VARIES_SIDES,
    .source = "Grama et al., 4.4, gather",
    .areas = SCATTER_AREAS,
    .dual_of = &mesh_scatter,
};
