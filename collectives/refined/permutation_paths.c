/* Any permutation along shortest paths that share no link: a schedule. T. H. Szymanski, On the
 * Permutation Capability of a Circuit-Switched Hypercube, 1989, conjectures that there are such
 * paths for all packets at once.
 *
 * Cost (cost.h), with m the bytes, r the rounds:
 *     permute-paths       (t_s + t_w m) r + t_h n r at most
 * r is one for permutations of the dimensions, with any complements, and for all others that have
 * been tried on up to 256 nodes. But each node makes the search, which takes longer than that of
 * "permute-ecube"; so a call takes this algorithm only by its name.
 */
#include <string.h>

#include "collectives/refined/permutation.h"
#include "compiler.h"

/* ---- "permute-paths" ----
 *
 * If dimensions are permuted, so that bit c of a destination is bit f(c) of the origin or its
 * complement, all packets cross the dimensions in one order: those of each cycle of f one after the
 * other, c after f(c). When dimension c is crossed, what is lost of the origin is bit f(c) alone,
 * which has been overwritten. But a packet that crosses has the complement of bit c there. So at
 * each node it is known which one packet crosses c, and no two share a link.
 *
 * Other permutations are routed as wires are (L. McMurchie and C. Ebeling, PathFinder: A
 * Negotiation-Based Performance-Driven Router for FPGAs, 1995): the packets one after the other,
 * each along the shortest path that meets the fewest links of other packets; where several do,
 * along the E-cube path. Packets that it meets lose their paths, and are routed again later. A link
 * that is taken from a packet counts more each time, so that in the end packets that have other
 * ways take these. Packets that have no path after N attempts wait for the next round.
 *
 * Example, n = 3, bits reversed, so that 1 and 4 change places, and 3 and 6. The order is 2, 0, 1:
 *     step 1    1 -> 5 -> 4    3 -> 7 -> 6    4 -> 0 -> 1    6 -> 2 -> 3
 */
enum {
    ATTEMPTS = 16, /* of a packet in a round, on average */
    HOP_BITS = 4,  /* of a hop in a way */
    HOP = (1 << HOP_BITS) - 1,
    MOST_WANTED = UINT8_MAX,
};

/* The table. A way is the ports of a path, the first one in the lowest bits. */
struct paths {
    struct permutation_rounds rounds;
    uint64_t way[SCHEDULE_NODES];
};

struct search {
    struct paths *paths;
    uint16_t origin[SCHEDULE_NODES]
                   [SCHEDULE_DIMENSIONS];                /* of the packet that has a link, plus 1 */
    uint8_t wanted[SCHEDULE_NODES][SCHEDULE_DIMENSIONS]; /* how often a link was taken away */
    uint16_t queue[SCHEDULE_NODES];                      /* origins of packets without a path */
    uint32_t first, count; /* of the queue, which goes round its end */
    /* Of the paths from an origin: by the dimensions that have been crossed, what the cheapest one
     * costs, and its last dimension. */
    uint32_t cost[SCHEDULE_NODES];
    uint8_t last[SCHEDULE_NODES];
};

static void append(struct search *search, uint32_t nodes, uint32_t origin) {
    search->queue[(search->first + search->count++) % nodes] = (uint16_t)origin;
}

/* Returns the cheapest shortest way from a node across a set of dimensions. */
static uint64_t cheapest(struct search *search, uint32_t from, uint32_t dimensions) {
    uint64_t way = 0;
    for (uint32_t crossed = dimensions; crossed != 0; crossed = (crossed - 1) & dimensions)
        search->cost[crossed] = UINT32_MAX;
    search->cost[0] = 0;
    for (uint32_t crossed = 0; crossed != dimensions; crossed = (crossed - dimensions) & dimensions)
        for (uint32_t left = dimensions & ~crossed; left != 0; left &= left - 1) {
            uint32_t port = lowest_port(left), next = crossed | 1u << port, node = from ^ crossed;
            uint32_t more = search->origin[node][port] == 0 ? 0 : 1u + search->wanted[node][port];
            if (search->cost[crossed] + more >= search->cost[next])
                continue;
            search->cost[next] = search->cost[crossed] + more;
            search->last[next] = (uint8_t)port;
        }
    for (uint32_t crossed = dimensions; crossed != 0; crossed ^= 1u << search->last[crossed])
        way = way << HOP_BITS | search->last[crossed];
    return way;
}

