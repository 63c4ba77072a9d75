#include "collectives/bound/wants.h"

#include <stdlib.h>
#include <string.h>

/* The properties of a message besides its home. */
struct want {
    uint32_t ends;
    uint32_t end;     /* one of them */
    uint32_t far;     /* the distance of the farthest end */
    uint64_t near;    /* set of the distances below 64 at which there are ends */
    uint32_t crosses; /* set of the halves that it must leave */
};

/* The sums that are being collected. */
struct collector {
    const struct algorithm *algorithm;
    const struct shape *shape;
    const struct network *network;
    bool relays;
    uint32_t growth;
    struct wants *wants;
};

/* Returns memory for N entries, which are 0, or null only if there is none. */
static void *allocate(size_t count, size_t bytes) {
    return calloc(count + 1, bytes);
}

uint32_t growth_steps(uint32_t many, uint32_t growth) {
    uint32_t steps = 0;
    for (uint32_t grown = 1; grown < many; grown *= growth)
        steps++;
    return steps;
}

static uint32_t distance(const struct collector *collector, uint32_t from, uint32_t to) {
    return collector->relays ? 1 : network_distance(collector->network, from, to);
}

/* The set of halves that a block must leave on its way from one node to another. */
static uint32_t halves_between(const struct network *network, uint32_t from, uint32_t to) {
    return network->halves[from] & ~network->halves[to];
}

static void take_most(uint32_t *most, uint32_t value) {
    *most = value > *most ? value : *most;
}

static void count_crossing(struct wants *wants, uint32_t halves) {
    for (; halves != 0; halves &= halves - 1)
        wants->crossing[lowest_port(halves)]++;
}

/* Counts a block of one node, or for one, in count[] and in the most of all nodes. */
static void count_at_one(uint32_t count[], uint32_t most[], uint32_t halves) {
    for (; halves != 0; halves &= halves - 1)
        take_most(&most[lowest_port(halves)], ++count[lowest_port(halves)]);
}

static void add_end(const struct network *network, struct want *message, uint32_t home,
                    uint32_t end) {
    uint32_t far = network_distance(network, home, end);
    message->ends++;
    message->end = end;
    message->far = far > message->far ? far : message->far;
    message->near |= far < 64 ? UINT64_C(1) << far : 0;
    message->crosses |= halves_between(network, home, end);
}

/* A message must leave its home while the farthest end can still be reached, and the nodes that
 * have it can still grow to that number. */
static void count_leaving(const struct collector *collector, uint32_t home,
                          const struct want *message) {
    struct wants *wants = collector->wants;
    uint32_t steps = growth_steps(message->ends + 1, collector->growth);
    uint32_t far = collector->relays ? 1 : message->far;
    wants->leave[home * wants->row + (far > steps ? far : steps)]++;
    if (wants->messages++ == 0) {
        wants->home = home;
        wants->end = message->end;
    }
    wants->of_first_pair += message->ends == 1 && home == wants->home && message->end == wants->end;
}

/* Returns how many links a message must cross, at least. It comes to each end by one, and on the
 * way to the farthest end to a node at each distance, be it an end or not. */
static uint32_t links_of(const struct want *message) {
    uint32_t between = 0;
    for (uint32_t links = 1; links < message->far && links < 64; links++)
        between += !(message->near >> links & 1);
    uint32_t links = message->ends + between;
    return links > message->far ? links : message->far;
}

static void count_load(const struct collector *collector, const struct want *message) {
    struct wants *wants = collector->wants;
    wants->load += links_of(message);
    wants->arrivals += message->ends;
    count_crossing(wants, message->crosses);
}

static void count_arrival(const struct collector *collector, uint32_t home, uint32_t end) {
    struct wants *wants = collector->wants;
    wants->arrive[end * wants->row + distance(collector, home, end)]++;
}

/* ---- What is only brought ---- */

/* Puts a node into a set. Returns whether it was not there. */
static bool is_new(uint64_t set[], uint32_t node) {
    uint64_t bit = UINT64_C(1) << node % 64, old = set[node / 64];
    set[node / 64] |= bit;
    return !(old & bit);
}

