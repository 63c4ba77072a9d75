/* Tests how the hypercube's all-gather congests a ring, by counting the packets on each link as
 * they pass. */
#include <string.h>

#include "collectives/catalogue/catalogue.h"
#include "collectives/check/checker.h"
#include "collectives/schedule/cost.h"
#include "collectives/schedule/mesh.h"
#include "tests/unit/test.h"

/* What each link carries in each exchange. */
struct load {
    const struct shape *ring;               /* null: packets may take any link of the cube */
    uint32_t first[CUBE_MAX_DIMENSION + 2]; /* the first step of an exchange */
    uint32_t packets[CUBE_MAX_DIMENSION][CUBE_MAX_NODES][CUBE_MAX_DIMENSION];
    uint32_t blocks[CUBE_MAX_DIMENSION][CUBE_MAX_NODES][CUBE_MAX_DIMENSION];
    uint32_t astray; /* packets on links that the ring has not */
};

static void count(void *argument, const struct passage *passage) {
    struct load *load = argument;
    uint32_t exchange = 0;
    while (passage->step >= load->first[exchange + 1])
        exchange++;
    load->packets[exchange][passage->from][passage->port]++;
    load->blocks[exchange][passage->from][passage->port] += passage->blocks;
    if (!load->ring)
        return;
    uint32_t position = mesh_rank(load->ring, passage->from);
    load->astray += passage->port != mesh_port_next(load->ring, 0, position) &&
                    passage->port != mesh_port_before(load->ring, 0, position);
}

static uint32_t most(const uint32_t loads[CUBE_MAX_NODES][CUBE_MAX_DIMENSION]) {
    uint32_t most = 0;
    for (uint32_t node = 0; node < CUBE_MAX_NODES; node++)
        for (uint32_t port = 0; port < CUBE_MAX_DIMENSION; port++)
            most = loads[node][port] > most ? loads[node][port] : most;
    return most;
}

/* On the cube exchange j is step j + 1 and each link has one packet; on the ring it is steps 2^j to
 * 2^(j+1) - 1, and the busiest link has 2^j, each as many blocks as a node has. */
TEST(exchanges_share_the_links_of_a_ring) {
    static struct load cube, ring;
    for (uint32_t n = 1; n <= 9; n++) {
        struct shape shape = shape_of(n);
        struct finding finding;
        memset(&cube, 0, sizeof cube);
        memset(&ring, 0, sizeof ring);
        ring.ring = &shape;
        for (uint32_t j = 0; j <= n; j++) {
            cube.first[j] = j + 1;
            ring.first[j] = 1u << j;
        }
        assert_true(
            watch_schedule(catalogue_find("allgather-exchange"), &shape, &finding, count, &cube));
        assert_true(watch_schedule(catalogue_find("mesh-allgather-exchange"), &shape, &finding,
                                   count, &ring));
        assert_int_equal(ring.astray, 0);
        for (uint32_t j = 0; j < n; j++) {
            assert_int_equal(most(cube.packets[j]), 1);
            assert_int_equal(most(cube.blocks[j]), 1u << j);
            assert_int_equal(most(ring.packets[j]), 1u << j);
            assert_int_equal(most(ring.blocks[j]), 1u << 2 * j);
        }
        assert_int_equal(finding.steps, (1u << n) - 1);
        assert_int_equal(finding.link_words, ((UINT64_C(1) << 3 * n) - (1u << n)) / 3);
    }
}

/* The algorithm is never chosen as the cheapest one. In each step of exchange j a packet of 2^j
 * blocks waits for the busiest link, though by the clocks all packets pass at once. */
TEST(it_costs_what_the_busiest_link_has) {
    for (uint32_t n = 0; n <= CUBE_MAX_DIMENSION; n++) {
        struct shape shape = shape_of(n);
        const struct algorithm *exchange = catalogue_find("mesh-allgather-exchange");
        struct chain_cost own = algorithm_cost(catalogue_find("mesh-allgather"), &shape, true, 0);
        struct chain_cost busiest;
        assert_true(algorithm_busiest(exchange, &shape, &busiest));
        struct chain_cost clock = algorithm_cost(exchange, &shape, true, 0);
        uint64_t blocks = 0;
        for (uint32_t j = 0; j < n; j++)
            blocks += UINT64_C(1) << 2 * j;
        assert_int_equal(busiest.starts, own.starts);
        assert_int_equal(busiest.blocks, blocks);
        assert_int_equal(busiest.hops, blocks);
        assert_int_equal(clock.starts, n);
        assert_int_equal(clock.blocks, own.blocks);
        assert_int_equal(clock.hops, own.hops);
    }
}
