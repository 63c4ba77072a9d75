/* What is not known of a program's own algorithm until its nodes are walked through all steps: its
 * counts, and whether its steps can be carried out. */
#include "collectives/schedule/algorithm.h"
#include "collectives/schedule/own_step.h"

/* A packet on its way through the nodes that relay it. */
struct trip {
    uint32_t links;
    uint64_t words; /* the sum over its links of its blocks */
};

/* Follows the packet that `node` sends on `port` in step `number`. A trip passes no more links than
 * there are. A longer one comes from a wrong schedule, and is cut there. */
static struct trip follow(const struct algorithm *algorithm, const struct shape *shape,
                          uint32_t number, uint32_t node, uint32_t port, uint32_t blocks) {
    uint32_t most = shape_nodes(shape) * shape->dimension;
    struct trip trip = {0, 0};
    while (trip.links < most && port < shape->dimension) {
        struct step step;
        trip.links++;
        trip.words += blocks;
        node ^= 1u << port;
        algorithm_step(algorithm, shape, node, number, &step);
        if ((step.relays >> port & 1) == 0)
            break;
        port = step.leave[port];
    }
    return trip;
}

/* Adds the packets that a node sends in a step to the counts. The longest of them is what the step
 * costs at most: with store and forward a packet begins again on each link. */
static void add_node(const struct algorithm *algorithm, const struct shape *shape, uint32_t number,
                     uint32_t node, struct step_counts *counts, struct chain_cost *longest) {
    struct step step;
    algorithm_step(algorithm, shape, node, number, &step);
    for (uint32_t ports = step.sends; ports != 0; ports &= ports - 1) {
        uint32_t port = lowest_port(ports), blocks = step.send[port].count;
        struct trip trip = follow(algorithm, shape, number, node, port, blocks);
        bool whole = algorithm->relay == RELAY_WHOLE;
        uint64_t starts = whole ? trip.links : 1, words = whole ? trip.words : blocks;
        counts->packets += trip.links;
        counts->link_words += trip.words;
        longest->starts = starts > longest->starts ? starts : longest->starts;
        longest->blocks = words > longest->blocks ? words : longest->blocks;
        longest->hops = trip.links > longest->hops ? trip.links : longest->hops;
    }
}

struct step_counts algorithm_count(const struct algorithm *algorithm, const struct shape *shape) {
    struct step_counts counts = {.chain.exactness = COST_AT_MOST};
    if (!algorithm_applicable(algorithm, shape))
        return counts;
    for (uint32_t number = 1; number <= algorithm_steps(algorithm, shape); number++) {
        struct chain_cost longest = chain_of(0, 0, 0);
        for (uint32_t node = 0; node < shape_nodes(shape); node++)
            add_node(algorithm, shape, number, node, &counts, &longest);
        counts.chain.starts += longest.starts;
        counts.chain.blocks += longest.blocks;
        counts.chain.hops += longest.hops;
    }
    return counts;
}

bool algorithm_is_described(const struct algorithm *algorithm, const struct shape *shape,
                            uint32_t node) {
    for (uint32_t number = 1; number <= algorithm_steps(algorithm, shape) + 1; number++) {
        struct step step;
        algorithm_step(algorithm, shape, node, number, &step);
        if (step_fault(&step).kind != FAULT_NONE ||
            (step.sends | step.receives | step.relays) >> shape->dimension != 0)
            return false;
        for (uint32_t ports = step.relays; ports != 0; ports &= ports - 1)
            if (step.leave[lowest_port(ports)] >= shape->dimension)
                return false;
    }
    return true;
}
