/* Compares the checker's lower bounds with the true least numbers of steps, found by trying
 * everything, on networks that are small enough for that. Packets have one block, and nothing is
 * combined. */
#include <stdio.h>
#include <string.h>

#include "collectives/bound/bounds.h"
#include "collectives/bound/network.h"
#include "collectives/catalogue/catalogue.h"
#include "collectives/check/shapes.h"
#include "tests/unit/test.h"

enum {
    MOST_BITS = 18, /* a bit says that a node has a block */
    STATES = 1 << MOST_BITS,
};

/* All states that can be reached in so many steps, and in one step more. A state is a number with a
 * bit for each block and node. */
struct search {
    struct network network;
    enum port_model ports;
    uint32_t dimension;
    uint32_t blocks;            /* blocks that are wanted anywhere */
    uint32_t home[MOST_BITS];   /* of each */
    uint32_t number[MOST_BITS]; /* which of its home's it is */
    uint32_t wanted;            /* the bits that a state must have in the end */
    bool reached[STATES];
    uint32_t *now, *next; /* states */
    uint32_t now_count, next_count;
};

static uint32_t bit_of(const struct search *search, uint32_t block, uint32_t node) {
    return 1u << (block * search->network.numbers + node);
}

static void reach(struct search *search, uint32_t state) {
    if (!search->reached[state])
        search->next[search->next_count++] = state;
    search->reached[state] = true;
}

/* Whether a node that has the block could send it on that port so that it is of some use. */
static bool can_send(const struct search *search, uint32_t state, uint32_t node, uint32_t port,
                     uint32_t block) {
    return ((search->network.ports[node] >> port) & 1) != 0 &&
           (state & bit_of(search, block, node)) != 0 &&
           (state & bit_of(search, block, node ^ 1u << port)) == 0;
}

/* Tries, with all ports, every choice on the links from `link` on. One block more does no harm, so
 * a link stays idle only if there is nothing of use for it. */
static void try_links(struct search *search, uint32_t state, uint32_t link, uint32_t after) {
    if (link == search->network.numbers * search->dimension) {
        reach(search, after);
        return;
    }
    uint32_t node = link / search->dimension, port = link % search->dimension;
    bool idle = true;
    for (uint32_t block = 0; block < search->blocks; block++)
        if (can_send(search, state, node, port, block)) {
            idle = false;
            try_links(search, state, link + 1, after | bit_of(search, block, node ^ 1u << port));
        }
    if (idle)
        try_links(search, state, link + 1, after);
}

/* Tries, with one port, every choice of the nodes from `node` on, on the ports of `allowed`.
 * `taken` is the set of nodes that receive already. */
static void try_nodes(struct search *search, uint32_t state, uint32_t node, uint32_t allowed,
                      uint32_t taken, uint32_t after) {
    if (node == search->network.numbers) {
        reach(search, after);
        return;
    }
    try_nodes(search, state, node + 1, allowed, taken, after);
    for (uint32_t ports = allowed; ports != 0; ports &= ports - 1) {
        uint32_t to = node ^ 1u << lowest_port(ports);
        for (uint32_t block = 0; block < search->blocks; block++)
            if (((taken >> to) & 1) == 0 &&
                can_send(search, state, node, lowest_port(ports), block))
                try_nodes(search, state, node + 1, allowed, taken | 1u << to,
                          after | bit_of(search, block, to));
    }
}

static void try_all(struct search *search, uint32_t state) {
    uint32_t all = (1u << search->dimension) - 1;
    if (search->ports == PORTS_ALL)
        try_links(search, state, 0, state);
    else if (search->ports == PORTS_ONE)
        try_nodes(search, state, 0, all, 0, state);
    for (uint32_t port = 0; search->ports == PORTS_SIMD && port < search->dimension; port++)
        try_nodes(search, state, 0, 1u << port, 0, state);
}

/* Adds what a node wants. Returns false if that is too much to try. */
static bool add_wanted(const struct algorithm *algorithm, const struct shape *shape, uint32_t node,
                       struct search *search) {
    for (uint32_t b = 0; b < algorithm_blocks(algorithm, shape, node, AREA_OUTPUT); b++) {
        struct cube_content content =
            algorithm->operation->postcondition(shape, node, AREA_OUTPUT, b);
        uint32_t home = search->network.of_rank[content.first], known = 0;
        while (known < search->blocks &&
               (search->home[known] != home || search->number[known] != content.block))
            known++;
        if (home == node)
            continue;
        if ((known + 1) * search->network.numbers > MOST_BITS)
            return false;
        if (known == search->blocks) {
            search->home[known] = home;
            search->number[known] = content.block;
            search->blocks++;
        }
        search->wanted |= bit_of(search, known, node);
    }
    return true;
}

