/* One step of a PM2I network, in which each logical node i uses one of its 2n functions, i -> i +
 * 2^j and i -> i - 2^j: a schedule. After Y. C. Hu, "Optimal All-to-Some Personalized
 * Communication on Hypercubes": logical node i is physical node Gray(i), and a packet crosses the
 * links that ASPC has for it (aspc.h), which is one link for j = 0, and else two.
 *
 * Cost (cost.h), with m the bytes:
 *     pm2i        (t_s + t_w m) 2
 */
#include "collectives/refined/refined.h"

#include <stdlib.h>
#include <string.h>

#include "collectives/cube/shared.h"
#include "compiler.h"
#include "cube.h"

enum { BLOCK = AREA_INPUT, OUT, PASSING, AREAS };

/* The path of a packet. */
struct path {
    uint8_t links;  /* 1 or 2 */
    uint8_t first;  /* the port of its first link */
    uint8_t second; /* the port of its second link, if it has one */
};

/* The function that every node uses, and the path of its packet. */
struct functions {
    int16_t offset[SCHEDULE_NODES];   /* 2^j or -2^j, by logical node */
    struct path path[SCHEDULE_NODES]; /* by physical node */
};

/* ---- The functions ---- */

static uint32_t gray(uint32_t logical) {
    return logical ^ logical >> 1;
}

static uint32_t logical_of(uint32_t node) {
    return (uint32_t)cube_gray_inverse((int)node);
}

/* The functions for shapes without a table, as tests and printed tables have them. Either all nodes
 * use i + 1, or all use i - 1, or even nodes use one 2^b with b > 0 and odd nodes another, and i
 * mod 2^b gives the sign. All of these are permutations. */
static int32_t example(const struct shape *shape, uint32_t logical) {
    uint32_t q = shape->shift;
    if (shape->dimension == 1 || q % 4 == 0)
        return (q & 4) == 0 ? 1 : -1;
    uint32_t b = 1 + (logical % 2 == 0 ? q : q / 2) % (shape->dimension - 1);
    uint32_t low = logical & ((1u << b) - 1);
    return __builtin_popcount(low & q) % 2 == 0 ? 1 << b : -(1 << b);
}

static int32_t offset_of(const struct shape *shape, uint32_t logical) {
    const struct functions *functions = shape->table;
    return functions ? functions->offset[logical] : example(shape, logical);
}

static uint32_t target_of(const struct shape *shape, uint32_t logical) {
    return (logical + (uint32_t)offset_of(shape, logical)) & (shape_nodes(shape) - 1);
}

static struct cube_content pm2i_postcondition(const struct shape *shape, uint32_t node,
                                              UNUSED uint32_t area, uint32_t block) {
    uint32_t origin = 0;
    while (target_of(shape, origin) != logical_of(node))
        origin++;
    return content_of(gray(origin), block);
}

static const struct operation pm2i_operation = {
    .tag = OPERATION_PM2I,
    .outputs = 1,
    .postcondition = pm2i_postcondition,
};

FORMULA(bool, pm2i_fits, shape->dimension > 0)

/* A packet that has come in step 1 and is to go on waits in PASSING, at the block of the port that
 * it came on. */
BLOCKS_FORMULA(pm2i_scratch, shape->dimension)

/* ---- "pm2i": two steps ----
 *
 * In step 1 every node sends one packet, so no link carries two. In step 2 each link is the last
 * one of a packet. If two packets needed the same link they would have the same destination, and
 * the functions would not be a permutation. (Packets whose offsets have the same sign never need
 * the same link, even then: Hu, Theorem 4.)
 *
 * Example, n = 3, all by +2, logical nodes:
 *     step 1   0 -> 1   1 -> 6   2 -> 3   3 -> 4   4 -> 5   5 -> 2   6 -> 7   7 -> 0
 *     step 2   1 -> 2   6 -> 3   3 -> 4   4 -> 5   5 -> 6   2 -> 7   7 -> 0   0 -> 1
 */

/* The path of the packet of a physical node. */
static struct path path_of(const struct shape *shape, uint32_t node) {
    uint32_t logical = logical_of(node);
    int32_t offset = offset_of(shape, logical);
    uint32_t j = lowest_port((uint32_t)abs(offset));
    uint32_t (*port)(uint32_t, uint32_t, uint32_t) = offset > 0 ? aspc_phi : aspc_varphi;
    struct path path = {.links = 1, .first = (uint8_t)port(shape->dimension, logical, j)};
    if (j > 0) {
        uint32_t between = logical_of(node ^ 1u << path.first);
        path.second = (uint8_t)port(shape->dimension, between, j);
        path.links = 2;
    }
    return path;
}