/* Collects the messages of node `end`, by home, area and block. */
static void bring_to(const struct collector *collector, uint32_t end, uint32_t inputs,
                     struct want messages[]) {
    const struct algorithm *algorithm = collector->algorithm;
    uint64_t heard[CUBE_MAX_NODES / 64] = {0};
    uint32_t homes = 0, crossing[NETWORK_HALVES] = {0};
    for (uint32_t area = 1; area <= algorithm->operation->outputs; area++)
        for (uint32_t b = 0; b < algorithm_blocks(algorithm, collector->shape, end, area); b++) {
            struct cube_content content =
                operation_content(algorithm->operation, collector->shape, end, area, b);
            uint32_t home =
                content.first > content.last ? end : collector->network->of_rank[content.first];
            if (home == end)
                continue;
            uint32_t output = algorithm->copies ? 0 : area - 1;
            uint32_t number = (home * algorithm->operation->outputs + output) * inputs;
            struct want *message = &messages[number + content.block];
            if (message->ends > 0 && message->end == end)
                continue; /* a block that a node needs in two places comes to it once */
            add_end(collector->network, message, home, end);
            count_arrival(collector, home, end);
            collector->wants->distances += network_distance(collector->network, home, end);
            count_at_one(crossing, collector->wants->for_one,
                         halves_between(collector->network, home, end));
            homes += is_new(heard, home);
        }
    take_most(&collector->wants->apart, homes);
}

/* Counts the messages of a home, which are complete now. */
static void bring_from(const struct collector *collector, uint32_t home, uint32_t count,
                       const struct want messages[]) {
    uint64_t told[CUBE_MAX_NODES / 64] = {0};
    uint32_t ends = 0, crossing[NETWORK_HALVES] = {0};
    for (const struct want *message = messages; message < messages + count; message++) {
        if (message->ends == 0)
            continue;
        count_leaving(collector, home, message);
        count_load(collector, message);
        count_at_one(crossing, collector->wants->of_one, message->crosses);
        if (message->ends > 1)
            continue;
        ends += is_new(told, message->end);
    }
    collector->wants->pairs += ends;
    take_most(&collector->wants->apart, ends);
}

static bool bring(const struct collector *collector) {
    uint32_t inputs = 0;
    for (uint32_t v = 0; v < collector->network->numbers; v++)
        take_most(&inputs, algorithm_blocks(collector->algorithm, collector->shape, v, AREA_INPUT));
    uint32_t count = collector->algorithm->operation->outputs * inputs;
    struct want *messages = allocate((size_t)collector->network->numbers * count, sizeof *messages);
    if (!messages)
        return false;
    for (uint32_t v = 0; v < collector->network->numbers; v++)
        bring_to(collector, v, inputs, messages);
    for (uint32_t v = 0; v < collector->network->numbers; v++)
        bring_from(collector, v, count, messages + (size_t)v * count);
    free(messages);
    return true;
}

/* ---- What is combined ---- */

/* What is known of the results that are combined from one block of the inputs. */
struct results {
    uint32_t homes;
    uint32_t first, last; /* ranks that all of them are combined from, */
    bool alike;           /* whether all have the same ranks, with their own among them */
    uint32_t most;        /* ends of one of them */
    uint32_t last_over[NETWORK_HALVES]; /* of those that count_over_halves has counted for a half:
                                           one more than the last rank of all of them */
};

/* The message that stands for a result: it goes back to all nodes that the result is combined from.
 * */
static struct want message_of(const struct collector *collector, uint32_t home,
                              struct cube_content content) {
    struct want message = {0};
    for (uint32_t rank = content.first; rank <= content.last; rank++)
        if (collector->network->of_rank[rank] != home)
            add_end(collector->network, &message, home, collector->network->of_rank[rank]);
    return message;
}

static bool is_own(const struct collector *collector, uint32_t home, struct cube_content content) {
    for (uint32_t rank = content.first; rank <= content.last; rank++)
        if (collector->network->of_rank[rank] == home)
            return true;
    return false;
}

static void add_result(const struct collector *collector, uint32_t home,
                       struct cube_content content, const struct want *message,
                       struct results *results) {
    bool own = is_own(collector, home, content);
    if (results->homes++ == 0) {
        results->first = content.first;
        results->last = content.last;
        results->alike = true;
    }
    results->alike =
        results->alike && own && results->first == content.first && results->last == content.last;
    take_most(&results->most, message->ends);
}

