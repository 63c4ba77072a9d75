/* Any permutation along E-cube paths: a schedule.
 *
 * Cost (cost.h), with m the bytes, r the rounds:
 *     permute-ecube       (t_s + t_w m) r + t_h n r at most
 */
#include "collectives/refined/permutation.h"

#include <string.h>

#include "compiler.h"

enum { BLOCK = AREA_INPUT, OUT };

/* ---- The permutation ---- */

/* The permutation for shapes without a table, as tests and printed tables have them: a node's bits
 * in reverse order, XOR shape->shift. In the reversal up to 2^(n / 2 - 1) E-cube paths share a
 * link.
 */
static uint32_t reversed(const struct shape *shape, uint32_t node) {
    uint32_t bits = 0;
    for (uint32_t d = 0; d < shape->dimension; d++)
        bits |= ((node >> d) & 1) << (shape->dimension - 1 - d);
    return bits;
}

static uint32_t destination_of(const struct shape *shape, uint32_t node) {
    const struct permutation_rounds *rounds = shape->table;
    return rounds ? rounds->destination[node] : reversed(shape, node) ^ shape_shift(shape);
}

/* While the table is made, shape->table is the array that the caller gave. */
static uint32_t destination_asked(const struct shape *shape, uint32_t node) {
    const int *asked = shape->table;
    return asked ? (uint32_t)asked[node] : destination_of(shape, node);
}

static uint32_t origin_of(const struct shape *shape, uint32_t node) {
    if (!shape->table)
        return reversed(shape, node ^ shape_shift(shape));
    uint32_t origin = 0;
    while (destination_of(shape, origin) != node)
        origin++;
    return origin;
}

static struct cube_content permutation_postcondition(const struct shape *shape, uint32_t node,
                                                     UNUSED uint32_t area, uint32_t block) {
    return content_of(origin_of(shape, node), block);
}

const struct operation permutation_operation = {
    .tag = OPERATION_PERMUTATION,
    .outputs = 1,
    .postcondition = permutation_postcondition,
};

/* ---- "permute-ecube": rounds of packets whose paths share no link ----
 *
 * The first round goes through the packets in the order of their origins, and takes each packet
 * whose E-cube path shares no link with the paths of those that it has taken before. The second
 * round does the same with the packets that are left over, and so on. There are at least as many
 * rounds as there are packets on the busiest link.
 *
 * Example, n = 3, bits reversed, so that 1 and 4 change places, and 3 and 6:
 *     step 1    1 -> 0 -> 4    3 -> 2 -> 6    4 -> 5 -> 1    6 -> 7 -> 3
 */

/* Reserves the links of the path from `origin` if all of them are free. `used` is the set of
 * reserved ports of each node. Returns whether the links were free. */
static bool reserve_path(uint16_t used[], uint32_t origin, uint32_t destination) {
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

FORMULA(size_t, rounds_bytes, sizeof(struct permutation_rounds))

void permutation_begin(const struct shape *shape, struct permutation_rounds *rounds) {
    for (uint32_t v = 0; v < shape_nodes(shape); v++) {
        rounds->destination[v] = (uint16_t)destination_asked(shape, v);
        rounds->step[v] = 0;
    }
    rounds->steps = 0;
}

static void make_rounds(const struct shape *shape, void *table) {
    struct permutation_rounds *rounds = table;
    uint32_t nodes = shape_nodes(shape);
    uint32_t left = 0;
    permutation_begin(shape, rounds);
    for (uint32_t v = 0; v < nodes; v++)
        left += rounds->destination[v] != v;
    while (left > 0) {
        static NODE_TABLE uint16_t used[SCHEDULE_NODES];
        memset(used, 0, nodes * sizeof *used);
        rounds->steps++;
        for (uint32_t v = 0; v < nodes; v++)
            if (rounds->step[v] == 0 && rounds->destination[v] != v &&
                reserve_path(used, v, rounds->destination[v])) {
                rounds->step[v] = (uint16_t)rounds->steps;
                left--;
            }
    }
}

static uint32_t permutation_steps(const struct shape *shape) {
    static NODE_TABLE struct permutation_rounds rounds;
    if (shape->table)
        return ((const struct permutation_rounds *)shape->table)->steps;
    make_rounds(shape, &rounds);
    return rounds.steps;
}

uint64_t permutation_packets(const struct shape *shape) {
    uint64_t packets = 0;
    for (uint32_t v = 0; v < shape_nodes(shape); v++)
        packets += (uint64_t)__builtin_popcount(v ^ destination_of(shape, v));
    return packets;
}

uint32_t permutation_bound(const struct shape *shape) {
    return permutation_packets(shape) > 0;
}

/* A node is on the path of a packet if its low bits, up to some dimension, are those of the
 * destination and its other bits are those of the origin. Then the packet came on the highest
 * dimension in which the node differs from the origin, and leaves on the lowest dimension in which
 * the node differs from the destination. */
static void permutation_step(const struct shape *shape, uint32_t node, uint32_t number,
                             struct step *step) {
    const struct permutation_rounds *rounds = shape->table;
    if (number > rounds->steps && rounds->destination[node] == node)
        step_copy(step, BLOCK, 0, OUT, 0);
    for (uint32_t origin = 0; origin < shape_nodes(shape); origin++) {
        if (rounds->step[origin] != number)
            continue;
        uint32_t behind = node ^ origin;
        uint32_t ahead = node ^ rounds->destination[origin];
        uint32_t in = behind == 0 ? 0 : highest_port(behind);
        uint32_t out = ahead == 0 ? SCHEDULE_DIMENSIONS : lowest_port(ahead);
        if (behind == 0) {
            step_send(step, out, single_block(BLOCK, 0));
        } else if (ahead == 0) {
            step_receive(step, in, single_block(OUT, 0));
        } else if (in < out) {
            step_relay(step, in, out, single_block(OUT, 0)); /* the run gives only the size */
        }
    }
}

/* The cost is at most that of a path of n links in every round. */
static struct chain_cost permutation_cost(const struct shape *shape) {
    uint64_t steps = permutation_steps(shape);
    struct chain_cost cost = chain_of(steps, steps, steps * shape->dimension);
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
    .steps = permutation_steps,
    .packets = permutation_packets,
    .bound = permutation_bound,
    .table_bytes = rounds_bytes,
    .make_table = make_rounds,
    .cost = permutation_cost,
    .step = permutation_step,
};
