/* Transfer from one node of a ring or mesh to another one. k packets go one behind the other, on a
 * shortest path or on edge-disjoint paths. After Ozveren, Communication Aspects of
 * Parallel Processing, section 2.2.1, with the packets divided so that no other way takes fewer
 * steps.
 *
 * Cost (cost.h) over the distance h, with m the bytes:
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
#include "collectives/schedule/mesh.h"
#include "compiler.h"

#include <string.h>

/* ---- Edge-disjoint paths, and how packets are divided among them ----
 *
 * Packets go along a path one behind the other, so in T steps T - l + 1 of them arrive over a path
 * of length l. Over f edge-disjoint paths whose lengths sum up to L, f (T + 1) - L packets arrive.
 * So L has to be the least sum for f paths. The best f gives the least T, and no other way to send
 * the packets, along paths or not, takes fewer steps (L. R. Ford and D. R. Fulkerson, Constructing
 * Maximal Dynamic Flows from Static Flows, Operations Research 6 (3), 1958). The least sums are
 * found by successive shortest paths, where a new path may take links back from the paths before
 * it.
 *
 * Between two nodes of a ring this gives the two ways round it, on a mesh of two axes the four
 * paths of Ozveren, Communication Aspects of Parallel Processing, 2.2.1, figure 7, and if all sides
 * are 2 the n paths of refined/transfer.c.
 */
/* A path, and the packets that go along it. */
struct mesh_path {
    uint32_t length; /* links */
    uint32_t first;  /* packets first .. first + count - 1 */
    uint32_t count;
};

/* The path that a link is on. */
struct mesh_arc {
    uint16_t path;
    uint16_t passed; /* which link of the path it is, from 1; 0: it is on no path */
};

struct mesh_paths {
    uint32_t count; /* 0 if the two nodes are the same */
    uint32_t steps; /* T */
    struct mesh_path path[SCHEDULE_DIMENSIONS];
    struct mesh_arc arc[]; /* of the link of node v on port p: [v * dimension + p] */
};

enum { FAR = INT16_MAX };

/* A flow along the links of a mesh, and the search for a path that it leaves room for. Arrays are
 * indexed by node. */
struct search {
    uint32_t root;
    uint32_t target;
    uint32_t nodes;
    uint16_t links[SCHEDULE_NODES]; /* the set of ports that have a link of the mesh */
    uint16_t flow[SCHEDULE_NODES];  /* the set of ports on which the flow leaves the node */
    uint16_t best[SCHEDULE_NODES];  /* the best flow so far */
    int16_t distance[SCHEDULE_NODES];
    uint8_t port[SCHEDULE_NODES];   /* the port on which the path came from the node before */
    bool waiting[SCHEDULE_NODES];   /* whether the node is in the queue, which has no node twice */
    uint16_t queue[SCHEDULE_NODES]; /* nodes, in a ring buffer */
};

static uint16_t links_of(const struct shape *shape, uint32_t node) {
    uint32_t links = 0;
    for (uint32_t axis = 0; axis < mesh_axes(shape) && mesh_has(shape, node); axis++) {
        if (mesh_side(shape, axis) == 1)
            continue;
        uint32_t position = mesh_position(shape, node, axis);
        links |= 1u << mesh_port_next(shape, axis, position);
        links |= 1u << mesh_port_before(shape, axis, position);
    }
    return (uint16_t)links;
}

static void begin(const struct shape *shape, struct search *search) {
    search->root = mesh_node(shape, shape->root);
    search->target = mesh_node(shape, shape->target);
    search->nodes = shape_nodes(shape);
    for (uint32_t v = 0; v < search->nodes; v++) {
        search->links[v] = links_of(shape, v);
        search->flow[v] = search->best[v] = 0;
    }
}

/* Returns what a path pays for the link of `node` on `port`: 1, or -1 if it cancels flow in the
 * other direction, or FAR if there is no room. */
static int link_price(const struct search *search, uint32_t node, uint32_t port) {
    if ((search->flow[node ^ 1u << port] >> port) & 1)
        return -1;
    return (search->flow[node] >> port) & 1 ? FAR : 1;
}

