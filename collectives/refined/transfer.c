/* Transfer from one node to another one. k packets go one behind the other, on one path or on n
 * edge-disjoint paths. After Ozveren, Communication Aspects of Parallel Processing,
 * section 2.2.1, with the packets divided so that all paths end in the same step.
 *
 * Cost (cost.h) over the distance h, with m the bytes:
 *     transfer-path      (t_s + t_w m / k) (k + h - 1)
 *     transfer-paths     (t_s + t_w m / k) T, T the least with h (T - h + 1) + (n - h) (T - h - 1)
 *                        at least k, where a bracket below 0 counts as 0
 *
 * Example, n = 3, from 0 to 3, k = 3 packets a, b, c, so T = 3:
 *     step 1   a: 0->1    c: 0->2
 *     step 2   a: 1->3    c: 2->3    b: 0->1
 *     step 3   b: 1->3
 * A fourth packet would cross 0->2 in step 2. The last one of seven goes 0->4->5->7->3, in steps 1
 * to 4.
 */
#include "collectives/refined/refined.h"

#include "collectives/schedule/subcube.h"

/* ---- The n edge-disjoint paths between two nodes of the cube ----
 *
 * Let D be the h dimensions in which the two nodes differ, in ascending order. Path p, 0 <= p < h,
 * crosses all of D: first those from number p to the last one, and then those from the first one
 * on. So path 0 is the E-cube path. Each of the other n - h dimensions c has a path, too: it
 * crosses c, then D, then c again. No two of these n paths have a node in common except the first
 * and the last node.
 *
 * Example, n = 3, from 0 to 3, so that D = 0, 1 and h = 2:
 *     path 0   0 -> 1 -> 3
 *     path 1   0 -> 2 -> 3
 *     path 2   0 -> 4 -> 5 -> 7 -> 3
 *
 * Below, the paths lead from shape->root to shape->target.
 */
/* The place of a node between the two ends of a path. */
struct path_position {
    uint32_t path;
    uint32_t passed; /* the links from the root to this node */
    uint32_t in;     /* the port on which the path comes to the node */
    uint32_t out;    /* the port on which it leaves the node */
};

/* D, the set of dimensions that every path has to cross. */
FORMULA(uint32_t, across, shape->root ^ shape->target)

/* h, the distance of the two nodes. */
FORMULA(uint32_t, path_distance, (uint32_t)__builtin_popcount(across(shape)))

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

/* Finds the position of a node between the two on one of the first `paths` paths. Returns false if
 * the node is on none of them, or is one of the two. */
static bool path_position_of(const struct shape *shape, uint32_t node, uint32_t paths,
                             struct path_position *position) {
    uint32_t x = node ^ shape->root, d = across(shape), h = path_distance(shape);
    if (d == 0 || x == 0 || x == d)
        return false;
    return (on_short_path(x, d, h, position) ||
            on_long_path(shape->dimension, x, d, h, position)) &&
           position->path < paths;
}

/* The port on which a path leaves the root, and the one on which it comes to the target. h > 0. */
static uint32_t path_first_port(const struct shape *shape, uint32_t path) {
    uint32_t h = path_distance(shape);
    uint32_t others = ((1u << shape->dimension) - 1) & ~across(shape);
    return path < h ? port_at(across(shape), path) : port_at(others, path - h);
}

static uint32_t path_last_port(const struct shape *shape, uint32_t path) {
    uint32_t h = path_distance(shape);
    return path_first_port(shape, path < h ? (path + h - 1) % h : path);
}

/* ---- The operation ---- */

enum {
    RECEIVED = AREA_OUTPUT,
    PASSING, /* at the nodes between the two */
    TRANSFER_AREAS,
};

/* ---- How packets are divided among paths ---- */

struct division {
    uint32_t paths;
    uint32_t most_short; /* the most packets of a path over h links */
    uint32_t most_long;  /* the most packets of a path over h + 2 links */
};

static struct division one_path(const struct shape *shape) {
    return (struct division){.paths = 1, .most_short = shape->packets};
}

/* A short path takes at most T - h + 1 packets, and a long one T - h - 1. The long paths are of no
 * use if there are at most two packets for each short path. */
static struct division all_paths(const struct shape *shape) {
    uint32_t n = shape->dimension, k = shape->packets, h = path_distance(shape);
    if (h == 0)
        return (struct division){.paths = 0};
    uint32_t most = k <= 2 * h ? (k + h - 1) / h : (k + 2 * (n - h) + n - 1) / n;
    return (struct division){.paths = n, .most_short = most, .most_long = most < 2 ? 0 : most - 2};
}

/* The packets of a path: `count` packets from number `first` on. */
struct share {
    uint32_t first;
    uint32_t count;
};

static struct share share_of(const struct shape *shape, const struct division *division,
                             uint32_t path) {
    uint32_t h = path_distance(shape), k = shape->packets;
    bool is_short = path < h;
    uint32_t most = is_short ? division->most_short : division->most_long;
    uint64_t first = is_short ? (uint64_t)path * most
                              : (uint64_t)h * division->most_short + (uint64_t)(path - h) * most;
    if (first >= k)
        return (struct share){k, 0};
    uint32_t left = k - (uint32_t)first;
    return (struct share){(uint32_t)first, left < most ? left : most};
}

/* ---- Schedules ---- */

/* Adds what a node receives or sends on `port` in a step. The node is `passed` links after the root
 * on its path. The packets of a path enter it one after the other, one in each step. */
