/* All-gather, reduce-scatter, gather and scatter on a ring or square mesh, on all links at once:
 * four schedules for the calls of mesh_allgather.c and mesh_scatter.c. The tree is that of
 * mesh_quarters.h.
 *
 * Cost for p nodes with l links each, with t_s a message's start-up, t_w a byte's time, m the bytes
 * of a block:
 *     each     (t_s + t_w m) ceil((p - 1) / l), l = 2 on a ring, 4 on a mesh of s x s
 */
#include "collectives/mesh/all_port.h"

#include "collectives/mesh/allgather.h"
#include "collectives/mesh/quarters.h"
#include "collectives/mesh/scatter.h"
#include "collectives/schedule/dual.h"
#include "collectives/schedule/mesh.h"

enum {
    UNDER_WAY = 2, /* gather and scatter: what others will have or had; reduce-scatter: what has
                      been collected */
    ALL_PORT_AREAS,
};

/* What a node passes on in one direction while all broadcast: on which ports, and whose blocks. */
struct passing {
    uint32_t out;
    uint32_t in;
    uint32_t leaving; /* ranks */
    uint32_t arriving;
    uint32_t head; /* of the tree's arc */
};

/* Returns false if the step has no arc in that direction. */
static bool passing_in(const struct shape *shape, uint32_t node, uint32_t number,
                       uint32_t direction, struct passing *passing) {
    struct tree_arc arc;
    if (number > quarters_steps(shape) || !quarters_arc(shape, number, direction, &arc))
        return false;
    uint32_t rank = mesh_rank(shape, node);
    passing->out = mesh_port_to(shape, node, direction);
    passing->in = mesh_port_to(shape, node, mesh_opposite(direction));
    passing->leaving = mesh_translate_back(shape, rank, arc.tail);
    passing->arriving = mesh_translate_back(shape, rank, arc.head);
    passing->head = arc.head;
    return true;
}

/* A node's own block goes to its place in the output. */
static void keep_own(const struct shape *shape, uint32_t node, struct step *step) {
    step_move(step, (struct block_set){AREA_INPUT, 0, 0},
              (struct block_set){AREA_OUTPUT, mesh_rank(shape, node), 0}, MOVE_COPY);
}

/* ---- "mesh-allgather-all-port" ----
 *
 * Example, a ring of 4, what position 0 receives: step 1 block 3 from 3 and block 1 from 1; step 2
 * block 2 from 3.
 */
static uint64_t pairs(const struct shape *shape) {
    uint64_t nodes = mesh_nodes(shape);
    return nodes * (nodes - 1);
}

static void allgather_step(const struct shape *shape, uint32_t node, uint32_t number,
                           struct step *step) {
    struct passing passing;
    step_clear(step);
    if (!mesh_has(shape, node))
        return;
    if (number == 1)
        keep_own(shape, node, step);
    for (uint32_t direction = 0; direction < MESH_DIRECTIONS; direction++) {
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
    .source = "Ozveren, 2.2.3, by a tree of quarter turns",
    .areas = AREA_OUTPUT + 1,
    .applicable = quarters_fit,
    .blocks = mesh_allgather_blocks,
    .steps = quarters_steps,
    .packets = pairs,
    .link_words = pairs,
    .bound = quarters_steps, /* p - 1 blocks come to a node on its links */
    .step = allgather_step,
};

/* ---- "mesh-reduce-scatter-all-port": backwards ---- */

static struct run reduce_scatter_place(const struct shape *shape, uint32_t node, struct run run) {
    (void)shape;
    (void)node;
    run.area = run.area == AREA_INPUT ? AREA_OUTPUT : UNDER_WAY;
    return run;
}

static void reduce_scatter_step(const struct shape *shape, uint32_t node, uint32_t number,
                                struct step *step) {
    dual_combining_step(&mesh_allgather_all_port, reduce_scatter_place, shape, node, number, step);
}

const struct algorithm mesh_reduce_scatter_all_port = {
    .name = "mesh-reduce-scatter-all-port",
    .operation = &mesh_reduce_scatter_operation,
    .ports = PORTS_ALL,
    .is_default = true,
    .varies = VARIES_SIDES,
    .source = "Ozveren, 2.2.3, dual",
    .areas = ALL_PORT_AREAS,
    .accumulators = 1u << UNDER_WAY,
    .applicable = quarters_fit,
    .blocks = mesh_reduce_scatter_blocks,
    .steps = quarters_steps,
    .packets = pairs,
    .link_words = pairs,
    .bound = quarters_steps,
    .step = reduce_scatter_step,
};

/* ---- "mesh-gather-all-port": what "mesh-allgather-all-port" sends towards the root ----
 *
 * Of the arcs that would take the block of rank a to all others, those on the tree's path to the
 * root are left, in the same steps.
 *
 * Example, a ring of 8, root 0 (whose block, if not the sender's): step 1: 1 -> 0, 2 -> 1, 3 -> 2,
 * 4 -> 5, 5 -> 6, 6 -> 7, 7 -> 0; step 2: 1 -> 0 (2), 2 -> 1 (3), 5 -> 6 (4), 6 -> 7 (5), 7 -> 0
 * (6); step 3: 1 -> 0 (3), 6 -> 7 (4), 7 -> 0 (5); step 4: 7 -> 0 (4).
 */
static bool gather_fits(const struct shape *shape) {
    return quarters_fit(shape) && shape->root < mesh_nodes(shape);
}

static bool is_root(const struct shape *shape, uint32_t node) {
    return mesh_rank(shape, node) == shape->root;
}

static uint32_t gather_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    if (!mesh_has(shape, node))
        return 0;
    if (area == AREA_INPUT)
        return 1;
    return (area == AREA_OUTPUT) == is_root(shape, node) ? mesh_nodes(shape) : 0;
}

