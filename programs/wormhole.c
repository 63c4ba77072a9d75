/* A wormhole network on the cube. Each node is its own router (programs/wormhole/router.h), and
 * each flit is a message to a neighbour. There is no common clock. Instead, in each cycle
 * neighbours exchange a flit, or an empty one, over each dimension, which keeps them in step. Under
 * E-cube a flit waits only for channels of higher dimensions, so a cycle goes through the
 * dimensions from the highest to the lowest. The arguments are [mapped-]NAME FLITS [LOAD CYCLES
 * SEED], as in programs/wormhole/job.h. */
#include <stdio.h>

#include "cube.h"
#include "programs/computations/must.h"
#include "programs/wormhole/job.h"
#include "programs/wormhole/rule.h"

enum {
    USAGE_ERROR = 64, /* EX_USAGE of sysexits.h */
    ROUND = 16,       /* cycles after which nodes find out whether everything was delivered */
};

static struct router router;
static struct source source;
static struct delivery delivery;

/* Sends a flit, or an empty one, along a dimension in this cycle, and receives what arrives. */
static void exchange(uint32_t dimension) {
    struct flit mine = router_offer(&router, dimension), theirs;
    mine.accepts = !router_is_occupied(&router, dimension);
    must(cube_link_send((int)dimension, &mine, sizeof mine), "sending a flit");
    must(cube_link_recv((int)dimension, &theirs, sizeof theirs), "receiving a flit");
    if (mine.kind != FLIT_NONE && theirs.accepts)
        router_depart(&router, dimension);
    else if (theirs.accepts)
        router_free(&router, dimension);
    if (theirs.kind != FLIT_NONE && mine.accepts) {
        theirs.accepts = 0;
        router_accept(&router, dimension, theirs);
    }
}

static void cycle(uint32_t number) {
    router_arbitrate(&router, &rule_e_cube);
    struct flit flit = router_offer(&router, router.local);
    if (flit.kind != FLIT_NONE) {
        router_depart(&router, router.local);
        delivery_add(&delivery, number, flit);
    }
    for (uint32_t dimension = router.dimensions; dimension-- > 0;)
        exchange(dimension);
    source_make(&source, number - 1);
    if (source_has_flit(&source) && router_may_inject(&router, source_header_is_next(&source)))
        router_accept(&router, router.local, source_flit(&source));
}

/* Whether every node has received its message; all nodes get the same answer. */
static bool all_delivered(void) {
    uint64_t mine = delivery.messages, all;
    must(cube_allreduce(&mine, &all, 1, &cube_uint64, &cube_sum), "counting messages");
    return all == (uint64_t)cube_nodes();
}

/* Returns, at node 0, what has been delivered to all nodes. */
static struct delivery sum(void) {
    struct delivery all = {0};
    uint64_t mine[] = {source.made, delivery.flits, delivery.messages, delivery.latency,
                       delivery.digest};
    uint64_t total[sizeof mine / sizeof mine[0]];
    must(cube_reduce(mine, total, sizeof mine / sizeof mine[0], &cube_uint64, &cube_sum, 0),
         "adding counts");
    must(cube_reduce(&delivery.last, &all.last, 1, &cube_uint64, &cube_max, 0), "the last cycle");
    all.made = total[0];
    all.flits = total[1];
    all.messages = total[2];
    all.latency = total[3];
    all.digest = total[4];
    return all;
}

int main(int count, char *words[]) {
    struct job job;
    uint32_t dimensions = (uint32_t)cube_dim(), node = (uint32_t)cube_node();
    (void)count;
    const char *wrong = job_read(&job, words + 1, dimensions);
    if (!wrong && dimensions == 0)
        wrong = "a single node cannot send (expected: 2 nodes or more)";
    if (wrong) {
        if (node == 0)
            fprintf(stderr, "wormhole: %s\n", wrong);
        return USAGE_ERROR;
    }
    router_start(&router, node, dimensions, rule_e_cube.lanes);
    job_start_source(&job, node, &source);
    uint32_t number = 0;
    do
        cycle(++number);
    while (job.cycles == 0 ? number % ROUND != 0 || !all_delivered() : number < job.cycles);
    struct delivery all = sum();
    if (node == 0)
        job_print(&job, (uint32_t)cube_nodes(), &all);
    return 0;
}