/* Finds the shortest path from the root to the target. Returns its length, or FAR if there is none.
 * Prices below 0 do no harm, because a flow of least cost leaves no cycle whose cost is below 0. */
static int find_shortest(struct search *search) {
    uint32_t head = 0, waiting = 1;
    for (uint32_t v = 0; v < search->nodes; v++) {
        search->distance[v] = FAR;
        search->waiting[v] = false;
    }
    search->distance[search->root] = 0;
    search->queue[0] = (uint16_t)search->root;
    for (; waiting > 0; waiting--) {
        uint32_t node = search->queue[head];
        head = (head + 1) % search->nodes;
        search->waiting[node] = false;
        for (uint32_t ports = search->links[node]; ports != 0; ports &= ports - 1) {
            uint32_t port = lowest_port(ports);
            uint32_t next = node ^ 1u << port;
            int distance = search->distance[node] + link_price(search, node, port);
            if (distance >= search->distance[next])
                continue;
            search->distance[next] = (int16_t)distance;
            search->port[next] = (uint8_t)port;
            if (!search->waiting[next]) {
                search->waiting[next] = true;
                search->queue[(head + waiting - 1) % search->nodes] = (uint16_t)next;
                waiting++;
            }
        }
    }
    return search->distance[search->target];
}

/* Adds the path just found to the flow. */
static void add_path(struct search *search) {
    for (uint32_t node = search->target; node != search->root;) {
        uint16_t bit = (uint16_t)(1u << search->port[node]);
        uint32_t from = node ^ bit;
        if (search->flow[node] & bit)
            search->flow[node] &= (uint16_t)~bit;
        else
            search->flow[from] |= bit;
        node = from;
    }
}

/* Chooses the number of paths that takes the fewest steps, and leaves their flow in search->flow.
 */
static void choose(const struct shape *shape, uint32_t most, struct search *search,
                   struct mesh_paths *paths) {
    uint32_t lengths = 0;
    paths->count = 0;
    paths->steps = UINT32_MAX;
    for (uint32_t count = 1; count <= most; count++) {
        int length = find_shortest(search);
        if (length == FAR || (uint32_t)length > paths->steps)
            break; /* another path would bring no packet in time */
        add_path(search);
        lengths += (uint32_t)length;
        uint32_t steps = (shape->packets + lengths + count - 1) / count - 1;
        if (steps < paths->steps) {
            paths->count = count;
            paths->steps = steps;
            memcpy(search->best, search->flow, search->nodes * sizeof search->best[0]);
        }
    }
    memcpy(search->flow, search->best, search->nodes * sizeof search->best[0]);
}

/* Divides the flow into paths, each with as many packets as it can bring in time. Returns how many
 * packets all paths can bring. */
static uint32_t follow(const struct shape *shape, struct search *search, struct mesh_paths *paths,
                       bool arcs) {
    uint32_t room = 0;
    for (uint32_t k = 0; k < paths->count; k++) {
        uint32_t length = 0;
        for (uint32_t node = search->root; node != search->target;) {
            uint32_t port = lowest_port(search->flow[node]);
            search->flow[node] &= (uint16_t)(search->flow[node] - 1);
            length++;
            if (arcs)
                paths->arc[node * shape->dimension + port] =
                    (struct mesh_arc){(uint16_t)k, (uint16_t)length};
            node ^= 1u << port;
        }
        paths->path[k].length = length;
        paths->path[k].count = paths->steps + 1 - length;
        room += paths->path[k].count;
    }
    return room;
}

/* Takes `too_many` packets off the longest paths again, and numbers the others. `too_many` is less
 * than the number of paths, because otherwise one step less would be enough. */
static void divide(struct mesh_paths *paths, uint32_t too_many) {
    for (; too_many > 0; too_many--) {
        struct mesh_path *longest = &paths->path[0];
        for (uint32_t k = 1; k < paths->count; k++)
            if (paths->path[k].count > 0 &&
                (longest->count == 0 || paths->path[k].length >= longest->length))
                longest = &paths->path[k];
        longest->count--;
    }
    for (uint32_t k = 0, first = 0; k < paths->count; k++) {
        paths->path[k].first = first;
        first += paths->path[k].count;
    }
}

