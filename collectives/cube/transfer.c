/* One node to one other: k packets one behind the other, on one path or on n edge-disjoint ones;
 * and the call. After Ozveren, Communication Aspects of Parallel Processing, section 2.2.1, with
 * the packets divided so that all paths end in the same step.
 *
 * Cost over the distance h, with t_s a message's start-up, t_w a byte's time, m the bytes:
 *     transfer-path      (t_s + t_w m / k) (k + h - 1)
 *     transfer-paths     (t_s + t_w m / k) T, T the least with h (T - h + 1) + (n - h) (T - h - 1)
 *                        at least k, where a bracket below 0 counts as 0
 *
 * Let D be the h dimensions in which the two nodes differ, ascending. Path p < h crosses D in this
 * order, but beginning with the p-th of them: path 0 is the E-cube path. Each other dimension c
 * has a path that crosses c, then D, then c again. No two of these n paths have a node in common
 * but the first and the last.
 *
 * Example, n = 3, from 0 to 3, k = 3 packets a, b, c; D = 0, 1, T = 3:
 *     step 1   a: 0->1    c: 0->2
 *     step 2   a: 1->3    c: 2->3    b: 0->1
 *     step 3   b: 1->3
 * A fourth packet would take 0->2 in step 2. Of seven the last goes 0->4->5->7->3, in steps 1 to 4.
 */
#include "collectives/cube/transfer.h"

#include <errno.h>
#include <string.h>

#include "collectives/call/call.h"
#include "collectives/call/select.h"
#include "collectives/schedule/postcondition.h"
#include "collectives/schedule/subcube.h"
#include "net/node.h"

enum {
    RECEIVED = AREA_OUTPUT,
    PASSING, /* at the nodes between */
    TRANSFER_AREAS,
};

const struct operation transfer_operation = {
    .tag = OPERATION_TRANSFER,
    .outputs = 1,
    .postcondition = postcondition_of_root,
};

/* ---- Paths ---- */

/* The set of dimensions that a transfer has to cross, and how many. */
static uint32_t across(const struct shape *shape) {
    return shape->root ^ shape->target;
}

static uint32_t distance(const struct shape *shape) {
    return (uint32_t)__builtin_popcount(across(shape));
}

/* The port of number `index` in a set, from 0. */
static uint32_t port_at(uint32_t ports, uint32_t index) {
    return lowest_port(subcube_node(1u << index, ports));
}

/* Where a node is on a path. */
struct place {
    uint32_t path;
    uint32_t passed; /* the links from the root to here */
    uint32_t in;     /* the ports of this node that the path has */
    uint32_t out;
};

/* The place of a node that differs from the root in the dimensions x, on one of the paths of D
 * alone; x is neither empty nor D. False: it is on none. */
static bool on_short_path(uint32_t x, uint32_t d, uint32_t h, struct place *place) {
    uint32_t ranks = subcube_rank(x, d);
    /* It has crossed dimensions that follow each other in D, cyclically: the first of them is the
     * only one without its predecessor. */
    uint32_t begins = ranks & ~(ranks << 1 | ranks >> (h - 1));
    if ((x & ~d) != 0 || (begins & (begins - 1)) != 0)
        return false;
    place->path = lowest_port(begins);
    place->passed = (uint32_t)__builtin_popcount(ranks);
    place->in = port_at(d, (place->path + place->passed - 1) % h);
    place->out = port_at(d, (place->path + place->passed) % h);
    return true;
}

/* The same on one of the other paths. */
static bool on_long_path(uint32_t n, uint32_t x, uint32_t d, uint32_t h, struct place *place) {
    uint32_t first = x & ~d;
    uint32_t ranks = subcube_rank(x, d);
    if (first == 0 || (first & (first - 1)) != 0 || (ranks & (ranks + 1)) != 0)
        return false;
    uint32_t others = ((1u << n) - 1) & ~d;
    uint32_t crossed = (uint32_t)__builtin_popcount(ranks);
    uint32_t port = lowest_port(first);
    place->path = h + (uint32_t)__builtin_popcount(others & (first - 1));
    place->passed = 1 + crossed;
    place->in = crossed == 0 ? port : port_at(d, crossed - 1);
    place->out = crossed == h ? port : port_at(d, crossed);
    return true;
}

