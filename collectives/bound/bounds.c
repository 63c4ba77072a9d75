#include "collectives/bound/bounds.h"

#include <stdlib.h>
#include <string.h>

#include "collectives/bound/flow.h"
#include "collectives/bound/network.h"
#include "collectives/bound/wants.h"

static uint32_t ceiling(uint64_t a, uint64_t b) {
    return (uint32_t)((a + b - 1) / b);
}

static uint32_t larger(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

static uint64_t smaller(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

/* Returns the number of blocks, at most `most`, if the number of their nodes begins with one and
 * grows by the factor `growth` in each of the steps. */
static uint64_t grown(uint64_t blocks, uint64_t growth, uint32_t steps, uint64_t most) {
    for (; steps > 0 && blocks < most; steps--)
        blocks *= growth;
    return smaller(blocks, most);
}

/* The number of ports on which a node can send in a step, and on which it can receive. */
static uint32_t ports_at_once(const struct means *means, uint32_t ports) {
    return means->ports == PORTS_ALL ? ports : 1;
}

/* Steps that a node's ports need for the blocks that leave it or come to it. by_steps[r] says how
 * many blocks leave when at least r steps are left, or come in step r at the earliest. The last
 * block to leave still needs r steps; the first to arrive cannot come before step r. */
static uint32_t by_node(const uint32_t by_steps[], uint32_t row, uint64_t blocks_at_once) {
    uint32_t bound = 0;
    uint64_t blocks = 0;
    for (uint32_t r = row - 1; r >= 1; r--) {
        blocks += by_steps[r];
        if (blocks > 0)
            bound = larger(bound, r - 1 + ceiling(blocks, blocks_at_once));
    }
    return bound;
}

static uint32_t by_nodes(const struct network *network, const struct means *means,
                         const struct wants *wants) {
    uint32_t bound = 0;
    for (uint32_t v = 0; v < network->numbers; v++) {
        uint32_t ports = (uint32_t)__builtin_popcount(network->ports[v]);
        if (ports == 0)
            continue;
        uint64_t at_once = (uint64_t)ports_at_once(means, ports) * means->blocks;
        size_t first = (size_t)v * wants->row;
        bound = larger(bound, by_node(wants->leave + first, wants->row, at_once));
        bound = larger(bound, by_node(wants->arrive + first, wants->row, at_once));
    }
    return bound;
}

/* Steps until a node has heard of `apart` others, of each by a block of its own. In a step it hears
 * on each port of no more nodes than its neighbour has heard of, and of no more than a packet has
 * blocks. And all that a neighbour has sent, it knew when it sent the last of that; with one port
 * each neighbour does that in another step. Read backwards, this holds for a node that has a
 * separate block for each of these others. */
static uint32_t by_growth(const struct network *network, const struct means *means,
                          uint32_t apart) {
    uint64_t known[2 * CUBE_MAX_DIMENSION + 1] = {1}; /* the newest first */
    bool one_neighbour = means->ports != PORTS_ALL && !means->relays;
    uint32_t steps = 0;
    for (; known[0] < (uint64_t)apart + 1; steps++) {
        uint64_t packet = smaller(known[0], means->blocks);
        uint64_t next = known[0] + packet * ports_at_once(means, network->degree);
        uint64_t neighbours = 1;
        for (uint32_t link = 0; link < network->degree; link++)
            neighbours += known[link];
        memmove(known + 1, known, network->degree * sizeof *known);
        known[0] = one_neighbour ? smaller(neighbours, next) : next;
    }
    return steps;
}

/* Steps until relayed packets have brought a block of each node to all others. In step t of T a
 * packet has at most 2^(t-1) blocks, no more than it has room for, and each of them can come from
 * it to 2^(T-t) nodes, so it brings that many paths from homes to ends forward by a link on each of
 * the links that it passes. On a ring not all packets can bring this number: all links would be
 * passed in each step, and each packet would be full of blocks that have come a shortest way and go
 * on so. Then those that pass the links forwards in one step would do so in the next, and nothing
 * would ever come to the other nodes. */
static uint32_t by_paths(const struct network *network, const struct means *means,
                         const struct wants *wants) {
    if (!means->relays || means->ports == PORTS_ALL || wants->messages != network->nodes ||
        wants->apart + 1 != network->nodes || network->nodes < 2)
        return 0;
    bool is_ring = network->degree == 2 && network->links == 2 * network->nodes;
    for (uint32_t steps = growth_steps(network->nodes, 2);; steps++) {
        uint64_t passed = 0;
        for (uint32_t step = 1; step <= steps; step++)
            passed += network->links * grown(1, 2, step - 1, means->blocks) *
                      grown(1, 2, steps - step, network->nodes);
        if (passed > wants->distances || (passed == wants->distances && !is_ring))
            return steps;
    }
}

/* Steps until all links have carried all blocks. With one port there are no more packets in a step
 * than nodes, and each of them arrives at one node. */
static uint32_t by_links(const struct network *network, const struct means *means,
                         const struct wants *wants) {
    if (wants->load == 0)
        return 0;
    uint64_t blocks = means->blocks;
    uint32_t bound = ceiling(wants->load, network->links * blocks);
    if (means->ports != PORTS_ALL)
        bound = larger(
            bound, ceiling(means->relays ? wants->arrivals : wants->load, network->nodes * blocks));
    return bound;
}

/* Whether a block would have to cross twice if all packets that leave a half were as full as they
 * can be. Then a first one brings all the blocks of a node that cross, and a last one all those for
 * a node, and each node has a block for each other one. */
static bool would_cross_twice(const struct network *network, const struct means *means,
                              const struct wants *wants, uint32_t half) {
    return wants->of_one[half] <= means->blocks && wants->for_one[half] <= means->blocks &&
           wants->pairs == (uint64_t)network->nodes * (network->nodes - 1);
}

/* Steps until everything has left a half that has to leave it. If nothing is combined, a packet has
 * blocks of no more nodes than its sender can have heard of in the steps before, and of use are
 * those for no more nodes than can hear of them in the steps after. If all links would be needed in
 * each step, but one of them has to bring something else, it is a step more. */
static uint32_t by_half(const struct network *network, const struct means *means,
                        const struct wants *wants, uint32_t half) {
    uint64_t links = network->links_out[half], growth = 1 + ports_at_once(means, network->degree);
    uint64_t crossing = wants->crossing[half], crossed = 0;
    uint32_t steps = crossing == 0 ? 0 : ceiling(crossing, links * means->blocks);
    bool plain = means->ports == PORTS_ALL && !means->relays && means->blocks == 1;
    if (plain && steps > 0 && steps == wants->wasted[half] && crossing == links * steps)
        steps++;
    if (wants->of_one[half] == 0 || means->ports == PORTS_SIMD)
        return steps;
    for (; crossed < crossing; steps += crossed < crossing) {
        crossed = 0;
        for (uint32_t step = 1; step <= steps; step++)
            crossed +=
                links * smaller(grown(wants->of_one[half], growth, step - 1, means->blocks),
                                grown(wants->for_one[half], growth, steps - step, means->blocks));
    }
    bool all_full = steps > 1 && crossed == crossing;
    return steps + (all_full && would_cross_twice(network, means, wants, half));
}

/* Steps until everything has left the half that it has to leave, of each axis and each of its two
 * halves. One port is no restriction there, for no node has two links that lead out of a half.
 * Where all nodes use the same dimension, one axis has to be crossed after the other. */
static uint32_t by_halves(const struct network *network, const struct means *means,
                          const struct wants *wants) {
    uint32_t most = 0, sum = 0;
    for (uint32_t axis = 0; axis < network->axes; axis++) {
        uint32_t steps = 0;
        for (uint32_t half = 2 * axis; half <= 2 * axis + 1; half++)
            steps = larger(steps, by_half(network, means, wants, half));
        most = larger(most, steps);
        sum += steps;
    }
    return means->ports == PORTS_SIMD ? sum : most;
}

/* Steps for what one node has for one other node, if these are the only two. */
static uint32_t by_flow(const struct network *network, const struct means *means,
                        const struct wants *wants) {
    bool alone = wants->messages > 0 && wants->of_first_pair == wants->messages;
    if (!alone || means->ports != PORTS_ALL || means->relays)
        return 0;
    return flow_steps(network, wants->home, wants->end, ceiling(wants->messages, means->blocks));
}

static uint32_t bound_on(const struct network *network, const struct means *means,
                         const struct wants *wants) {
    uint32_t bound = by_nodes(network, means, wants);
    bound = larger(bound, by_growth(network, means, wants->apart));
    bound = larger(bound, by_paths(network, means, wants));
    bound = larger(bound, by_links(network, means, wants));
    bound = larger(bound, by_halves(network, means, wants));
    return larger(bound, by_flow(network, means, wants));
}

uint32_t bound_steps_round(const struct algorithm *algorithm, const struct shape *shape,
                           struct means means, const struct faults *faults) {
    struct network *network = malloc(sizeof *network); /* larger than the stack of some process */
    struct wants wants;
    uint32_t bound = 0;
    if (!network)
        return 0;
    network_of(algorithm, shape, network);
    means.blocks = larger(means.blocks, 1); /* an empty packet still tells of its sender */
    if ((!faults || network_kill(faults, network)) &&
        wants_begin(algorithm, shape, network, means.relays,
                    1 + ports_at_once(&means, network->degree), &wants)) {
        bound = bound_on(network, &means, &wants);
        wants_end(&wants);
    }
    network_end(network);
    free(network);
    return bound;
}

uint32_t bound_steps(const struct algorithm *algorithm, const struct shape *shape,
                     struct means means) {
    return bound_steps_round(algorithm, shape, means, NULL);
}
