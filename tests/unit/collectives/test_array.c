/* Tests the schedules of linear arrays: that no packet takes the link that joins the ends of the
 * ring, and that start-ups, words and hops are those of the literature. */
#include "collectives/catalogue/catalogue.h"
#include "collectives/check/checker.h"
#include "collectives/schedule/cost.h"
#include "collectives/schedule/mesh.h"
#include "tests/unit/test.h"

/* The ten operations of the slides. Those by halving are the ring's own. */
static const char *const names[] = {
    "mesh-bcast",           "mesh-reduce",    "mesh-scatter",    "mesh-gather", "array-allgather",
    "array-reduce-scatter", "array-alltoall", "array-allreduce", "array-scan",  "array-shift",
};

static struct shape array_of(uint32_t nodes, uint32_t shift) {
    struct shape shape = shape_of(4);
    shape.axes = 1;
    shape.side[0] = nodes;
    shape.shift = shift;
    return shape;
}

static void see_end(void *argument, const struct passage *passage) {
    const struct shape *shape = argument;
    uint32_t from = mesh_rank(shape, passage->from);
    uint32_t to = mesh_rank(shape, passage->from ^ 1u << passage->port);
    assert_int_equal(from > to ? from - to : to - from, 1);
}

TEST(no_packet_goes_round_the_end) {
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
        for (uint32_t nodes = 2; nodes <= 16; nodes += 2)
            for (uint32_t shift = 0; shift < nodes; shift++) {
                struct shape shape = array_of(nodes, shift);
                struct finding finding;
                shape.root = shift; /* no algorithm has both */
                assert_true(
                    watch_schedule(catalogue_find(names[k]), &shape, &finding, see_end, &shape));
            }
}

static void costs(const char *name, const struct shape *shape, uint64_t starts, uint64_t blocks,
                  uint64_t hops, uint64_t packets, uint64_t words) {
    const struct algorithm *algorithm = catalogue_find(name);
    struct chain_cost cost = algorithm_cost(algorithm, shape, true, 0);
    assert_int_equal(algorithm_steps(algorithm, shape), starts);
    assert_int_equal(cost.starts, starts);
    assert_int_equal(cost.blocks, blocks);
    assert_int_equal(cost.hops, hops);
    assert_int_equal(cost.exactness, COST_EXACT);
    assert_int_equal(algorithm_packets(algorithm, shape), packets);
    assert_int_equal(algorithm_link_words(algorithm, shape), words);
}

TEST(costs_are_those_of_the_literature) {
    for (uint64_t p = 2; p <= 16; p += 2) {
        struct shape shape = array_of((uint32_t)p, 0);
        uint64_t links = 2 * (p - 1); /* each way */
        costs("array-allgather", &shape, p - 1, p - 1, 2 * p - 3, (p - 1) * links, (p - 1) * links);
        costs("array-reduce-scatter", &shape, p - 1, p - 1, 2 * p - 3, (p - 1) * links,
              (p - 1) * links);
        uint64_t exchange = p == 2 ? 1 : p / 2 + 1;
        costs("array-alltoall", &shape, exchange, exchange * p / 2, p - 1, p / 2 * links,
              p / 2 * p / 2 * links);
        costs("array-allreduce", &shape, p - 1, p - 1, p - 1, links, links);
        costs("array-scan", &shape, p - 1, p - 1, p - 1, p - 1, p - 1);
        for (uint64_t q = 1; q < p; q++) {
            uint64_t steps = q < p - q ? q : p - q;
            shape.shift = (uint32_t)q;
            costs("array-shift", &shape, steps, steps, steps + p - 2, steps * links, steps * links);
        }
    }
}
