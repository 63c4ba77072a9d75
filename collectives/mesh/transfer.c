/* Transfer from one node of a ring or mesh to another one. k packets go one behind the other, on a
 * shortest path or on edge-disjoint paths (paths.h). After Ozveren, Communication Aspects of
 * Parallel Processing, section 2.2.1, with the packets divided so that no other way takes fewer
 * steps.
 *
 * Cost over the distance h, with t_s a message's start-up, t_w a byte's time, m the bytes:
 *     mesh-transfer-path      (t_s + t_w m / k) (k + h - 1)
 *     mesh-transfer-paths     (t_s + t_w m / k) T; on a ring of s nodes T is the least with
 *                             (T - h + 1) + (T - s + h + 1) at least k, where a bracket below 0
 *                             counts as 0; on a mesh there is a bracket for each of four paths
 *
 * Example, a ring of 8, from 0 to 3, k = 4 packets a .. d; the two paths have 3 and 5 links, T = 5:
 *     step 1   a: 0->1                        d: 0->7
 *     step 2   b: 0->1   a: 1->2              d: 7->6
 *     step 3   c: 0->1   b: 1->2   a: 2->3    d: 6->5
 *     step 4             c: 1->2   b: 2->3    d: 5->4
 *     step 5                       c: 2->3    d: 4->3
 */
#include "collectives/mesh/algorithms.h"
#include "collectives/mesh/paths.h"
#include "collectives/schedule/mesh.h"
#include "collectives/schedule/postcondition.h"
#include "cube.h"

enum {
    RECEIVED = AREA_OUTPUT,
    PASSING, /* at the nodes between the two */
    TRANSFER_AREAS,
};

static const struct operation transfer_operation = {
    .tag = OPERATION_MESH_TRANSFER,
    .outputs = 1,
    .postcondition = postcondition_of_root,
    .rank = mesh_rank,
};

static bool transfer_fits(const struct shape *shape) {
    return mesh_fits_root(shape) && shape->target < mesh_nodes(shape);
}

/* The source has what it sends, and it receives nothing from itself. Any other node may be between
 * the two, because the paths are not known before there is a table. */
static uint32_t transfer_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    if (!mesh_has(shape, node))
        return 0;
    uint32_t rank = mesh_rank(shape, node);
    bool has = area == AREA_INPUT ? rank == shape->root
               : area == RECEIVED ? rank == shape->target && rank != shape->root
                                  : rank != shape->target && rank != shape->root;
    return has ? shape->packets : 0;
}

/* Sets *packet to the packet that crosses a link in a step. Returns false if there is none. */
static bool packet_on(const struct mesh_paths *paths, struct mesh_arc arc, uint32_t number,
                      uint32_t *packet) {
    const struct mesh_path *path = &paths->path[arc.path];
    if (arc.passed == 0 || number < arc.passed || number - arc.passed >= path->count)
        return false;
    *packet = path->first + number - arc.passed;
    return true;
}

static void transfer_step(const struct shape *shape, uint32_t node, uint32_t number,
                          struct step *step) {
    const struct mesh_paths *paths = shape->table;
    step_clear(step);
    if (paths->count == 0 || !mesh_has(shape, node))
        return;
    uint32_t n = shape->dimension;
    uint32_t rank = mesh_rank(shape, node);
    for (uint32_t port = 0; port < n; port++) {
        uint32_t neighbour = node ^ 1u << port;
        uint32_t packet;
        if (packet_on(paths, paths->arc[node * n + port], number, &packet))
            step_send(step, port, single_block(rank == shape->root ? AREA_INPUT : PASSING, packet));
        if (packet_on(paths, paths->arc[neighbour * n + port], number, &packet))
            step_receive(step, port,
                         single_block(rank == shape->target ? RECEIVED : PASSING, packet));
    }
}

/* ---- "mesh-transfer-path": the packets go along a shortest path ---- */

static void path_table(const struct shape *shape, void *table) {
    mesh_paths_find(shape, 1, table, true);
}

