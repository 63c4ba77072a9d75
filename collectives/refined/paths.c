#include "collectives/refined/paths.h"

#include "collectives/schedule/step.h"
#include "collectives/schedule/subcube.h"

/* D, the set of dimensions that every path has to cross. */
static uint32_t across(const struct shape *shape) {
    return shape->root ^ shape->target;
}

uint32_t path_distance(const struct shape *shape) {
    return (uint32_t)__builtin_popcount(across(shape));
}

/* Port number `index` of a set, from 0. */
static uint32_t port_at(uint32_t ports, uint32_t index) {
    return lowest_port(subcube_node(1u << index, ports));
}

/* Finds the position of a node on one of the h paths that cross only the dimensions of D. The node
 * differs from the root in the dimensions x, which are some of D but not all. Returns false if it
 * is on none of these paths. */
static bool on_short_path(uint32_t x, uint32_t d, uint32_t h, struct path_position *position) {
    uint32_t ranks = subcube_rank(x, d);
    /* The path has crossed dimensions that follow each other in D, cyclically. The first of them is
     * the only one whose predecessor has not been crossed. */
    uint32_t begins = ranks & ~(ranks << 1 | ranks >> (h - 1));
    if ((x & ~d) != 0 || (begins & (begins - 1)) != 0)
        return false;
    position->path = lowest_port(begins);
    position->passed = (uint32_t)__builtin_popcount(ranks);
    position->in = port_at(d, (position->path + position->passed - 1) % h);
    position->out = port_at(d, (position->path + position->passed) % h);
    return true;
}

/* The position on one of the other n - h paths. Returns false if the node is on none of them. */
static bool on_long_path(uint32_t n, uint32_t x, uint32_t d, uint32_t h,
                         struct path_position *position) {
    uint32_t first = x & ~d;
    uint32_t ranks = subcube_rank(x, d);
    if (first == 0 || (first & (first - 1)) != 0 || (ranks & (ranks + 1)) != 0)
        return false;
    uint32_t others = ((1u << n) - 1) & ~d;
    uint32_t crossed = (uint32_t)__builtin_popcount(ranks);
    uint32_t port = lowest_port(first);
    position->path = h + (uint32_t)__builtin_popcount(others & (first - 1));
    position->passed = 1 + crossed;
    position->in = crossed == 0 ? port : port_at(d, crossed - 1);
    position->out = crossed == h ? port : port_at(d, crossed);
    return true;
}

bool path_position_of(const struct shape *shape, uint32_t node, uint32_t paths,
                      struct path_position *position) {
    uint32_t x = node ^ shape->root, d = across(shape), h = path_distance(shape);
    if (d == 0 || x == 0 || x == d)
        return false;
    return (on_short_path(x, d, h, position) ||
            on_long_path(shape->dimension, x, d, h, position)) &&
           position->path < paths;
}

uint32_t path_first_port(const struct shape *shape, uint32_t path) {
    uint32_t h = path_distance(shape);
    uint32_t others = ((1u << shape->dimension) - 1) & ~across(shape);
    return path < h ? port_at(across(shape), path) : port_at(others, path - h);
}

uint32_t path_last_port(const struct shape *shape, uint32_t path) {
    uint32_t h = path_distance(shape);
    return path_first_port(shape, path < h ? (path + h - 1) % h : path);
}