/* The place of a node between the two, on one of the first `paths` paths. */
static bool find_place(const struct shape *shape, uint32_t node, uint32_t paths,
                       struct place *place) {
    uint32_t x = node ^ shape->root, d = across(shape), h = distance(shape);
    if (d == 0 || x == 0 || x == d)
        return false;
    return (on_short_path(x, d, h, place) || on_long_path(shape->dimension, x, d, h, place)) &&
           place->path < paths;
}

/* The port on which a path leaves the root; and the one on which it comes to the target. */
static uint32_t first_port(const struct shape *shape, uint32_t path) {
    uint32_t h = distance(shape);
    uint32_t others = ((1u << shape->dimension) - 1) & ~across(shape);
    return path < h ? port_at(across(shape), path) : port_at(others, path - h);
}

static uint32_t last_port(const struct shape *shape, uint32_t path) {
    uint32_t h = distance(shape);
    return first_port(shape, path < h ? (path + h - 1) % h : path);
}

/* ---- How packets are divided among paths ---- */

struct division {
    uint32_t paths;
    uint32_t most_short; /* packets of a path over h links, at most */
    uint32_t most_long;  /* of one over h + 2 */
};

static struct division one_path(const struct shape *shape) {
    return (struct division){.paths = 1, .most_short = shape->packets};
}

/* T - h + 1 and T - h - 1: as long as there are two for each short path, others do not pay. */
static struct division all_paths(const struct shape *shape) {
    uint32_t n = shape->dimension, k = shape->packets, h = distance(shape);
    if (h == 0)
        return (struct division){.paths = 0};
    uint32_t most = k <= 2 * h ? (k + h - 1) / h : (k + 2 * (n - h) + n - 1) / n;
    return (struct division){.paths = n, .most_short = most, .most_long = most < 2 ? 0 : most - 2};
}

/* The packets of a path: `count` from `first` on. */
struct share {
    uint32_t first;
    uint32_t count;
};

static struct share share_of(const struct shape *shape, const struct division *division,
                             uint32_t path) {
    uint32_t h = distance(shape), k = shape->packets;
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

/* The source has what it sends; it receives nothing from itself. */
static uint32_t blocks(const struct shape *shape, uint32_t node, uint32_t area, uint32_t paths) {
    struct place place;
    bool has = area == AREA_INPUT ? node == shape->root
               : area == RECEIVED ? node == shape->target && across(shape) != 0
                                  : find_place(shape, node, paths, &place);
    return has ? shape->packets : 0;
}

/* Adds what a node receives, or sends, on `port` in a step: it is `passed` links after the root. A
 * packet crosses link after link from the step on that has its number on the path. */
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
    struct place place;
    uint32_t h = distance(shape);
    step_clear(step);
    if (h == 0)
        return;
    if (find_place(shape, node, division->paths, &place)) {
        struct share share = share_of(shape, division, place.path);
        add_receive(share, PASSING, place.passed, place.in, number, step);
        add_send(share, PASSING, place.passed, place.out, number, step);
        return;
    }
    for (uint32_t path = 0; path < division->paths; path++) {
        struct share share = share_of(shape, division, path);
        if (node == shape->root)
            add_send(share, AREA_INPUT, 0, first_port(shape, path), number, step);
        else if (node == shape->target)
            add_receive(share, RECEIVED, path < h ? h : h + 2, last_port(shape, path), number,
                        step);
    }
}

/* ---- "transfer-path": the E-cube path ---- */

static uint32_t path_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    return blocks(shape, node, area, 1);
}

/* One port sends a packet a step, and the last one has h links to cross. */
static uint32_t path_steps(const struct shape *shape) {
    uint32_t h = distance(shape);
    return h == 0 ? 0 : shape->packets + h - 1;
}

static uint64_t path_packets(const struct shape *shape) {
    return (uint64_t)shape->packets * distance(shape);
}

static void path_step(const struct shape *shape, uint32_t node, uint32_t number,
                      struct step *step) {
    struct division division = one_path(shape);
    add_step(shape, &division, node, number, step);
}

