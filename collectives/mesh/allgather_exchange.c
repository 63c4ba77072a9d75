/* The hypercube's all-gather by recursive doubling, but only on the links of a ring: a schedule for
 * the call of allgather.c. After the slides "All-to-all broadcast: Notes" to Grama et al., section
 * 4.2: the procedure of the hypercube congests a ring.
 *
 * In exchange j = 0, 1, ... positions that differ only in bit j exchange the 2^j blocks that they
 * have. They are 2^j links apart. In each aligned group of 2^(j+1) positions all 2^j pairs use the
 * link in the middle, which carries 2^j packets in each direction, one after the other. So exchange
 * j takes 2^j steps. In its step u = 0, 1, ... the pairs whose positions are u modulo 2^j exchange.
 *
 * Cost (cost.h) for p nodes, with m the bytes of a block, where packets on a link take turns:
 *     t_s (p - 1) + (t_w m + t_h) (p^2 - 1) / 3
 * "mesh-allgather" takes (t_s + t_w m + t_h) (p - 1).
 *
 * Example, a ring of 8 (positions, and how many blocks each of them sends):
 *     step 1         exchange 0    0 <-> 1   2 <-> 3   4 <-> 5   6 <-> 7    one
 *     steps 2, 3     exchange 1    0 <-> 2   4 <-> 6;  1 <-> 3   5 <-> 7    two
 *     steps 4 to 7   exchange 2    0 <-> 4;  1 <-> 5;  2 <-> 6;  3 <-> 7    four
 */
#include "collectives/mesh/allgather.h"

#include "collectives/schedule/mesh.h"

bool mesh_is_binary_ring(const struct shape *shape) {
    if (!mesh_fits(shape))
        return false;
    struct shape ring = mesh_without_ones(shape);
    uint32_t side = mesh_side(&ring, 0);
    return mesh_axes(&ring) == 1 && (side & (side - 1)) == 0;
}

uint32_t mesh_relayed_bound(const struct shape *shape) {
    uint64_t nodes = mesh_nodes(shape), passed = 0;
    uint32_t doublings = mesh_doublings(shape), steps = doublings;
    for (; steps > 1; steps++, passed = 0) {
        for (uint32_t step = 1; step <= steps; step++) {
            uint32_t before = step - 1 < doublings ? step - 1 : doublings - 1;
            uint32_t after = steps - step < doublings ? steps - step : doublings;
            passed += 2 * nodes << before << after;
        }
        if (passed > nodes * nodes * nodes / 4)
            break;
    }
    return steps;
}

/* The sum of 2^j over all exchanges. */
FORMULA(uint32_t, exchange_steps, mesh_nodes(shape) - 1)

/* In exchange j each of p packets passes 2^j links with 2^j blocks. So the packets, counted once
 * for each link that they pass, have the number of the words of "mesh-allgather", and the words are
 * the sum of p 4^j over all exchanges. */
static uint64_t exchange_words(const struct shape *shape) {
    uint64_t nodes = mesh_nodes(shape);
    return nodes * (nodes * nodes - 1) / 3;
}

/* The clocks do not know that packets wait for links. By them all packets of exchange j pass at
 * once, each with 2^j blocks over 2^j links. */
static struct chain_cost exchange_cost(const struct shape *shape) {
    uint64_t exchanges = highest_port(mesh_nodes(shape)), others = mesh_nodes(shape) - 1;
    return chain_of(exchanges, others, others);
}

/* The link in the middle is the busiest: in exchange j it carries 2^j packets of 2^j blocks, one
 * after the other. */
static struct chain_cost exchange_busiest(const struct shape *shape) {
    uint64_t nodes = mesh_nodes(shape);
    uint64_t blocks = (nodes * nodes - 1) / 3;
    return chain_of(exchange_steps(shape), blocks, blocks);
}

/* On a ring of 4 "mesh-allgather-pairs" takes as few steps as the bound, on rings of 8 and 16
 * "mesh-allgather-relayed". */
FORMULA(bool, exchange_open_in, mesh_nodes(shape) > 16)

static void exchange_step(const struct shape *shape, uint32_t node, uint32_t number,
                          struct step *step) {
    struct shape ring = mesh_without_ones(shape);
    uint32_t position = mesh_rank(&ring, node);
    if (number == 1 || exchange_steps(&ring) == 0)
        step_copy(step, AREA_INPUT, 0, AREA_OUTPUT, position);
    if (number > exchange_steps(&ring))
        return;
    /* Before exchange j there are 2^j - 1 steps. */
    uint32_t distance = 1u << highest_port(number);
    uint32_t low = (position & ~(2 * distance - 1)) + number - distance;
    uint32_t high = low + distance;
    if (position < low || position > high)
        return;
    uint32_t next = mesh_port_next(&ring, 0, position);
    uint32_t before = mesh_port_before(&ring, 0, position);
    uint32_t first = position & ~(distance - 1); /* the first of the blocks that this node has */
    struct run own = consecutive_blocks(AREA_OUTPUT, first, distance);
    struct run other = consecutive_blocks(AREA_OUTPUT, first ^ distance, distance);
    if (position == low || position == high) {
        step_send(step, position == low ? next : before, own);
        step_receive(step, position == low ? next : before, other);
        return;
    }
    step_relay(step, next, before, own); /* `own` gives only the size */
    step_relay(step, before, next, own);
}

const struct algorithm mesh_allgather_exchange = {
    .name = "mesh-allgather-exchange",
    .operation = &mesh_allgather_operation,
    .ports = PORTS_ONE,
    .relay = RELAY_PIECES,
    .varies = VARIES_SIDES,
    .source = "Grama et al., 4.2, the hypercube's procedure on a ring",
    .applicable = mesh_is_binary_ring,
    .steps = exchange_steps,
    .link_words = exchange_words,
    .bound = mesh_relayed_bound,
    .open_in = exchange_open_in,
    .cost = exchange_cost,
    .busiest = exchange_busiest,
    .step = exchange_step,
};
