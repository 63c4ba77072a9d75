/* Any permutation along E-cube paths: a schedule, and the calls.
 *
 * Cost, with t_s a message's start-up, t_w a byte's time, t_h a hop's, m the bytes, r the rounds:
 *     permute-ecube       (t_s + t_w m) r + t_h n r at most
 */
#include "collectives/cube/permutation.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "collectives/call/call.h"
#include "collectives/run/plan_cache.h"
#include "cube.h"
#include "net/node.h"

enum { BLOCK = AREA_INPUT, OUT, AREAS };

/* Where everything goes, and in which step: 0 where it stays. */
struct rounds {
    uint32_t steps;
    uint16_t destination[CUBE_MAX_NODES];
    uint16_t step[CUBE_MAX_NODES];
};

/* ---- The permutation ---- */

/* Without a table, what tests and tables take: a node's bits in reverse, XOR shape->shift. The
 * reversal loads some links of E-cube paths most: 2^(n / 2 - 1) packets. */
static uint32_t reversed(const struct shape *shape, uint32_t node) {
    uint32_t bits = 0;
    for (uint32_t d = 0; d < shape->dimension; d++)
        bits |= ((node >> d) & 1) << (shape->dimension - 1 - d);
    return bits;
}

static uint32_t mask(const struct shape *shape) {
    return shape->shift & (shape_nodes(shape) - 1);
}

static uint32_t destination_of(const struct shape *shape, uint32_t node) {
    const struct rounds *rounds = shape->table;
    return rounds != NULL ? rounds->destination[node] : reversed(shape, node) ^ mask(shape);
}

static uint32_t origin_of(const struct shape *shape, uint32_t node) {
    if (shape->table == NULL)
        return reversed(shape, node ^ mask(shape));
    uint32_t origin = 0;
    while (destination_of(shape, origin) != node)
        origin++;
    return origin;
}

static struct content permutation_postcondition(const struct shape *shape, uint32_t node,
                                                uint32_t area, uint32_t block) {
    (void)area;
    return content_of(origin_of(shape, node), block);
}

static const struct operation permutation_operation = {
    .tag = OPERATION_PERMUTATION,
    .outputs = 1,
    .postcondition = permutation_postcondition,
};

static uint32_t permutation_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    (void)shape;
    (void)node;
    (void)area;
    return 1;
}

/* ---- "permute-ecube": rounds of packets whose paths share no link ----
 *
 * The first round takes each packet, by the number of its origin, whose E-cube path is free of
 * those taken before; the second does so with those left over, and so on. There are at least as
 * many rounds as there are packets on the busiest link.
 *
 * Example, n = 3, bits reversed, so that 1 and 4 exchange, 3 and 6:
 *     step 1    1 -> 0 -> 4    3 -> 2 -> 6    4 -> 5 -> 1    6 -> 7 -> 3
 */

/* Takes the path from `origin` if its links are free in `used`, a set of ports for each node. */
static bool take_path(uint16_t used[], uint32_t origin, uint32_t destination) {
    for (uint32_t node = origin; node != destination; node ^= 1u << lowest_port(node ^ destination))
        if ((used[node] >> lowest_port(node ^ destination)) & 1)
            return false;
    for (uint32_t node = origin; node != destination;) {
        uint32_t port = lowest_port(node ^ destination);
        used[node] |= (uint16_t)(1u << port);
        node ^= 1u << port;
    }
    return true;
}

static size_t rounds_bytes(const struct shape *shape) {
    (void)shape;
    return sizeof(struct rounds);
}

static void make_rounds(const struct shape *shape, void *table) {
    struct rounds *rounds = table;
    uint32_t nodes = shape_nodes(shape);
    uint32_t left = 0;
    for (uint32_t v = 0; v < nodes; v++) {
        rounds->destination[v] = (uint16_t)destination_of(shape, v);
        rounds->step[v] = 0;
        left += rounds->destination[v] != v;
    }
    for (rounds->steps = 0; left > 0;) {
        uint16_t used[CUBE_MAX_NODES] = {0};
        rounds->steps++;
        for (uint32_t v = 0; v < nodes; v++)
            if (rounds->step[v] == 0 && rounds->destination[v] != v &&
                take_path(used, v, rounds->destination[v])) {
                rounds->step[v] = (uint16_t)rounds->steps;
                left--;
            }
    }
}

static uint32_t permutation_steps(const struct shape *shape) {
    struct rounds rounds;
    if (shape->table != NULL)
        return ((const struct rounds *)shape->table)->steps;
    make_rounds(shape, &rounds);
    return rounds.steps;
}

static uint64_t permutation_packets(const struct shape *shape) {
    uint64_t packets = 0;
    for (uint32_t v = 0; v < shape_nodes(shape); v++)
        packets += (uint64_t)__builtin_popcount(v ^ destination_of(shape, v));
    return packets;
}

/* One step where anything moves at all, if a network had paths enough. */
static uint32_t permutation_bound(const struct shape *shape) {
    return permutation_packets(shape) > 0;
}

/* A node is on the path of a packet if its low bits, up to some dimension, are the destination's
 * and its others the origin's. Then the packet came on the highest dimension in which the node
 * differs from the origin, and leaves on the lowest in which it differs from the destination. */
