#include "collectives/cost.h"

#include <errno.h>
#include <stdlib.h>

#include "net/node.h"

/* A moment, and the chain of packets that leads to it. */
struct moment {
    uint64_t time;
    struct cost cost;
};

/* A packet that comes to a node. */
struct arrival {
    struct moment head; /* when its first byte does */
    uint64_t blocks;
};

/* One node. */
struct place {
    struct moment now;
    struct moment out_free[CUBE_MAX_DIMENSION]; /* by port; with one port, [0] of all */
    struct moment in_free;                      /* with one port */
    uint32_t sends;                             /* its part of the step */
    uint32_t receives;
    uint32_t relays;
    uint16_t blocks[CUBE_MAX_DIMENSION]; /* that it sends */
    uint8_t leave[CUBE_MAX_DIMENSION];
    struct arrival arrival[CUBE_MAX_DIMENSION];
};

struct walk {
    const struct schedule *schedule;
    const struct cost_model *model;
    uint64_t bytes; /* of a block */
    struct place *place;
};

static const struct moment *later(const struct moment *a, const struct moment *b) {
    return a->time >= b->time ? a : b;
}

/* `moment`, and so many start-ups, blocks and hops after it. */
static struct moment after(const struct walk *walk, const struct moment *moment, uint64_t starts,
                           uint64_t blocks, uint64_t hops) {
    struct cost added = {starts, blocks, hops};
    return (struct moment){
        .time = moment->time + cost_time(&added, walk->model, walk->bytes),
        .cost = {moment->cost.starts + starts, moment->cost.blocks + blocks,
                 moment->cost.hops + hops},
    };
}

static void set_part(struct place *place, const struct step *step) {
    place->sends = step->sends;
    place->receives = step->receives;
    place->relays = step->relays;
    for (uint32_t ports = step->sends; ports != 0; ports &= ports - 1)
        place->blocks[lowest_port(ports)] = step->send[lowest_port(ports)].count;
    for (uint32_t ports = step->relays; ports != 0; ports &= ports - 1)
        place->leave[lowest_port(ports)] = (uint8_t)step->leave[lowest_port(ports)];
}

/* Sends a packet, over all the links of its path. */
static void send(struct walk *walk, uint32_t node, uint32_t port) {
    struct place *place = &walk->place[node];
    struct moment *free = &place->out_free[walk->model->one_port ? 0 : port];
    struct arrival packet = {.blocks = place->blocks[port]};
    struct moment left = after(walk, later(&place->now, free), 1, 0, 0);
    *free = after(walk, &left, 0, packet.blocks, 0);
    packet.head = after(walk, &left, 0, 0, 1);
    node ^= 1u << port;
    while ((walk->place[node].relays >> port) & 1) {
        bool whole = walk->schedule->relay == RELAY_WHOLE;
        packet.head = after(walk, &packet.head, whole, whole ? packet.blocks : 0, 1);
        port = walk->place[node].leave[port];
        node ^= 1u << port;
    }
    walk->place[node].arrival[port] = packet;
}

static void receive(struct walk *walk, struct place *place, const struct arrival *packet) {
    struct moment done = after(walk, &packet->head, 0, packet->blocks, 0);
    if (walk->model->one_port) {
        struct moment next = after(walk, &place->in_free, 1, packet->blocks, 0);
        done = *later(&done, &next);
        place->in_free = done;
    }
    place->now = *later(&place->now, &done);
}

static void walk_step(struct walk *walk, const struct shape *shape, uint32_t number) {
    struct step step;
    uint32_t nodes = shape_nodes(shape);
    for (uint32_t node = 0; node < nodes; node++) {
        walk->schedule->step(shape, node, number, &step);
        set_part(&walk->place[node], &step);
    }
    for (uint32_t node = 0; node < nodes; node++)
        for (uint32_t ports = walk->place[node].sends; ports != 0; ports &= ports - 1)
            send(walk, node, lowest_port(ports));
    for (uint32_t node = 0; node < nodes; node++) {
        struct place *place = &walk->place[node];
        for (uint32_t ports = place->receives; ports != 0; ports &= ports - 1)
            receive(walk, place, &place->arrival[lowest_port(ports)]);
    }
}

int cost_walk(const struct schedule *schedule, const struct shape *given,
              const struct cost_model *model, uint64_t bytes, struct cost *cost) {
    struct shape shape = *given;
    uint32_t nodes = shape_nodes(&shape);
    size_t table_bytes = schedule->table_bytes == NULL ? 0 : schedule->table_bytes(&shape);
    struct walk walk = {schedule, model, bytes, calloc(nodes, sizeof(struct place))};
    void *table = malloc(table_bytes + 1);
    int error = walk.place == NULL || table == NULL ? -ENOMEM : 0;
    if (error == 0) {
        struct moment last = {0};
        if (table_bytes > 0)
            schedule->make_table(&shape, table);
        shape.table = table_bytes > 0 ? table : given->table;
        for (uint32_t number = 1; number <= schedule->steps(&shape); number++)
            walk_step(&walk, &shape, number);
        for (uint32_t node = 0; node < nodes; node++)
            last = *later(&last, &walk.place[node].now);
        *cost = last.cost;
    }
    free(table);
    free(walk.place);
    return error;
}

struct cost cost_of(const struct schedule *schedule, const struct shape *shape) {
    if (schedule->cost != NULL)
        return schedule->cost(shape);
    uint64_t steps = schedule->steps(shape);
    return (struct cost){steps, steps, steps};
}

struct cost cost_doubling(const struct shape *shape) {
    return (struct cost){shape->dimension, shape_nodes(shape) - 1, shape->dimension};
}

struct cost cost_twice_doubling(const struct shape *shape) {
    struct cost once = cost_doubling(shape);
    return (struct cost){2 * once.starts, 2 * once.blocks, 2 * once.hops};
}

struct cost cost_one_by_one(const struct shape *shape) {
    uint64_t others = shape_nodes(shape) - 1;
    return (struct cost){others, others, shape->dimension};
}
