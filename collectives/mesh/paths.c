#include "collectives/mesh/paths.h"

#include <string.h>

#include "collectives/schedule/mesh.h"
#include "compiler.h"

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

size_t mesh_paths_bytes(const struct shape *shape) {
    size_t links = (size_t)shape_nodes(shape) * shape->dimension;
    return sizeof(struct mesh_paths) + links * sizeof(struct mesh_arc);
}

void mesh_paths_find(const struct shape *shape, uint32_t most, struct mesh_paths *paths,
                     bool arcs) {
    static NODE_TABLE struct search search;
    if (arcs)
        memset(paths, 0, mesh_paths_bytes(shape));
    paths->count = paths->steps = 0;
    if (shape->root == shape->target)
        return;
    begin(shape, &search);
    choose(shape, most, &search, paths);
    divide(paths, follow(shape, &search, paths, arcs) - shape->packets);
}
