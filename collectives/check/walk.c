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
    double out_free[SCHEDULE_DIMENSIONS]; /* by port; with one port, [0] of all */
    double in_free;                       /* with one port */
    struct arrival arrival[SCHEDULE_DIMENSIONS];
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
    bool holds_links; /* whether it notes which packets hold links, and when */
    struct hold *hold;
    size_t holds;
    struct walked found;
};

static double later(double a, double b) {
    return a > b ? a : b;
}

/* The time that the bytes of a run take to pass a link. */
static double time_of_run(const struct walk *walk, struct run run) {
    uint64_t bytes = run.count * walk->sizes->bytes;
    for (uint32_t b = 0; b < run.count && walk->sizes->longer > 0; b++)
        bytes += run_block(run, b) < walk->sizes->longer ? walk->sizes->element : 0;
    return (double)bytes * walk->model->byte;
}

/* Notes that a packet holds a link of `node` from when its head is there until its last byte has
 * passed. */
static void hold(struct walk *walk, uint32_t node, uint32_t port, double head, double bytes) {
    if (!walk->holds_links)
        return;
    if ((walk->holds & (walk->holds - 1)) == 0) {
        size_t room = walk->holds == 0 ? 1 : 2 * walk->holds;
        walk->hold = realloc(walk->hold, room * sizeof *walk->hold);
        if (!walk->hold)
            abort();
    }
    walk->hold[walk->holds++] =
        (struct hold){node * SCHEDULE_DIMENSIONS + port, head, head + bytes};
}

/* ---- Schedules ---- */

enum { MOST_KEPT = 1 << 14 }; /* parts of nodes in steps */

/* A schedule, with the parts of all nodes in all steps if they are not too many, for the same one
 * is walked through with many weights. Else it has those of one step at a time. */
static struct schedule {
    const struct algorithm *algorithm;
    struct shape shape;  /* as it was asked for */
    struct shape tabled; /* the same with the table */
    void *table;
    uint32_t steps;
    bool is_whole;
    struct step *step;
} kept;

/* Fills in the parts of all nodes in a step. */
static void fill(uint32_t number, struct step *parts) {
    for (uint32_t node = 0; node < shape_nodes(&kept.tabled); node++)
        algorithm_step(kept.algorithm, &kept.tabled, node, number, &parts[node]);
}

/* Returns the parts of all nodes in a step, which are valid until the next call. */
static const struct step *parts_of(uint32_t number) {
    if (kept.is_whole)
        return &kept.step[(size_t)(number - 1) * shape_nodes(&kept.tabled)];
    fill(number, kept.step);
    return kept.step;
}

static void make_schedule(const struct algorithm *algorithm, const struct shape *given) {
    size_t table_bytes = algorithm_table_bytes(algorithm, given), nodes = shape_nodes(given);
    free(kept.step);
    free(kept.table);
    kept = (struct schedule){.algorithm = algorithm, .shape = *given, .tabled = *given};
    kept.table = malloc(table_bytes + 1);
    if (kept.table && table_bytes > 0) {
        algorithm_make_table(algorithm, given, kept.table);
        kept.tabled.table = kept.table;
    }
    kept.steps = algorithm_steps(algorithm, &kept.tabled);
    kept.is_whole = kept.steps * nodes <= MOST_KEPT;
    kept.step = calloc((kept.is_whole ? kept.steps : 1) * nodes + 1, sizeof *kept.step);
    if (!kept.step || !kept.table)
        abort();
    for (uint32_t number = 1; kept.is_whole && number <= kept.steps; number++)
        fill(number, &kept.step[(number - 1) * nodes]);
}

static bool are_alike(const struct shape *a, const struct shape *b) {
    return a->dimension == b->dimension && a->root == b->root && a->target == b->target &&
           a->packets == b->packets && a->shift == b->shift && a->axes == b->axes &&
           memcmp(a->side, b->side, sizeof a->side) == 0 && a->table == b->table;
}

/* ---- Walking ---- */

static void count(struct walk *walk, uint32_t blocks) {
    walk->found.packets++;
    walk->found.link_words += blocks;
}

/* Sends a packet, over all the links of its path. */
static void send(struct walk *walk, uint32_t node, uint32_t port) {
    const struct cost_model *model = walk->model;
    struct walked_node *at = &walk->at[node];
    double *free = &at->out_free[model->one_port ? 0 : port];
    struct run run = walk->step[node].send[port];
    struct arrival packet = {.bytes = time_of_run(walk, run)};
    double left = later(at->now, *free) + model->start;
    *free = left + packet.bytes;
    packet.head = left + model->hop;
    hold(walk, node, port, left, packet.bytes);
    count(walk, run.count);
    node ^= 1u << port;
    while ((walk->step[node].relays >> port) & 1) {
        if (walk->algorithm->relay == RELAY_WHOLE)
            packet.head += packet.bytes + model->start;
        port = walk->step[node].leave[port];
        hold(walk, node, port, packet.head, packet.bytes);
        count(walk, run.count);
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

/* Walks through all steps. The caller frees walk->hold, if links are held. */
static void walk_through(const struct algorithm *algorithm, const struct shape *shape,
                         struct walk *walk) {
    uint32_t nodes = shape_nodes(shape);
    if (kept.algorithm != algorithm || !are_alike(&kept.shape, shape))
        make_schedule(algorithm, shape);
    walk->algorithm = algorithm;
    walk->at = calloc(nodes, sizeof *walk->at);
    if (!walk->at)
        abort();
    for (uint32_t number = 1; number <= kept.steps; number++) {
        uint64_t before = walk->found.packets;
        walk->step = parts_of(number);
        walk_step(walk, nodes);
        walk->found.steps = walk->found.packets > before ? number : walk->found.steps;
    }
    for (uint32_t node = 0; node < nodes; node++)
        walk->found.time = later(walk->found.time, walk->at[node].now);
    free(walk->at);
}

struct walked walk_schedule(const struct algorithm *algorithm, const struct shape *shape,
                            const struct cost_model *model, const struct block_sizes *sizes) {
    struct walk walk = {.model = model, .sizes = sizes};
    walk_through(algorithm, shape, &walk);
    return walk.found;
}

double walk_time(const struct algorithm *algorithm, const struct shape *shape,
                 const struct cost_model *model, const struct block_sizes *sizes) {
    return walk_schedule(algorithm, shape, model, sizes).time;
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
    struct walk walk = {.model = model, .sizes = sizes, .holds_links = true};
    bool congested = false;
    walk_through(algorithm, shape, &walk);
    if (walk.holds > 0)
        qsort(walk.hold, walk.holds, sizeof *walk.hold, compare);
    for (size_t k = 1; k < walk.holds; k++)
        congested = congested || (walk.hold[k].link == walk.hold[k - 1].link &&
                                  walk.hold[k].from < walk.hold[k - 1].to);
    free(walk.hold);
    return congested;
}
