#include "collectives/check/walk.h"

#include <stdlib.h>
#include <string.h>

/* A packet that comes to a node. */
struct arrival {
    double head;  /* when its first byte comes */
    double bytes; /* how long the bytes take after that */
};

/* One node. */
struct walked_node {
    double now;
    double out_free[CUBE_MAX_DIMENSION]; /* by port; with one port, [0] of all */
    double in_free;                      /* with one port */
    struct arrival arrival[CUBE_MAX_DIMENSION];
};

/* A link that a packet holds while its bytes pass. */
struct hold {
    uint32_t link;
    double from;
    double to;
};

struct walk {
    const struct algorithm *algorithm;
    const struct step *step; /* each node's part of the step */
    const struct cost_model *model;
    const struct block_sizes *sizes;
    struct walked_node *at;
    struct hold *hold;
    size_t holds;
};

static double later(double a, double b) {
    return a > b ? a : b;
}

/* The time that the bytes of a run take to pass a link. */
static double time_of_run(const struct walk *walk, struct run run) {
    uint64_t bytes = run.count * walk->sizes->bytes;
    for (uint32_t b = 0; b < run.count; b++)
        bytes += run_block(run, b) < walk->sizes->longer ? walk->sizes->element : 0;
    return (double)bytes * walk->model->byte;
}

/* Notes that a packet holds a link of `node` from when its head is there until its last byte has
 * passed. */
static void hold(struct walk *walk, uint32_t node, uint32_t port, double head, double bytes) {
    if ((walk->holds & (walk->holds - 1)) == 0) {
        size_t room = walk->holds == 0 ? 1 : 2 * walk->holds;
        walk->hold = realloc(walk->hold, room * sizeof *walk->hold);
        if (!walk->hold)
            abort();
    }
    walk->hold[walk->holds++] = (struct hold){node * CUBE_MAX_DIMENSION + port, head, head + bytes};
}

/* ---- Schedules ---- */

/* The steps of a schedule, one after the other, each with the parts of all nodes. It is kept,
 * because the same one is walked through with many weights. */
static struct schedule {
    const struct algorithm *algorithm;
    struct shape shape;
    uint32_t steps;
    struct step *step;
} kept;

static void make_schedule(const struct algorithm *algorithm, const struct shape *given) {
    struct shape shape = *given;
    size_t table_bytes = algorithm_table_bytes(algorithm, given);
    void *table = malloc(table_bytes + 1);
    uint32_t nodes = shape_nodes(given);
    if (table && table_bytes > 0) {
        algorithm_make_table(algorithm, given, table);
        shape.table = table;
    }
    kept.algorithm = algorithm;
    kept.shape = *given;
    kept.steps = algorithm_steps(algorithm, &shape);
    free(kept.step);
    kept.step = calloc((size_t)kept.steps * nodes + 1, sizeof *kept.step);
    if (!kept.step || !table)
        abort();
    for (uint32_t k = 0; k < kept.steps * nodes; k++)
        algorithm_step(algorithm, &shape, k % nodes, 1 + k / nodes, &kept.step[k]);
    free(table);
}

static bool are_alike(const struct shape *a, const struct shape *b) {
    return a->dimension == b->dimension && a->root == b->root && a->target == b->target &&
           a->packets == b->packets && a->shift == b->shift && a->axes == b->axes &&
           memcmp(a->side, b->side, sizeof a->side) == 0 && a->table == b->table;
}

static const struct schedule *schedule_of(const struct algorithm *algorithm,
                                          const struct shape *shape) {
    if (kept.algorithm != algorithm || !are_alike(&kept.shape, shape))
        make_schedule(algorithm, shape);
    return &kept;
}

/* ---- Walking ---- */

/* Sends a packet, over all the links of its path. */
static void send(struct walk *walk, uint32_t node, uint32_t port) {
    const struct cost_model *model = walk->model;
    struct walked_node *at = &walk->at[node];
    double *free = &at->out_free[model->one_port ? 0 : port];
    struct arrival packet = {.bytes = time_of_run(walk, walk->step[node].send[port])};
    double left = later(at->now, *free) + model->start;
    *free = left + packet.bytes;
    packet.head = left + model->hop;
    hold(walk, node, port, left, packet.bytes);
    node ^= 1u << port;
    while ((walk->step[node].relays >> port) & 1) {
        if (walk->algorithm->relay == RELAY_WHOLE)
            packet.head += packet.bytes + model->start;
        port = walk->step[node].leave[port];
        hold(walk, node, port, packet.head, packet.bytes);
        packet.head += model->hop;
        node ^= 1u << port;
    }
    walk->at[node].arrival[port] = packet;
}

static void receive(const struct walk *walk, struct walked_node *at, const struct arrival *packet) {
    double done = packet->head + packet->bytes;
    if (walk->model->one_port) {
        done = later(done, at->in_free + walk->model->start + packet->bytes);
        at->in_free = done;
    }
    at->now = later(at->now, done);
}

static void walk_step(struct walk *walk, uint32_t nodes) {
    for (uint32_t node = 0; node < nodes; node++)
        for (uint32_t ports = walk->step[node].sends; ports != 0; ports &= ports - 1)
            send(walk, node, lowest_port(ports));
    for (uint32_t node = 0; node < nodes; node++) {
        struct walked_node *at = &walk->at[node];
        for (uint32_t ports = walk->step[node].receives; ports != 0; ports &= ports - 1)
            receive(walk, at, &at->arrival[lowest_port(ports)]);
    }
}

/* Walks through all steps. The caller frees what is left: at and hold. */
static struct walk walk_through(const struct algorithm *algorithm, const struct shape *shape,
                                const struct cost_model *model, const struct block_sizes *sizes) {
    const struct schedule *schedule = schedule_of(algorithm, shape);
    uint32_t nodes = shape_nodes(shape);
    struct walk walk = {.algorithm = algorithm, .model = model, .sizes = sizes};
    walk.at = calloc(nodes, sizeof *walk.at);
    if (!walk.at)
        abort();
    for (uint32_t k = 0; k < schedule->steps; k++) {
        walk.step = &schedule->step[k * nodes];
        walk_step(&walk, nodes);
    }
    return walk;
}

double walk_time(const struct algorithm *algorithm, const struct shape *shape,
                 const struct cost_model *model, const struct block_sizes *sizes) {
    struct walk walk = walk_through(algorithm, shape, model, sizes);
    double last = 0;
    for (uint32_t node = 0; node < shape_nodes(shape); node++)
        last = later(last, walk.at[node].now);
    free(walk.at);
    free(walk.hold);
    return last;
}

/* By link, then by time. */
static int compare(const void *one, const void *other) {
    const struct hold *a = one, *b = other;
    if (a->link != b->link)
        return a->link < b->link ? -1 : 1;
    return (a->from > b->from) - (a->from < b->from);
}

bool walk_is_congested(const struct algorithm *algorithm, const struct shape *shape,
                       const struct cost_model *model, const struct block_sizes *sizes) {
    struct walk walk = walk_through(algorithm, shape, model, sizes);
    bool congested = false;
    if (walk.holds > 0)
        qsort(walk.hold, walk.holds, sizeof *walk.hold, compare);
    for (size_t k = 1; k < walk.holds; k++)
        congested = congested || (walk.hold[k].link == walk.hold[k - 1].link &&
                                  walk.hold[k].from < walk.hold[k - 1].to);
    free(walk.at);
    free(walk.hold);
    return congested;
}