/* Calls visit() for each result of a node, with its message. */
static void for_results(const struct collector *collector, uint32_t home, struct results all[],
                        void (*visit)(const struct collector *collector, uint32_t home,
                                      struct cube_content content, const struct want *message,
                                      struct results *results)) {
    const struct algorithm *algorithm = collector->algorithm;
    struct cube_content last = content_any();
    struct want message = {0};
    for (uint32_t area = 1; area <= algorithm->operation->outputs; area++)
        for (uint32_t b = 0; b < algorithm_blocks(algorithm, collector->shape, home, area); b++) {
            struct cube_content content =
                operation_content(algorithm->operation, collector->shape, home, area, b);
            if (content.first > content.last)
                continue;
            if (content.first != last.first || content.last != last.last)
                message = message_of(collector, home, content);
            last = content;
            if (message.ends > 0)
                visit(collector, home, content, &message, &all[content.block]);
        }
}

/* Counts, for each half, packets that have to leave it for a result of which another node has a
 * part there. A block that comes to a node from the last rank of its result, if that is another
 * node, is no part of any result that ends before that rank, and so does not serve it. */
static void count_over_halves(const struct collector *collector, uint32_t home,
                              struct cube_content content, struct results *results) {
    const struct network *network = collector->network;
    uint32_t last = content.last;
    if (network->of_rank[last] == home && last > content.first)
        last--;
    uint32_t halves = halves_between(network, network->of_rank[last], home);
    for (; halves != 0; halves &= halves - 1) {
        uint32_t half = lowest_port(halves);
        if (last < results->last_over[half])
            continue;
        results->last_over[half] = content.last + 1;
        collector->wants->crossing[half]++;
    }
}

/* Counts a result of a block. If the block has several, what is collected for one of them serves
 * the others too (count_shared); if it has one, all that is sent of the block is sent for that one.
 * */
static void count_result(const struct collector *collector, uint32_t home,
                         struct cube_content content, const struct want *message,
                         struct results *results) {
    count_leaving(collector, home, message);
    if (results->homes > 1) {
        count_over_halves(collector, home, content, results);
        return;
    }
    count_load(collector, message);
    for (uint32_t rank = content.first; rank <= content.last; rank++)
        if (collector->network->of_rank[rank] != home)
            count_arrival(collector, home, collector->network->of_rank[rank]);
}

/* Until the first node has all of what several nodes want, each other one that it is from must have
 * sent; after that each other one that wants it must receive. If they want different things, each
 * of them must receive, and all that one of them wants must have been sent. */
static void count_shared(const struct collector *collector, const struct results *results) {
    uint32_t others = results->homes - 1;
    uint32_t most = results->most > results->homes ? results->most : results->homes;
    uint32_t load = results->alike ? results->most + others : most;
    collector->wants->load += load;
    collector->wants->arrivals += load;
}

/* Counts the nodes for which every other node has a separate block: those that alone have a result
 * of some block which is combined from all ranks. */
static void count_apart(const struct collector *collector, const struct results all[],
                        uint32_t blocks) {
    uint32_t homes = 0;
    for (uint32_t b = 0; b < blocks; b++)
        homes += all[b].homes == 1 && all[b].most + 1 == collector->network->nodes;
    if (homes == collector->network->nodes)
        take_most(&collector->wants->apart, homes - 1);
}

/* Returns the result of all blocks of a node's output, if it has one for each port, of another
 * block of the inputs each, and none is all that is wanted of its block; else none. */
static struct cube_content result_for_each_port(const struct collector *collector, uint32_t home,
                                                const struct results all[]) {
    const struct algorithm *algorithm = collector->algorithm;
    uint32_t blocks = algorithm_blocks(algorithm, collector->shape, home, AREA_OUTPUT);
    struct cube_content result = content_any();
    if (blocks != (uint32_t)__builtin_popcount(collector->network->ports[home]))
        return result;
    for (uint32_t b = 0; b < blocks; b++) {
        struct cube_content content =
            operation_content(algorithm->operation, collector->shape, home, AREA_OUTPUT, b);
        bool alike = b == 0 || (content.first == result.first && content.last == result.last);
        if (content.block != b || all[b].homes < 2 || !alike)
            return content_any();
        result = content;
    }
    return result;
}

