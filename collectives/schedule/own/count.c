/* The counts and the cost of an algorithm, by its formulas or those of its dual. Of a program's own
 * algorithm they are not known until its nodes are walked through all steps, and neither is whether
 * its steps can be carried out. */
#include "collectives/schedule/algorithm.h"
#include "collectives/schedule/mesh.h"
#include "collectives/schedule/own/own_step.h"

/* What walking all nodes through all steps counts. The chain has the longest packet of each step,
 * so the longest chain of packets that wait for each other takes no longer. */
struct step_counts {
    uint64_t packets;
    uint64_t link_words;
    struct chain_cost chain;
};

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

/* Counts a program's own algorithm. All is 0 if it does not apply to the shape. */
static struct step_counts count_all(const struct algorithm *algorithm, const struct shape *shape) {
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

static uint32_t nodes_of(const struct algorithm *algorithm, const struct shape *shape) {
    return algorithm->varies & VARIES_SIDES ? mesh_nodes(shape) : shape_nodes(shape);
}

uint64_t algorithm_packets(const struct algorithm *algorithm, const struct shape *shape) {
    if (algorithm->packets)
        return algorithm->packets(shape);
    if (algorithm->own)
        return count_all(algorithm, shape).packets;
    if (algorithm->dual_of)
        return algorithm_packets(algorithm->dual_of, shape);
    return (uint64_t)algorithm_steps(algorithm, shape) * nodes_of(algorithm, shape);
}

uint64_t algorithm_link_words(const struct algorithm *algorithm, const struct shape *shape) {
    if (algorithm->link_words)
        return algorithm->link_words(shape);
    if (algorithm->own)
        return count_all(algorithm, shape).link_words;
    return !algorithm->dual_of ? algorithm_packets(algorithm, shape)
                               : algorithm_link_words(algorithm->dual_of, shape);
}

/* Returns the algorithm whose costs this one has. A dual may have those of the other algorithm. */
static const struct algorithm *with_costs(const struct algorithm *algorithm) {
    bool has_own = algorithm->cost || algorithm->cost_all_ports || algorithm->cost_one_port ||
                   algorithm->longer || algorithm->busiest;
    return has_own || !algorithm->dual_of ? algorithm : with_costs(algorithm->dual_of);
}

/* The chain where all nodes do the same. */
static struct chain_cost of_all_alike(const struct algorithm *algorithm,
                                      const struct shape *shape) {
    uint64_t steps = algorithm_steps(algorithm, shape);
    if (!algorithm->link_words)
        return chain_of_steps(steps);
    return chain_of(steps, algorithm->link_words(shape) / nodes_of(algorithm, shape), steps);
}

struct chain_cost algorithm_cost(const struct algorithm *algorithm, const struct shape *shape,
                                 bool one_port, uint32_t longer) {
    const struct algorithm *priced = with_costs(algorithm);
    struct chain_cost cost;
    if (!one_port && priced->cost_all_ports)
        cost = priced->cost_all_ports(shape);
    else if (one_port && priced->cost_one_port)
        cost = priced->cost_one_port(shape);
    else if (priced->cost)
        cost = priced->cost(shape);
    else if (algorithm->own)
        cost = count_all(algorithm, shape).chain;
    else
        cost = of_all_alike(priced, shape);
    if (longer == 0)
        return cost;
    cost.longer = cost.blocks;
    if (!priced->longer)
        cost.exactness = COST_AT_MOST;
    else
        priced->longer(shape, one_port, longer, &cost);
    return cost;
}

bool algorithm_has_cost(const struct algorithm *algorithm, bool one_port) {
    return !one_port || algorithm->ports != PORTS_ALL || with_costs(algorithm)->cost_one_port;
}

bool algorithm_busiest(const struct algorithm *algorithm, const struct shape *shape,
                       struct chain_cost *cost) {
    const struct algorithm *priced = with_costs(algorithm);
    if (priced->busiest && cost)
        *cost = priced->busiest(shape);
    return priced->busiest;
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