/* The size of struct mesh_paths with the arcs of a shape, in bytes. */
static size_t paths_bytes(const struct shape *shape) {
    size_t links = (size_t)shape_nodes(shape) * shape->dimension;
    return sizeof(struct mesh_paths) + links * sizeof(struct mesh_arc);
}

/* Finds at most `most` paths from rank shape->root to rank shape->target for shape->packets
 * packets, and fills *paths, the caller's. Its arcs are filled only if `arcs` is set, and then it
 * must have room for them. Usually this takes O(most (N + links)) time, where N is the number of
 * nodes of the cube. */
static void find_paths(const struct shape *shape, uint32_t most, struct mesh_paths *paths,
                       bool arcs) {
    static NODE_TABLE struct search search;
    if (arcs)
        memset(paths, 0, paths_bytes(shape));
    paths->count = paths->steps = 0;
    if (shape->root == shape->target)
        return;
    begin(shape, &search);
    choose(shape, most, &search, paths);
    divide(paths, follow(shape, &search, paths, arcs) - shape->packets);
}

/* ---- The operation ---- */

enum {
    RECEIVED = AREA_OUTPUT,
    PASSING, /* at the nodes between the two */
    TRANSFER_AREAS,
};

FORMULA(bool, transfer_fits, shape->target < mesh_nodes(shape))

/* Any node but the two may be between them, because the paths are not known before there is a
 * table. */
static uint32_t transfer_scratch(const struct shape *shape, uint32_t node, UNUSED uint32_t area) {
    uint32_t rank = mesh_rank(shape, node);
    return rank == shape->root || rank == shape->target ? 0 : shape->packets;
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
    if (paths->count == 0)
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
    find_paths(shape, 1, table, true);
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
FORMULA(uint32_t, path_steps, steps_over_path(shape->packets, distance(shape)))
FORMULA(uint64_t, path_packets, distance(shape) * (uint64_t)shape->packets)
FORMULA(struct chain_cost, path_cost, cost_over_path(shape->packets, distance(shape)))

static void path_longer(const struct shape *shape, UNUSED bool one_port, uint32_t longer,
                        struct chain_cost *cost) {
    cost->longer = steps_over_path(longer, distance(shape));
}

const struct algorithm mesh_transfer_path = {
    .name = "mesh-transfer-path",
    .operation = &mesh_transfer_operation,
    .ports = PORTS_ONE,
    .is_default = true,
    .varies = VARIES_ROOT | VARIES_TARGET | VARIES_PACKETS | VARIES_SIDES,
    .source = "Ozveren, 2.2.1, one path",
    .areas = TRANSFER_AREAS,
    .applicable = transfer_fits,
    .scratch = transfer_scratch,
    .steps = path_steps,
    .packets = path_packets,
    .table_bytes = paths_bytes,
    .make_table = path_table,
    .cost = path_cost,
    .longer = path_longer,
    .step = transfer_step,
};

/* ---- "mesh-transfer-paths": the packets go along edge-disjoint paths ---- */

static void paths_table(const struct shape *shape, void *table) {
    find_paths(shape, SCHEDULE_DIMENSIONS, table, true);
}

/* Returns the paths. They are in the table if there is one. If not, they are found and written,
 * without their arcs, into *found. */
static const struct mesh_paths *paths_of(const struct shape *shape, struct mesh_paths *found) {
    if (shape->table)
        return shape->table;
    find_paths(shape, SCHEDULE_DIMENSIONS, found, false);
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
    .operation = &mesh_transfer_operation,
    .ports = PORTS_ALL,
    .is_default = true,
    .varies = VARIES_ROOT | VARIES_TARGET | VARIES_PACKETS | VARIES_SIDES,
    .source = "Ozveren, 2.2.1, parallel paths",
    .areas = TRANSFER_AREAS,
    .applicable = transfer_fits,
    .scratch = transfer_scratch,
    .steps = paths_steps,
    .packets = paths_packets,
    .cost = paths_cost,
    .table_bytes = paths_bytes,
    .make_table = paths_table,
    .step = transfer_step,
};