static void add_receive(struct share share, uint32_t area, uint32_t passed, uint32_t port,
                        uint32_t number, struct step *step) {
    if (number >= passed && number - passed < share.count)
        step_receive(step, port, single_block(area, share.first + number - passed));
}

static void add_send(struct share share, uint32_t area, uint32_t passed, uint32_t port,
                     uint32_t number, struct step *step) {
    if (number > passed && number - passed - 1 < share.count)
        step_send(step, port, single_block(area, share.first + number - passed - 1));
}

static void add_step(const struct shape *shape, const struct division *division, uint32_t node,
                     uint32_t number, struct step *step) {
    struct path_position position;
    uint32_t h = path_distance(shape);
    if (h == 0) { /* the closing step is the only one */
        if (node == shape->root)
            step_spread(step, consecutive_blocks(AREA_INPUT, 0, shape->packets), RECEIVED, 0, 1);
        return;
    }
    if (path_position_of(shape, node, division->paths, &position)) {
        struct share share = share_of(shape, division, position.path);
        add_receive(share, PASSING, position.passed, position.in, number, step);
        add_send(share, PASSING, position.passed, position.out, number, step);
        return;
    }
    for (uint32_t path = 0; path < division->paths; path++) {
        struct share share = share_of(shape, division, path);
        if (node == shape->root)
            add_send(share, AREA_INPUT, 0, path_first_port(shape, path), number, step);
        else if (node == shape->target)
            add_receive(share, RECEIVED, path < h ? h : h + 2, path_last_port(shape, path), number,
                        step);
    }
}

/* ---- "transfer-path": the E-cube path ---- */

static uint32_t path_scratch(const struct shape *shape, uint32_t node, UNUSED uint32_t area) {
    struct path_position position;
    return path_position_of(shape, node, 1, &position) ? shape->packets : 0;
}

/* With one port the root sends one packet in a step, and the last packet has h links to cross. */
FORMULA(uint32_t, path_steps, steps_over_path(shape->packets, path_distance(shape)))
FORMULA(uint64_t, path_packets, path_distance(shape) * (uint64_t)shape->packets)

static void path_step(const struct shape *shape, uint32_t node, uint32_t number,
                      struct step *step) {
    struct division division = one_path(shape);
    add_step(shape, &division, node, number, step);
}

FORMULA(struct chain_cost, path_cost, cost_over_path(shape->packets, path_distance(shape)))

static void path_longer(const struct shape *shape, UNUSED bool one_port, uint32_t longer,
                        struct chain_cost *cost) {
    cost->longer = steps_over_path(longer, path_distance(shape));
}

const struct algorithm transfer_path = {
    .name = "transfer-path",
    .operation = &transfer_operation,
    .ports = PORTS_ONE,
    .is_default = true,
    .varies = VARIES_ROOT | VARIES_TARGET | VARIES_PACKETS,
    .source = "Ozveren, 2.2.1, type 1",
    .areas = TRANSFER_AREAS,
    .scratch = path_scratch,
    .steps = path_steps,
    .packets = path_packets,
    .cost = path_cost,
    .longer = path_longer,
    .step = path_step,
};

/* ---- "transfer-paths": n edge-disjoint paths ---- */

static uint32_t paths_scratch(const struct shape *shape, uint32_t node, UNUSED uint32_t area) {
    struct path_position position;
    return path_position_of(shape, node, shape->dimension, &position) ? shape->packets : 0;
}

/* No algorithm takes fewer steps: h links to the target come from nodes at distance h - 1 from the
 * root and bring nothing before step h; the others come from nodes at distance h + 1 and bring
 * nothing before step h + 2. */
FORMULA(uint32_t, paths_steps, steps_over_path(all_paths(shape).most_short, path_distance(shape)))

static uint64_t paths_packets(const struct shape *shape) {
    uint64_t h = path_distance(shape), k = shape->packets;
    if (h == 0)
        return 0;
    uint64_t room = h * all_paths(shape).most_short;
    return k <= room ? k * h : k * h + 2 * (k - room);
}

static void paths_step(const struct shape *shape, uint32_t node, uint32_t number,
                       struct step *step) {
    struct division division = all_paths(shape);
    add_step(shape, &division, node, number, step);
}

/* The chain of a short path, which has most packets. The long paths have two links more and at
 * least two packets fewer, so they take no more steps. */
static struct chain_cost paths_cost(const struct shape *shape) {
    uint64_t steps = paths_steps(shape), h = path_distance(shape);
    bool are_longer = h > 0 && shape->packets > h * all_paths(shape).most_short;
    struct chain_cost cost = chain_of(steps, steps, are_longer ? h + 2 : h);
    cost.exactness = are_longer ? COST_EXACT_BUT_HOPS : COST_EXACT;
    return cost;
}

/* The longest chain is that of the first path, whose packets are the first ones. */
static void paths_longer(const struct shape *shape, UNUSED bool one_port, uint32_t longer,
                         struct chain_cost *cost) {
    uint32_t most = all_paths(shape).most_short;
    cost->longer = steps_over_path(longer < most ? longer : most, path_distance(shape));
}

const struct algorithm transfer_paths = {
    .name = "transfer-paths",
    .operation = &transfer_operation,
    .ports = PORTS_ALL,
    .is_default = true,
    .varies = VARIES_ROOT | VARIES_TARGET | VARIES_PACKETS,
    .source = "Ozveren, 2.2.1, type d",
    .areas = TRANSFER_AREAS,
    .scratch = paths_scratch,
    .steps = paths_steps,
    .packets = paths_packets,
    .cost = paths_cost,
    .longer = paths_longer,
    .step = paths_step,
};
