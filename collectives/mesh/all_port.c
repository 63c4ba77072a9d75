/* All-gather, reduce-scatter, gather and scatter on a ring or mesh, on all links at once: four
 * schedules for the calls of allgather.c, reduce_scatter.c and scatter.c. The tree is that of
 * tree.h.
 *
 * Cost (cost.h) for p nodes with l links each, with m the bytes of a block:
 *     each     (t_s + t_w m) ceil((p - 1) / l); l is 2 on a ring, 4 on a mesh of two axes, and one
 *              less for each side of 2
 */
#include "collectives/mesh/allgather.h"
#include "collectives/mesh/directions.h"
#include "collectives/mesh/halving.h"
#include "collectives/mesh/tree.h"
#include "collectives/schedule/mesh.h"

enum {
    UNDER_WAY = AREA_OUTPUT + 1, /* the blocks that pass a node which is not the root */
    GATHER_AREAS,
};

/* What a node passes on in one direction while all nodes broadcast. */
struct passing {
    uint32_t out; /* the ports on which a block leaves and another one arrives */
    uint32_t in;
    uint32_t leaving; /* the rank whose block leaves, and the rank whose block arrives */
    uint32_t arriving;
    uint32_t head; /* the head of the tree's arc, a rank */
};

/* Fills *passing for a step. Returns false if the tree has no arc in that direction then. */
static bool passing_in(const struct shape *shape, uint32_t node, uint32_t number,
                       uint32_t direction, struct passing *passing) {
    struct tree_arc arc;
    if (number > mesh_tree_steps(shape) || !mesh_tree_arc(shape, number, direction, &arc))
        return false;
    uint32_t rank = mesh_rank(shape, node);
    passing->out = mesh_port_to(shape, node, direction);
    passing->in = mesh_port_to(shape, node, mesh_opposite(direction));
    passing->leaving = mesh_translate_back(shape, rank, arc.tail);
    passing->arriving = mesh_translate_back(shape, rank, arc.head);
    passing->head = arc.head;
    return true;
}

/* Copies a node's own block to its place in the output. */
static void keep_own(const struct shape *shape, uint32_t node, struct step *step) {
    step_copy(step, AREA_INPUT, 0, AREA_OUTPUT, mesh_rank(shape, node));
}

/* ---- "mesh-allgather-all-port": every node's block goes along the tree translated to that node
 * ----
 *
 * Example, a ring of 4. Position 0 receives block 3 from 3 and block 1 from 1 in step 1, and block
 * 2 from 3 in step 2.
 *
 * No fewer steps would do: p - 1 blocks have to come to a node on its links.
 */
static void allgather_step(const struct shape *shape, uint32_t node, uint32_t number,
                           struct step *step) {
    struct passing passing;
    if (number == 1)
        keep_own(shape, node, step);
    for (uint32_t direction = 0; direction < mesh_directions(shape); direction++) {
        if (!passing_in(shape, node, number, direction, &passing))
            continue;
        step_send(step, passing.out, single_block(AREA_OUTPUT, passing.leaving));
        step_receive(step, passing.in, single_block(AREA_OUTPUT, passing.arriving));
    }
}

const struct algorithm mesh_allgather_all_port = {
    .name = "mesh-allgather-all-port",
    .operation = &mesh_allgather_operation,
    .ports = PORTS_ALL,
    .is_default = true,
    .varies = VARIES_SIDES,
    .source = "Ozveren, 2.2.3 and 2.3, by a tree of all directions",
    .steps = mesh_tree_steps,
    .packets = mesh_allgather_words,
    .table_bytes = mesh_tree_bytes,
    .make_table = mesh_tree_make,
    .step = allgather_step,
};

/* ---- "mesh-reduce-scatter-all-port": "mesh-allgather-all-port" backwards ---- */

const struct algorithm mesh_reduce_scatter_all_port = {
    MESH_REDUCE_SCATTER_OF(mesh_allgather_all_port),
    .name = "mesh-reduce-scatter-all-port",
    .ports = PORTS_ALL,
    .is_default = true,
    .source = "Ozveren, 2.2.3, dual",
};