/* The sum of the distances of all nodes from the root: side / 4 an axis in the mean. */
static uint64_t distances(const struct shape *shape) {
    uint64_t side = mesh_side(shape, 0);
    return mesh_axes(shape) * mesh_nodes(shape) * side / 4;
}

static struct run gather_run(const struct shape *shape, uint32_t node, uint32_t rank) {
    if (mesh_rank(shape, node) == rank)
        return single_block(AREA_INPUT, 0);
    return single_block(is_root(shape, node) ? AREA_OUTPUT : UNDER_WAY, rank);
}

/* Whether the block of rank `origin` crosses the arc of its tree that ends `head` further. */
static bool is_taken(const struct shape *shape, uint32_t origin, uint32_t head) {
    uint32_t end = mesh_translate_back(shape, shape->root, origin);
    return end != 0 && quarters_lead_through(shape, head, end);
}

static void gather_step(const struct shape *shape, uint32_t node, uint32_t number,
                        struct step *step) {
    struct passing passing;
    step_clear(step);
    if (!mesh_has(shape, node))
        return;
    if (number == 1 && is_root(shape, node))
        keep_own(shape, node, step);
    for (uint32_t direction = 0; direction < MESH_DIRECTIONS; direction++) {
        if (!passing_in(shape, node, number, direction, &passing))
            continue;
        if (is_taken(shape, passing.leaving, passing.head))
            step_send(step, passing.out, gather_run(shape, node, passing.leaving));
        if (is_taken(shape, passing.arriving, passing.head))
            step_receive(step, passing.in, gather_run(shape, node, passing.arriving));
    }
}

/* On a mesh the chain with most hops is a shorter one, of as many as the farthest block passes. */
static struct cost gather_cost(const struct shape *shape) {
    uint64_t steps = quarters_steps(shape), hops = mesh_diameter(shape);
    struct cost cost = chain_of(steps, steps, steps < hops ? steps : hops);
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
    .areas = ALL_PORT_AREAS,
    .applicable = gather_fits,
    .blocks = gather_blocks,
    .steps = quarters_steps,
    .packets = distances,
    .link_words = distances,
    .bound = quarters_steps, /* p - 1 blocks come to the root on its links */
    .cost = gather_cost,
    .step = gather_step,
};

/* ---- "mesh-scatter-all-port": backwards ---- */

/* Input and output change places. */
static uint32_t scatter_area(uint32_t area) {
    return area == UNDER_WAY ? UNDER_WAY : AREA_INPUT + AREA_OUTPUT - area;
}

static uint32_t scatter_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    return gather_blocks(shape, node, scatter_area(area));
}

static struct run scatter_place(const struct shape *shape, uint32_t node, struct run run) {
    (void)shape;
    (void)node;
    run.area = (uint16_t)scatter_area(run.area);
    return run;
}

static void scatter_step(const struct shape *shape, uint32_t node, uint32_t number,
                         struct step *step) {
    dual_step(&mesh_gather_all_port, scatter_place, shape, node, number, step);
}

const struct algorithm mesh_scatter_all_port = {
    .name = "mesh-scatter-all-port",
    .operation = &mesh_scatter_operation,
    .ports = PORTS_ALL,
    .is_default = true,
    .varies = VARIES_ROOT | VARIES_SIDES,
    .source = "Ozveren, 2.2.4, dual of gather",
    .areas = ALL_PORT_AREAS,
    .applicable = gather_fits,
    .blocks = scatter_blocks,
    .steps = quarters_steps,
    .packets = distances,
    .link_words = distances,
    .bound = quarters_steps,
    .cost = gather_cost,
    .step = scatter_step,
};