/* Gives all links of a packet's path to it, or to nobody. */
static void give(struct search *search, uint32_t origin, uint16_t owner) {
    uint32_t destination = search->paths->rounds.destination[origin];
    uint64_t way = search->paths->way[origin];
    for (uint32_t node = origin; node != destination; way >>= HOP_BITS) {
        search->origin[node][way & HOP] = owner;
        node ^= 1u << (way & HOP);
    }
}

/* Takes their paths from the packets that have links of this packet's path. */
static void clear_way(struct search *search, uint32_t nodes, uint32_t origin) {
    uint32_t destination = search->paths->rounds.destination[origin];
    uint64_t way = search->paths->way[origin];
    for (uint32_t node = origin; node != destination; way >>= HOP_BITS) {
        uint32_t port = way & HOP, other = search->origin[node][port];
        if (other != 0) {
            search->wanted[node][port] += search->wanted[node][port] < MOST_WANTED;
            give(search, other - 1, 0);
            append(search, nodes, other - 1);
        }
        node ^= 1u << port;
    }
}

/* Finds the order in which all packets can cross the dimensions. Returns false if the permutation
 * does not permute dimensions. */
static bool find_order(const struct permutation_rounds *rounds, uint32_t dimension,
                       uint32_t order[]) {
    uint32_t to[SCHEDULE_DIMENSIONS], seen = 0, count = 0; /* to[f(c)] is c */
    for (uint32_t d = 0; d < dimension; d++) {
        uint32_t image = (uint32_t)(rounds->destination[1u << d] ^ rounds->destination[0]);
        if ((image & (image - 1)) != 0)
            return false;
        to[d] = lowest_port(image);
    }
    for (uint32_t v = 0; v < 1u << dimension; v++) {
        uint32_t image = rounds->destination[0];
        for (uint32_t d = 0; d < dimension; d++)
            image ^= (v >> d & 1) << to[d];
        if (image != rounds->destination[v])
            return false;
    }
    for (uint32_t d = 0; d < dimension; d++)
        for (uint32_t c = to[d]; !(seen >> c & 1); c = to[c]) {
            seen |= 1u << c;
            order[count++] = c;
        }
    return true;
}

/* Takes the dimensions in which origins and destinations differ in one order. */
static void route_in_order(struct paths *paths, uint32_t dimension, const uint32_t order[]) {
    for (uint32_t v = 0; v < 1u << dimension; v++) {
        uint32_t differs = v ^ paths->rounds.destination[v];
        paths->way[v] = 0;
        for (uint32_t k = dimension; k-- > 0;)
            if (differs >> order[k] & 1)
                paths->way[v] = paths->way[v] << HOP_BITS | order[k];
        paths->rounds.step[v] = differs != 0;
        paths->rounds.steps |= differs != 0;
    }
}

/* Routes the packets of a round, of those that have no step yet. Returns how many are left over. */
static uint32_t route(struct search *search, uint32_t nodes) {
    struct permutation_rounds *rounds = &search->paths->rounds;
    memset(search->origin, 0, nodes * sizeof *search->origin);
    memset(search->wanted, 0, nodes * sizeof *search->wanted);
    search->first = search->count = 0;
    for (uint32_t v = 0; v < nodes; v++)
        if (rounds->step[v] == 0 && rounds->destination[v] != v)
            append(search, nodes, v);
    for (uint32_t tried = 0; tried < ATTEMPTS * nodes && search->count > 0; tried++) {
        uint32_t origin = search->queue[search->first];
        search->first = (search->first + 1) % nodes;
        search->count--;
        search->paths->way[origin] = cheapest(search, origin, origin ^ rounds->destination[origin]);
        clear_way(search, nodes, origin);
        give(search, origin, (uint16_t)(origin + 1));
    }
    return search->count;
}

