/* wormhole: a simulation told by a few words (programs/wormhole/job.h), all routers in one loop.
 * The program of that name does the same on the cube, each node its own router. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "programs/wormhole/job.h"
#include "programs/wormhole/network.h"

static struct network network;
static struct delivery deliveries[NETWORK_NODES];

static void deliver(void *context, const struct network *of, struct flit flit) {
    (void)context;
    delivery_add(&deliveries[flit.destination], of->cycle, flit);
}

static void run(const struct job *job) {
    do
        network_cycle(&network);
    while (job->cycles == 0 ? network.inside > 0 || network_queue(&network) > 0
                            : network.cycle < job->cycles);
}

static struct delivery sum(void) {
    struct delivery all = {0};
    for (uint32_t node = 0; node < network.nodes; node++) {
        const struct delivery *one = &deliveries[node];
        all.made += network.source[node].made;
        all.flits += one->flits;
        all.messages += one->messages;
        all.latency += one->latency;
        all.last = one->last > all.last ? one->last : all.last;
        all.digest += one->digest;
    }
    return all;
}

int main(int count, char *words[]) {
    struct job job;
    char *end = "";
    unsigned long dimensions = count > 1 ? strtoul(words[1], &end, 10) : 0;
    const char *wrong = dimensions < 1 || dimensions > ROUTER_DIMENSIONS || *end != '\0'
                            ? "invalid number of dimensions (expected: 1 to 9)"
                            : job_read(&job, words + 2, (uint32_t)dimensions);
    if (count > 1 && strcmp(words[1], "--help") == 0) {
        puts("usage: wormhole DIMENSIONS [mapped-]NAME FLITS [LOAD CYCLES SEED]\n"
             "\n"
             "Simulates a cube of wormhole routers, 1 to 9 dimensions, in which each node sends\n"
             "messages of FLITS flits, 2 to 2048, by the permutation NAME, one of those that lcc\n"
             "--help lists; with mapped- in front of it the nodes are placed as lcc orders them.\n"
             "Each node sends one message, all at once; or for CYCLES cycles as many as make LOAD\n"
             "flits a cycle, above 0 and up to 1, at times drawn from SEED. The load is saturated\n"
             "if over a tenth of all messages, and over two a node, are undelivered at the end.\n"
             "Latency is the cycles from when a message is made to when its last flit arrives.\n"
             "\n"
             "Examples:\n"
             "  graycube wormhole 8 bit-reverse 17\n"
             "  graycube wormhole 8 mapped-bit-reverse 17 0.3 1000 1");
        return 0;
    }
    if (wrong) {
        fprintf(stderr, "wormhole: %s (see wormhole --help)\n", wrong);
        return EX_USAGE;
    }
    network_start(&network, (uint32_t)dimensions, &rule_e_cube);
    network.deliver = deliver;
    for (uint32_t node = 0; node < network.nodes; node++)
        job_start_source(&job, node, &network.source[node]);
    run(&job);
    struct delivery all = sum();
    job_print(&job, network.nodes, &all);
    if (fflush(stdout) != 0) {
        fprintf(stderr, "wormhole: cannot write the result: %s\n", strerror(errno));
        return EX_IOERR;
    }
    return 0;
}