static void make_functions(const struct shape *shape, void *table) {
    struct functions *functions = table;
    const int *asked = shape->table; /* while the table is made: what the caller gave, or null */
    struct shape made = *shape;
    for (uint32_t i = 0; i < shape_nodes(shape); i++)
        functions->offset[i] = (int16_t)(asked ? asked[i] : example(shape, i));
    made.table = functions;
    for (uint32_t v = 0; v < shape_nodes(shape); v++)
        functions->path[v] = path_of(&made, v);
}

FORMULA(size_t, functions_bytes, sizeof(struct functions))

/* Returns how many links the longest path has. */
static uint32_t pm2i_steps(const struct shape *shape) {
    for (uint32_t i = 0; i < shape_nodes(shape); i++)
        if (abs(offset_of(shape, i)) > 1)
            return 2;
    return 1;
}

static uint64_t pm2i_packets(const struct shape *shape) {
    uint64_t packets = 0;
    for (uint32_t i = 0; i < shape_nodes(shape); i++)
        packets += abs(offset_of(shape, i)) == 1 ? 1 : 2;
    return packets;
}

/* Adds the second link of the packet that came to `between` on `port` in step 1, if it is a link of
 * `node`. */
static void add_second(uint32_t node, uint32_t between, uint32_t port, const struct path *path,
                       struct step *step) {
    if (node == between)
        step_send(step, path->second, single_block(PASSING, port));
    else if ((node ^ between) == 1u << path->second)
        step_receive(step, path->second, single_block(OUT, 0));
}

/* Looks at all packets that a node and its neighbours have after step 1: their second links may be
 * links of the node. */
static void second_step(const struct functions *functions, uint32_t n, uint32_t node,
                        struct step *step) {
    for (uint32_t to = 0; to <= n; to++) {
        uint32_t between = to == n ? node : node ^ 1u << to;
        for (uint32_t port = 0; port < n; port++) {
            const struct path *path = &functions->path[between ^ 1u << port];
            if (path->links == 2 && path->first == port)
                add_second(node, between, port, path, step);
        }
    }
}

static void pm2i_step(const struct shape *shape, uint32_t node, uint32_t number,
                      struct step *step) {
    const struct functions *functions = shape->table;
    if (number == 2)
        second_step(functions, shape->dimension, node, step);
    if (number != 1)
        return;
    step_send(step, functions->path[node].first, single_block(BLOCK, 0));
    for (uint32_t port = 0; port < shape->dimension; port++) {
        const struct path *path = &functions->path[node ^ 1u << port];
        if (path->first == port)
            step_receive(step, port,
                         path->links == 1 ? single_block(OUT, 0) : single_block(PASSING, port));
    }
}

const struct algorithm pm2i = {
    .name = "pm2i",
    .operation = &pm2i_operation,
    .ports = PORTS_ALL,
    .is_default = true,
    .varies = VARIES_SHIFT,
    .source = "Hu, section 3, a PM2I network",
    .areas = AREAS,
    .applicable = pm2i_fits,
    .scratch = pm2i_scratch,
    .steps = pm2i_steps,
    .packets = pm2i_packets,
    .table_bytes = functions_bytes,
    .make_table = make_functions,
    .step = pm2i_step,
};

uint32_t pm2i_contention(const struct shape *shape) {
    static NODE_TABLE struct functions made;
    static NODE_TABLE uint8_t load[SCHEDULE_NODES * SCHEDULE_DIMENSIONS];
    uint32_t most = 1; /* in step 1 */
    memset(load, 0, (size_t)shape_nodes(shape) * SCHEDULE_DIMENSIONS * sizeof *load);
    make_functions(shape, &made);
    for (uint32_t v = 0; v < shape_nodes(shape); v++) {
        struct path path = made.path[v];
        if (path.links == 1)
            continue;
        uint32_t packets = ++load[(v ^ 1u << path.first) * SCHEDULE_DIMENSIONS + path.second];
        most = packets > most ? packets : most;
    }
    return most;
}