static void make_paths(const struct shape *shape, void *table) {
    static NODE_TABLE struct search search;
    static NODE_TABLE bool waits[SCHEDULE_NODES];
    struct paths *paths = table;
    uint32_t nodes = shape_nodes(shape), left, order[SCHEDULE_DIMENSIONS];
    permutation_begin(shape, &paths->rounds);
    if (find_order(&paths->rounds, shape->dimension, order)) {
        route_in_order(paths, shape->dimension, order);
        return;
    }
    search.paths = paths;
    do {
        left = route(&search, nodes);
        paths->rounds.steps++;
        memset(waits, 0, nodes * sizeof *waits);
        for (uint32_t k = 0; k < left; k++)
            waits[search.queue[(search.first + k) % nodes]] = true;
        for (uint32_t v = 0; v < nodes; v++)
            if (paths->rounds.step[v] == 0 && paths->rounds.destination[v] != v && !waits[v])
                paths->rounds.step[v] = (uint16_t)paths->rounds.steps;
    } while (left > 0);
}

FORMULA(size_t, paths_bytes, sizeof(struct paths))

static uint32_t paths_steps(const struct shape *shape) {
    static NODE_TABLE struct paths paths;
    if (shape->table)
        return ((const struct permutation_rounds *)shape->table)->steps;
    make_paths(shape, &paths);
    return paths.rounds.steps;
}

/* Adds what a node does for the packet of an origin. */
static void add_packet(const struct paths *paths, uint32_t node, uint32_t origin,
                       struct step *step) {
    uint32_t destination = paths->rounds.destination[origin], at = origin, in = 0;
    if (((node ^ origin) & ~(origin ^ destination)) != 0)
        return; /* no shortest path leads by the node */
    for (uint64_t way = paths->way[origin]; at != node && at != destination; way >>= HOP_BITS) {
        in = way & HOP;
        at ^= 1u << in;
    }
    if (at != node)
        return;
    uint32_t passed = (uint32_t)__builtin_popcount(origin ^ node);
    uint32_t out = paths->way[origin] >> HOP_BITS * passed & HOP;
    if (node == origin)
        step_send(step, out, single_block(AREA_INPUT, 0));
    else if (node == destination)
        step_receive(step, in, single_block(AREA_OUTPUT, 0));
    else
        step_relay(step, in, out, single_block(AREA_OUTPUT, 0)); /* the run gives only the size */
}

static void paths_step(const struct shape *shape, uint32_t node, uint32_t number,
                       struct step *step) {
    const struct paths *paths = shape->table;
    if (number > paths->rounds.steps && paths->rounds.destination[node] == node)
        step_copy(step, AREA_INPUT, 0, AREA_OUTPUT, 0);
    for (uint32_t origin = 0; origin < shape_nodes(shape); origin++)
        if (paths->rounds.step[origin] == number)
            add_packet(paths, node, origin, step);
}

/* What it takes is known only when the paths have been found. */
FORMULA(struct chain_cost, paths_cost, algorithm_cost(&permutation_ecube, shape, true, 0))

const struct algorithm permutation_paths = {
    .name = "permute-paths",
    .operation = &permutation_operation,
    .ports = PORTS_ONE,
    .relay = RELAY_PIECES,
    .varies = VARIES_SHIFT,
    .source = "after Szymanski, shortest paths that share no link",
    .steps = paths_steps,
    .packets = permutation_packets,
    .bound = permutation_bound,
    .table_bytes = paths_bytes,
    .make_table = make_paths,
    .cost = paths_cost,
    .step = paths_step,
};