/* The last packet crosses h links, and follows the others on the first of them. */
static struct cost path_cost(const struct shape *shape) {
    uint64_t steps = path_steps(shape);
    return chain_of(steps, steps, distance(shape));
}

/* All packets, and the first of them over the other links. */
static void path_longer(const struct shape *shape, bool one_port, uint32_t longer,
                        struct cost *cost) {
    (void)one_port;
    uint32_t h = distance(shape);
    cost->longer = h == 0 ? 0 : longer + h - 1;
}

const struct algorithm transfer_path = {
    .name = "transfer-path",
    .operation = &transfer_operation,
    .ports = PORTS_ONE,
    .is_default = true,
    .varies = VARIES_ROOT | VARIES_TARGET | VARIES_PACKETS,
    .source = "Ozveren, 2.2.1, type 1",
    .areas = TRANSFER_AREAS,
    .blocks = path_blocks,
    .steps = path_steps,
    .packets = path_packets,
    .link_words = path_packets,
    .bound = path_steps,
    .cost = path_cost,
    .longer = path_longer,
    .step = path_step,
};

/* ---- "transfer-paths": n edge-disjoint paths ---- */

static uint32_t paths_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    return blocks(shape, node, area, shape->dimension);
}

/* No packets are faster: h in-links of the target come from nodes at distance h - 1 from the root
 * and bring nothing before step h, the others from nodes at distance h + 1 and nothing before h
 * + 2.
 */
static uint32_t paths_steps(const struct shape *shape) {
    uint32_t h = distance(shape);
    return h == 0 ? 0 : all_paths(shape).most_short + h - 1;
}

static uint64_t paths_packets(const struct shape *shape) {
    uint64_t h = distance(shape), k = shape->packets;
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

/* The same on the paths that have most packets. The longer paths have two links more and at least
 * two packets less: as many steps, or less. */
static struct cost paths_cost(const struct shape *shape) {
    uint64_t steps = paths_steps(shape), h = distance(shape);
    bool are_longer = h > 0 && shape->packets > h * all_paths(shape).most_short;
    struct cost cost = chain_of(steps, steps, are_longer ? h + 2 : h);
    cost.exactness = are_longer ? COST_EXACT_BUT_HOPS : COST_EXACT;
    return cost;
}

/* Those of the first path. */
static void paths_longer(const struct shape *shape, bool one_port, uint32_t longer,
                         struct cost *cost) {
    uint32_t h = distance(shape), most = all_paths(shape).most_short;
    (void)one_port;
    cost->longer = h == 0 ? 0 : (longer < most ? longer : most) + h - 1;
}

const struct algorithm transfer_paths = {
    .name = "transfer-paths",
    .operation = &transfer_operation,
    .ports = PORTS_ALL,
    .is_default = true,
    .varies = VARIES_ROOT | VARIES_TARGET | VARIES_PACKETS,
    .source = "Ozveren, 2.2.1, type d",
    .areas = TRANSFER_AREAS,
    .blocks = paths_blocks,
    .steps = paths_steps,
    .packets = paths_packets,
    .link_words = paths_packets,
    .bound = paths_steps,
    .cost = paths_cost,
    .longer = paths_longer,
    .step = paths_step,
};

/* ---- The call ---- */

int cube_transfer_by(const struct cube_choice *choice, const void *send, void *recv, size_t bytes,
                     int source, int target) {
    static NODE_LOCAL struct selection selection;
    struct call call;
    int error = call_begin(&call, &transfer_operation, &transfer_path, choice, source);
    if (error != 0)
        return error;
    call.shape.target = (uint32_t)target;
    error = call_check(&call);
    if (error != 0)
        return error;
    call_select(&call, choice, &selection, message_of(bytes, &cube_byte), false,
                distance(&call.shape));
    error = call_divide(&call, bytes, &cube_byte, NULL, 0);
    if (error != 0)
        return error;
    call.input = send;
    call.output[0] = recv;
    error = execute(&call);
    if (error != 0 || source != target || call.node != call.shape.root || bytes == 0)
        return error;
    if (recv == NULL)
        return -EINVAL;
    memmove(recv, send, bytes);
    return 0;
}

int cube_transfer(const void *send, void *recv, size_t bytes, int source, int target) {
    return cube_transfer_by(NULL, send, recv, bytes, source, target);
}