static void permutation_step(const struct shape *shape, uint32_t node, uint32_t number,
                             struct step *step) {
    const struct rounds *rounds = shape->table;
    step_clear(step);
    if (number > rounds->steps && rounds->destination[node] == node)
        step_move(step, (struct block_set){BLOCK, 0, 0}, (struct block_set){OUT, 0, 0}, MOVE_COPY);
    for (uint32_t origin = 0; origin < shape_nodes(shape); origin++) {
        if (rounds->step[origin] != number)
            continue;
        uint32_t behind = node ^ origin;
        uint32_t ahead = node ^ rounds->destination[origin];
        uint32_t in = behind == 0 ? 0 : 31 - (uint32_t)__builtin_clz(behind);
        uint32_t out = ahead == 0 ? CUBE_MAX_DIMENSION : lowest_port(ahead);
        if (behind == 0) {
            step_send(step, out, single_block(BLOCK, 0));
        } else if (ahead == 0) {
            step_receive(step, in, single_block(OUT, 0));
        } else if (in < out) {
            step->relays |= 1u << in;
            step->receive[in] = single_block(OUT, 0); /* as large; the pieces stay in the rings */
            step->leave[in] = out;
        }
    }
}

/* In every round, a path as long as there is. */
static struct cost permutation_cost(const struct shape *shape) {
    uint64_t steps = permutation_steps(shape);
    struct cost cost = chain_of(steps, steps, steps * shape->dimension);
    cost.exactness = COST_AT_MOST;
    return cost;
}

const struct algorithm permutation_ecube = {
    .name = "permute-ecube",
    .operation = &permutation_operation,
    .ports = PORTS_ONE,
    .relay = RELAY_PIECES,
    .is_default = true,
    .varies = VARIES_SHIFT,
    .source = "E-cube paths, first fit",
    .areas = AREAS,
    .blocks = permutation_blocks,
    .steps = permutation_steps,
    .packets = permutation_packets,
    .link_words = permutation_packets,
    .bound = permutation_bound,
    .open = true,
    .table_bytes = rounds_bytes,
    .make_table = make_rounds,
    .cost = permutation_cost,
    .step = permutation_step,
};

/* ---- The calls ---- */

/* Whether each of 0 .. nodes - 1 is in destination[] once. */
static bool is_permutation(const int destination[], uint32_t nodes) {
    bool seen[CUBE_MAX_NODES] = {false};
    for (uint32_t v = 0; destination != NULL && v < nodes; v++) {
        if (destination[v] < 0 || (uint32_t)destination[v] >= nodes || seen[destination[v]])
            return false;
        seen[destination[v]] = true;
    }
    return destination != NULL;
}

/* The last permutation for which a plan may be kept, and how many there have been: a call with
 * the same one is known by that number. */
static NODE_LOCAL struct {
    int destination[CUBE_MAX_NODES];
    uint32_t number;
} last;

static bool is_last(const int destination[]) {
    return destination != NULL &&
           memcmp(destination, last.destination, sizeof(int) << node.dimension) == 0;
}

int cube_permute_by(const struct cube_choice *choice, const void *send, void *recv, size_t bytes,
                    const int destination[]) {
    struct call call;
    struct rounds asked;
    int error = call_begin(&call, &permutation_operation, &permutation_ecube, choice, 0);
    if (unlikely(error != 0))
        return error;
    if (!is_permutation(destination, shape_nodes(&call.shape)))
        return -EINVAL;
    for (uint32_t v = 0; v < shape_nodes(&call.shape); v++)
        asked.destination[v] = (uint16_t)destination[v];
    call.shape.table = &asked; /* make_rounds copies it, and adds the steps */
    call.shape.shift = call_mix(destination, shape_nodes(&call.shape));
    if (choice == NULL && !is_last(destination)) {
        memcpy(last.destination, destination, sizeof(int) << node.dimension);
        last.number++;
    }
    call_known(&call, choice, CALL_PERMUTE, bytes, last.number);
    call.input = send;
    call.output[0] = recv;
    call.layout.bytes = bytes;
    return execute(&call);
}

int cube_permute(const void *send, void *recv, size_t bytes, const int destination[]) {
    struct plan *plan = NULL;
    if (is_last(destination))
        plan = plan_kept(CALL_PERMUTE, bytes, last.number);
    return very_likely(plan != NULL) ? plan_run(send, recv, plan)
                                     : cube_permute_by(NULL, send, recv, bytes, destination);
}

int cube_contention(const int destination[]) {
    uint16_t load[CUBE_MAX_NODES * CUBE_MAX_DIMENSION] = {0};
    int most = 0;
    if (!is_permutation(destination, (uint32_t)cube_nodes()))
        return -EINVAL;
    for (uint32_t v = 0; v < (uint32_t)cube_nodes(); v++) {
        uint32_t to = (uint32_t)destination[v];
        for (uint32_t node = v; node != to;) {
            uint32_t port = lowest_port(node ^ to);
            int packets = ++load[node * CUBE_MAX_DIMENSION + port];
            most = packets > most ? packets : most;
            node ^= 1u << port;
        }
    }
    return most;
}