static uint32_t distance(const struct shape *shape) {
    uint32_t links = 0;
    for (uint32_t axis = 0; axis < mesh_axes(shape); axis++) {
        uint32_t side = mesh_side(shape, axis);
        uint32_t from = mesh_position_of_rank(shape, shape->root, axis);
        links +=
            ring_distance(side, mesh_position_of_rank(shape, shape->target, axis) + side - from);
    }
    return links;
}

/* With one port the root sends one packet in a step, and the last packet has all links to cross. */
static uint32_t path_steps(const struct shape *shape) {
    return steps_over_path(shape->packets, distance(shape));
}

static uint64_t path_packets(const struct shape *shape) {
    return (uint64_t)shape->packets * distance(shape);
}

static struct chain_cost path_cost(const struct shape *shape) {
    return cost_over_path(shape->packets, distance(shape));
}

static void path_longer(const struct shape *shape, bool one_port, uint32_t longer,
                        struct chain_cost *cost) {
    (void)one_port;
    cost->longer = steps_over_path(longer, distance(shape));
}

const struct algorithm mesh_transfer_path = {
    .name = "mesh-transfer-path",
    .operation = &transfer_operation,
    .ports = PORTS_ONE,
    .is_default = true,
    .varies = VARIES_ROOT | VARIES_TARGET | VARIES_PACKETS | VARIES_SIDES,
    .source = "Ozveren, 2.2.1, one path",
    .areas = TRANSFER_AREAS,
    .applicable = transfer_fits,
    .blocks = transfer_blocks,
    .steps = path_steps,
    .packets = path_packets,
    .table_bytes = mesh_paths_bytes,
    .make_table = path_table,
    .cost = path_cost,
    .longer = path_longer,
    .step = transfer_step,
};

/* ---- "mesh-transfer-paths": the packets go along edge-disjoint paths ---- */

static void paths_table(const struct shape *shape, void *table) {
    mesh_paths_find(shape, SCHEDULE_DIMENSIONS, table, true);
}

/* Returns the paths. They are in the table if there is one. If not, they are found and written,
 * without their arcs, into *found. */
static const struct mesh_paths *paths_of(const struct shape *shape, struct mesh_paths *found) {
    if (shape->table)
        return shape->table;
    mesh_paths_find(shape, SCHEDULE_DIMENSIONS, found, false);
    return found;
}

static uint32_t paths_steps(const struct shape *shape) {
    struct mesh_paths found;
    return paths_of(shape, &found)->steps;
}

static uint64_t paths_packets(const struct shape *shape) {
    struct mesh_paths found;
    const struct mesh_paths *paths = paths_of(shape, &found);
    uint64_t packets = 0;
    for (uint32_t k = 0; k < paths->count; k++)
        packets += (uint64_t)paths->path[k].count * paths->path[k].length;
    return packets;
}

/* Every path has a chain of as many packets as there are steps. If paths cross, packets of one path
 * wait for packets of another, and the chain has at most as many hops as there are steps. */
static struct chain_cost paths_cost(const struct shape *shape) {
    struct mesh_paths found;
    const struct mesh_paths *paths = paths_of(shape, &found);
    if (paths->count == 1)
        return chain_of(paths->steps, paths->steps, paths->path[0].length);
    struct chain_cost cost = chain_of(paths->steps, paths->steps, paths->steps);
    cost.exactness = COST_EXACT_BUT_HOPS;
    return cost;
}

const struct algorithm mesh_transfer_paths = {
    .name = "mesh-transfer-paths",
    .operation = &transfer_operation,
    .ports = PORTS_ALL,
    .is_default = true,
    .varies = VARIES_ROOT | VARIES_TARGET | VARIES_PACKETS | VARIES_SIDES,
    .source = "Ozveren, 2.2.1, parallel paths",
    .areas = TRANSFER_AREAS,
    .applicable = transfer_fits,
    .blocks = transfer_blocks,
    .steps = paths_steps,
    .packets = paths_packets,
    .cost = paths_cost,
    .table_bytes = mesh_paths_bytes,
    .make_table = paths_table,
    .step = transfer_step,
};