/* ---- "mesh-gather-all-port": what "mesh-allgather-all-port" sends towards the root ----
 *
 * The all-gather takes the block of rank a to all others. The gather keeps only the arcs on the
 * tree's path to the root, in the same steps.
 *
 * Example, a ring of 8, root 0. A number after a colon is the node whose block it is, if it is not
 * the sender's own:
 *     step 1   1 -> 0      2 -> 1      3 -> 2      4 -> 5      5 -> 6   6 -> 7   7 -> 0
 *     step 2   1 -> 0: 2   2 -> 1: 3   5 -> 6: 4   6 -> 7: 5   7 -> 0: 6
 *     step 3   1 -> 0: 3   6 -> 7: 4   7 -> 0: 5
 *     step 4   7 -> 0: 4
 *
 * No fewer steps would do: p - 1 blocks have to come to the root on its links.
 */
BLOCKS_FORMULA(gather_scratch, mesh_is_root(shape, node) ? 0 : mesh_nodes(shape))

/* Returns where a node has the block of a rank. */
static struct run gather_run(const struct shape *shape, uint32_t node, uint32_t rank) {
    if (mesh_rank(shape, node) == rank)
        return single_block(AREA_INPUT, 0);
    return single_block(mesh_is_root(shape, node) ? AREA_OUTPUT : UNDER_WAY, rank);
}

/* Whether the block of rank `origin` crosses the arc that ends at rank `head` of the tree,
 * translated to `origin`, on its way to the root. */
static bool crosses(const struct shape *shape, uint32_t origin, uint32_t head) {
    uint32_t end = mesh_translate_back(shape, shape->root, origin);
    return end != 0 && mesh_tree_leads_through(shape, head, end);
}

static void gather_step(const struct shape *shape, uint32_t node, uint32_t number,
                        struct step *step) {
    struct passing passing;
    if (number == 1 && mesh_is_root(shape, node))
        keep_own(shape, node, step);
    for (uint32_t direction = 0; direction < mesh_directions(shape); direction++) {
        if (!passing_in(shape, node, number, direction, &passing))
            continue;
        if (crosses(shape, passing.leaving, passing.head))
            step_send(step, passing.out, gather_run(shape, node, passing.leaving));
        if (crosses(shape, passing.arriving, passing.head))
            step_receive(step, passing.in, gather_run(shape, node, passing.arriving));
    }
}

/* No block passes more links than the diameter. On a mesh there are more steps than that, so the
 * chain with the most packets is not the one with the most hops. */
static struct chain_cost gather_cost(const struct shape *shape) {
    uint64_t steps = mesh_tree_steps(shape), hops = mesh_diameter(shape);
    struct chain_cost cost = chain_of(steps, steps, steps < hops ? steps : hops);
    cost.exactness = steps > hops ? COST_EXACT_BUT_HOPS : COST_EXACT;
    return cost;
}

const struct algorithm mesh_gather_all_port = {
    .name = "mesh-gather-all-port",
    .operation = &mesh_gather_operation,
    .ports = PORTS_ALL,
    .is_default = true,
    .varies = VARIES_ROOT | VARIES_SIDES,
    .source = "Ozveren, 2.2.4, gather from a multinode broadcast",
    .areas = GATHER_AREAS,
    .scratch = gather_scratch,
    .steps = mesh_tree_steps,
    .packets = mesh_distances,
    .table_bytes = mesh_tree_bytes,
    .make_table = mesh_tree_make,
    .cost = gather_cost,
    .step = gather_step,
};

/* ---- "mesh-scatter-all-port": "mesh-gather-all-port" backwards ---- */

const struct algorithm mesh_scatter_all_port = {
    .name = "mesh-scatter-all-port",
    .operation = &mesh_scatter_operation,
    .ports = PORTS_ALL,
    .is_default = true,
    .varies = VARIES_ROOT | VARIES_SIDES,
    .source = "Ozveren, 2.2.4, dual of gather",
    .areas = GATHER_AREAS,
    .dual_of = &mesh_gather_all_port,
};
