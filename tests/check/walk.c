#include "tests/check/walk.h"

#include <stdlib.h>

/* A packet that comes to a node. */
struct arrival {
    double head;  /* when its first byte does */
    double bytes; /* the time of all that follow */
};

/* One node. */
struct place {
    double now;
    double out_free[CUBE_MAX_DIMENSION]; /* by port; with one port, [0] of all */
    double in_free;                      /* with one port */
    struct step step;                    /* its part */
    struct arrival arrival[CUBE_MAX_DIMENSION];
};

struct walk {
    const struct schedule *schedule;
    const struct cost_model *model;
    const struct block_sizes *sizes;
    struct place *place;
};

static double later(double a, double b) {
    return a > b ? a : b;
}

/* How long the bytes of a run are on the way. */
static double time_of_run(const struct walk *walk, struct run run) {
    uint64_t longer = walk->sizes->longer < run.first ? 0 : walk->sizes->longer - run.first;
    uint64_t bytes = run.count * walk->sizes->bytes +
                     (longer < run.count ? longer : run.count) * walk->sizes->element;
    return (double)bytes * walk->model->byte;
}

/* Sends a packet, over all the links of its path. */
static void send(struct walk *walk, uint32_t node, uint32_t port) {
    const struct cost_model *model = walk->model;
    struct place *place = &walk->place[node];
    double *free = &place->out_free[model->one_port ? 0 : port];
    struct arrival packet = {.bytes = time_of_run(walk, place->step.send[port])};
    double left = later(place->now, *free) + model->start;
    *free = left + packet.bytes;
    packet.head = left + model->hop;
    node ^= 1u << port;
    while ((walk->place[node].step.relays >> port) & 1) {
        if (walk->schedule->relay == RELAY_WHOLE)
            packet.head += packet.bytes + model->start;
        packet.head += model->hop;
        port = walk->place[node].step.leave[port];
        node ^= 1u << port;
    }
    walk->place[node].arrival[port] = packet;
}

static void receive(const struct walk *walk, struct place *place, const struct arrival *packet) {
    double done = packet->head + packet->bytes;
    if (walk->model->one_port) {
        done = later(done, place->in_free + walk->model->start + packet->bytes);
        place->in_free = done;
    }
    place->now = later(place->now, done);
}

static void walk_step(struct walk *walk, const struct shape *shape, uint32_t number) {
    uint32_t nodes = shape_nodes(shape);
    for (uint32_t node = 0; node < nodes; node++)
        walk->schedule->step(shape, node, number, &walk->place[node].step);
    for (uint32_t node = 0; node < nodes; node++)
        for (uint32_t ports = walk->place[node].step.sends; ports != 0; ports &= ports - 1)
            send(walk, node, lowest_port(ports));
    for (uint32_t node = 0; node < nodes; node++) {
        struct place *place = &walk->place[node];
        for (uint32_t ports = place->step.receives; ports != 0; ports &= ports - 1)
            receive(walk, place, &place->arrival[lowest_port(ports)]);
    }
}

double walk_time(const struct schedule *schedule, const struct shape *given,
                 const struct cost_model *model, const struct block_sizes *sizes) {
    struct shape shape = *given;
    uint32_t nodes = shape_nodes(&shape);
    struct walk walk = {schedule, model, sizes, calloc(nodes, sizeof(struct place))};
    void *table = malloc(schedule->table_bytes == NULL ? 1 : schedule->table_bytes(&shape) + 1);
    double last = 0;
    if (walk.place == NULL || table == NULL)
        abort();
    if (schedule->table_bytes != NULL && schedule->table_bytes(&shape) > 0) {
        schedule->make_table(&shape, table);
        shape.table = table;
    }
    for (uint32_t number = 1; number <= schedule->steps(&shape); number++)
        walk_step(&walk, &shape, number);
    for (uint32_t node = 0; node < nodes; node++)
        last = later(last, walk.place[node].now);
    free(table);
    free(walk.place);
    return last;
}
