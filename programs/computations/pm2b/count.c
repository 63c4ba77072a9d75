#include "programs/computations/pm2b/count.h"

#include "cube_catalogue.h"
#include "programs/computations/pm2b/work.h"

/* Returns the steps of the offsets of less than L, one after the other. With each packet to one
 * neighbour on the ring a packet goes to the other neighbour. On two nodes both are the same node,
 * on the same link. */
static uint64_t local_steps(const struct work *work) {
    uint64_t packets = 0;
    if (work->ring.dimension == 0)
        return 0;
    for (unsigned b = 0; b < work->local; b++)
        packets += ((uint64_t)1 << b) > work->packet ? ((uint64_t)1 << b) / work->packet : 1;
    return work->ring.dimension == 1 ? 2 * packets : packets;
}

/* Rounds of the pipeline, their steps, and steps of which each is an exchange with the neighbours
 * on the ring or one hop of one offset both ways. */
struct parts {
    uint64_t rounds;
    uint64_t round_steps;
    uint64_t steps;
};

static struct parts parts_of(const struct work *work) {
    uint64_t packets = work->slots / work->packet, both_ways = work->ring.dimension == 1 ? 2 : 1;
    uint64_t alone = local_steps(work);
    if (work->program->execution == PM2B_OFFSETS) {
        uint64_t hops = work->far == 0 ? 0 : 2 * work->far - 1;
        return (struct parts){0, 0, packets * hops * both_ways + alone};
    }
    uint64_t rounds = work->far == 0 ? 0 : packets + work->far - 1;
    uint64_t steps = work->far < 2 ? 2 * rounds : 4 * rounds - 2;
    if (work->program->execution == PM2B_OVERLAPPED && work->far >= 2)
        alone = work->local;
    return (struct parts){rounds, steps, alone};
}

static struct work described(const struct pm2b *program) {
    struct work work = {0};
    (void)work_begin(&work, program, NULL);
    return work;
}

static uint64_t words_of(const struct work *work) {
    uint64_t far = work->far == 0 ? 0 : work->slots * (4 * (uint64_t)work->far - 2);
    return work->ring.dimension == 0 ? 0 : (far + 2 * (work->slots - 1)) << work->ring.dimension;
}

uint64_t pm2b_calls(const struct pm2b *program) {
    struct work work = described(program);
    return (uint64_t)work.slots * (work.local + work.far) << work.ring.dimension;
}

uint64_t pm2b_formula(uint64_t elements) {
    uint64_t block = pm2b_block(elements);
    return 4 * ((uint64_t)__builtin_ctzll(pm2b_filled(elements)) + block - 1);
}

/* What a packet takes by the cost model. Packets of one step are on different links, which carry
 * them at once; but the library's work for them is that of one processor. */
struct packet_time {
    double link;
    double work;
};

static struct packet_time packet_time(size_t bytes) {
    /* In a subcube of two nodes an all-gather is one exchange of a packet. */
    const struct cube_case pair = {.dimensions = 1};
    const char *exchange = "allgather-exchange";
    uint64_t link = 0;
    (void)cube_catalogue_time(exchange, &pair, bytes, &link);
    return (struct packet_time){
        .link = (double)link,
        .work = cube_catalogue_estimate(exchange, &pair, bytes) - (double)link,
    };
}

/* The time of N steps in which a node sends N packets in all. */
static double steps_time(uint64_t steps, uint64_t packets, size_t bytes) {
    struct packet_time packet = packet_time(bytes);
    return (double)steps * packet.link + (double)packets * packet.work;
}

static double time_of(const struct work *work, const struct parts *parts) {
    size_t bytes = work->program->bytes;
    uint64_t far = work->far == 0 ? 0 : work->slots / work->packet * (4 * (uint64_t)work->far - 2);
    double time = 0;
    if (work->ring.dimension == 0)
        return 0;
    if (work->program->execution == PM2B_OVERLAPPED)
        return steps_time(parts->round_steps + parts->steps, far + 2 * (work->slots - 1), bytes);
    for (unsigned b = 0; b < work->local; b++) {
        uint64_t offset = UINT64_C(1) << b;
        uint64_t packet = offset < work->packet ? offset : work->packet, packets = offset / packet;
        uint64_t steps = work->ring.dimension == 1 ? 2 * packets : packets;
        time += steps_time(steps, 2 * packets, packet * bytes);
    }
    uint64_t steps = parts->round_steps + parts->steps - local_steps(work);
    return time + steps_time(steps, far, work->packet * bytes);
}

struct cost pm2b_cost(const struct pm2b *program) {
    struct work work = described(program);
    struct parts parts = parts_of(&work);
    return (struct cost){
        .steps = parts.round_steps + parts.steps,
        .words = words_of(&work),
        .time = time_of(&work, &parts),
    };
}