/* The fewest steps for the operation, or UINT32_MAX if there is too much to try. */
static uint32_t least_steps(const struct algorithm *algorithm, const struct shape *shape,
                            enum port_model ports) {
    static struct search search;
    static uint32_t lists[2][STATES];
    uint32_t begin = 0;
    memset(&search, 0, sizeof search);
    search.ports = ports;
    search.dimension = shape->dimension;
    network_of(algorithm, shape, &search.network);
    for (uint32_t node = 0; node < search.network.numbers; node++)
        if (!add_wanted(algorithm, shape, node, &search))
            return UINT32_MAX;
    for (uint32_t block = 0; block < search.blocks; block++)
        begin |= bit_of(&search, block, search.home[block]);
    search.next = lists[0];
    reach(&search, begin);
    for (uint32_t steps = 0;; steps++) {
        search.now = lists[steps % 2];
        search.now_count = search.next_count;
        search.next = lists[1 - steps % 2];
        search.next_count = 0;
        for (uint32_t k = 0; k < search.now_count; k++)
            if ((search.wanted & ~search.now[k]) == 0)
                return steps;
        for (uint32_t k = 0; k < search.now_count; k++)
            try_all(&search, search.now[k]);
    }
}

/* Whether the search can tell the least number of steps: there is one output, and nothing is
 * combined. And the bound must know everything, which it does not in two cases: where all nodes of
 * a mesh use one dimension of the cube at a time; and where the nodes of an array have one port,
 * with which an inner node has to pass on, too, all that goes by. */
static bool can_be_tried(const struct algorithm *algorithm, enum port_model ports) {
    bool knows = ports == PORTS_ALL || !algorithm->on_array;
    return !algorithm->operation->combines && algorithm->operation->outputs == 1 && knows &&
           !(ports == PORTS_SIMD && (algorithm->varies & VARIES_SIDES));
}

/* Returns whether the shape had few enough states to be tried. */
static bool compare(const struct algorithm *algorithm, const struct shape *shape,
                    enum port_model ports) {
    const struct means means = {.ports = ports, .relays = false, .blocks = 1};
    uint32_t least = least_steps(algorithm, shape, ports);
    if (least == UINT32_MAX)
        return false;
    uint32_t bound = bound_steps(algorithm, shape, means);
    if (bound != least)
        fprintf(stderr, "# %s, %s, ports %d: %u steps at least, and %u are needed\n",
                algorithm->name, shape_text(algorithm, shape), ports, bound, least);
    assert_int_equal(bound, least);
    return true;
}

TEST(bounds_are_what_can_be_done) {
    unsigned tried = 0;
    for (size_t entry = 0; entry < catalogue_entries; entry++)
        for (uint32_t n = 1; n <= 3; n++)
            for (int ports = 0; ports < PORT_MODELS; ports++) {
                const struct algorithm *algorithm = catalogue[entry];
                struct shape shape;
                if (!can_be_tried(algorithm, (enum port_model)ports))
                    continue;
                bool more = shape_first(algorithm, n, SHAPES_FEW, &shape);
                for (; more; more = shape_next(algorithm, SHAPES_FEW, &shape))
                    tried += compare(algorithm, &shape, (enum port_model)ports);
            }
    assert_in_range(tried, 500, 2000);
}

/* On an array of 4 an inner node has to send 5 packets in an all-gather: 2 of its own, and 3 that
 * it passes on. On a ring of 4, and by relays on the array, 3 steps are enough. */
TEST(an_array_without_relays_needs_more) {
    const struct shape shape = shape_of(2);
    assert_int_equal(least_steps(catalogue_find("array-allgather"), &shape, PORTS_ONE), 5);
    assert_int_equal(least_steps(catalogue_find("mesh-allgather"), &shape, PORTS_ONE), 3);
    assert_int_equal(algorithm_steps(catalogue_find("array-allgather"), &shape), 3);
}