/* Where a node has as many results as ports, in as many steps as the farthest node of a result is
 * links away each port would have to bring something of such a node in the last step. It comes from
 * a neighbour, to which other nodes are too far for that. If the order is kept, and there are ranks
 * of these after the farthest one's, then the packet has nothing of the last rank of the result. So
 * count_over_halves does not count it, and it takes a link from those that are counted. */
static void count_wasted(const struct collector *collector, uint32_t home,
                         const struct results all[]) {
    const struct network *network = collector->network;
    struct cube_content result = result_for_each_port(collector, home, all);
    uint32_t far = 0, farthest = result.last;
    for (uint32_t rank = result.first; rank <= result.last; rank++) {
        uint32_t links = network_distance(network, network->of_rank[rank], home);
        farthest = links >= far ? rank : farthest;
        take_most(&far, links);
    }
    for (uint32_t ports = network->ports[home]; ports != 0; ports &= ports - 1) {
        uint32_t neighbour = home ^ (ports & -ports), rank = farthest + 1;
        uint32_t halves = halves_between(network, neighbour, home);
        while (rank < result.last &&
               network_distance(network, network->of_rank[rank], neighbour) < far)
            rank++;
        if (rank < result.last && halves != 0)
            take_most(&collector->wants->wasted[lowest_port(halves)], far);
    }
}

static bool combine(const struct collector *collector) {
    uint32_t blocks = 0;
    for (uint32_t v = 0; v < collector->network->numbers; v++)
        take_most(&blocks, algorithm_blocks(collector->algorithm, collector->shape, v, AREA_INPUT));
    struct results *all = allocate(blocks, sizeof *all);
    if (!all)
        return false;
    for (uint32_t v = 0; v < collector->network->numbers; v++)
        for_results(collector, v, all, add_result);
    for (uint32_t v = 0; v < collector->network->numbers; v++)
        for_results(collector, v, all, count_result);
    for (uint32_t v = 0; collector->algorithm->ordered && v < collector->network->numbers; v++)
        count_wasted(collector, v, all);
    for (uint32_t b = 0; b < blocks; b++)
        if (all[b].homes > 1)
            count_shared(collector, &all[b]);
    count_apart(collector, all, blocks);
    free(all);
    return true;
}

/* ---- What is only heard of ---- */

/* Counts wants as if each node had an empty block for every other node. */
static bool tell(const struct collector *collector) {
    for (uint32_t home = 0; home < collector->network->numbers; home++) {
        struct want message = {0};
        for (uint32_t end = 0; end < collector->network->numbers; end++)
            if (end != home)
                add_end(collector->network, &message, home, end);
        if (message.ends > 0)
            count_leaving(collector, home, &message);
    }
    return true;
}

bool wants_begin(const struct algorithm *algorithm, const struct shape *shape,
                 const struct network *network, bool relays, uint32_t growth, struct wants *wants) {
    struct collector collector = {algorithm, shape, network, relays, growth, wants};
    uint32_t diameter = network->diameter;
    for (uint32_t axis = 0; axis < network->axes; axis++)
        diameter += network->is_array ? network->side[axis] - 1 : network->side[axis] / 2;
    memset(wants, 0, sizeof *wants);
    wants->row = 1 + (diameter > CUBE_MAX_DIMENSION ? diameter : CUBE_MAX_DIMENSION);
    wants->leave = allocate((size_t)network->numbers * wants->row, sizeof *wants->leave);
    wants->arrive = allocate((size_t)network->numbers * wants->row, sizeof *wants->arrive);
    bool (*collect)(const struct collector *collector) = algorithm->operation->synchronizes ? tell
                                                         : algorithm->operation->combines ? combine
                                                                                          : bring;
    if (wants->leave && wants->arrive && collect(&collector))
        return true;
    wants_end(wants);
    return false;
}

void wants_end(struct wants *wants) {
    free(wants->leave);
    free(wants->arrive);
}
