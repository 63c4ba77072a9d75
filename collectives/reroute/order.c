#include "collectives/reroute/order.h"

#include <stdlib.h>
#include <string.h>

/* A unit that has written a block, or has read it since. */
struct access {
    uint32_t unit;
    uint32_t next;
    bool is_arrival; /* it is a packet, so that what waits for it comes a step later */
    bool combines;
};

/* Who has accessed a block. */
struct block {
    uint32_t writers; /* the last ones: one, or several of one step whose packets are combined */
    uint32_t readers; /* since then */
};

struct finder {
    struct rewriting *rewriting;
    struct order *order;
    struct block *block[SCHEDULE_AREAS]; /* at [node * most + number] */
    uint32_t most[SCHEDULE_AREAS];
    struct access *access;
    size_t accesses;
    struct block
        *heard; /* of each node: in a writer's place those from which it has heard of others */
    uint32_t *leaves; /* at [node * n + port]: the unit that leaves there in this step */
};

static void add_edge(struct finder *finder, uint32_t from, uint32_t to, uint8_t apart) {
    struct order *order = finder->order;
    struct unit *unit = &order->unit[from];
    if (from == to)
        return;
    if (unit->first != ORDER_NOBODY && order->edge[unit->first].to == to) {
        struct edge *edge = &order->edge[unit->first];
        edge->apart = apart > edge->apart ? apart : edge->apart;
        return;
    }
    order->edge = rewriting_room(order->edge, order->edges, sizeof *order->edge);
    order->edge[order->edges] = (struct edge){to, unit->first, apart};
    unit->first = (uint32_t)order->edges++;
    order->unit[to].before++;
}

static void note(struct finder *finder, uint32_t *list, struct access access) {
    access.next = *list;
    finder->access = rewriting_room(finder->access, finder->accesses, sizeof *finder->access);
    finder->access[finder->accesses] = access;
    *list = (uint32_t)finder->accesses++;
}

static struct block *block_of(const struct finder *finder, uint32_t node, uint32_t area,
                              uint32_t number) {
    return &finder->block[area][(size_t)node * finder->most[area] + number];
}

/* A unit reads a block: after those that have written it. */
static void read(struct finder *finder, struct block *block, uint32_t unit, bool is_packet) {
    for (uint32_t k = block->writers; k != ORDER_NOBODY; k = finder->access[k].next)
        add_edge(finder, finder->access[k].unit, unit, finder->access[k].is_arrival);
    note(finder, &block->readers, (struct access){.unit = unit, .is_arrival = is_packet});
}

/* Whether a packet is combined into a block beside another one of its step, so that either may come
 * first. Where the order of operands matters, they keep it. */
static bool is_beside(const struct finder *finder, const struct block *block, uint32_t unit) {
    const struct access *last = &finder->access[block->writers];
    return block->writers != ORDER_NOBODY && last->is_arrival && last->combines &&
           !finder->rewriting->of->ordered &&
           finder->order->unit[last->unit].step == finder->order->unit[unit].step;
}

/* A unit writes a block: after those that have read it and those that have written it. */
static void write(struct finder *finder, struct block *block, uint32_t unit, bool is_packet,
                  bool combines) {
    bool beside = is_packet && combines && is_beside(finder, block, unit);
    for (uint32_t k = block->readers; k != ORDER_NOBODY; k = finder->access[k].next)
        add_edge(finder, finder->access[k].unit, unit, finder->access[k].is_arrival);
    for (uint32_t k = block->writers; !beside && k != ORDER_NOBODY; k = finder->access[k].next)
        add_edge(finder, finder->access[k].unit, unit, finder->access[k].is_arrival);
    if (!beside) {
        uint32_t writers = block->writers;
        block->writers = ORDER_NOBODY;
        /* What others of this step that are combined here have to wait for, too. */
        for (uint32_t k = writers; is_packet && combines && k != ORDER_NOBODY;
             k = finder->access[k].next)
            note(finder, &block->readers, finder->access[k]);
        if (!(is_packet && combines))
            block->readers = ORDER_NOBODY;
    }
    note(finder, &block->writers,
         (struct access){.unit = unit, .is_arrival = is_packet, .combines = combines});
}

/* ---- Units ---- */

static uint32_t add_unit(struct finder *finder, struct unit unit) {
    unit.first = ORDER_NOBODY;
    finder->order->unit[finder->order->units] = unit;
    return (uint32_t)finder->order->units++;
}

static void add_move(struct finder *finder, struct node_move *moved) {
    const struct move *move = &moved->move;
    uint32_t unit = add_unit(finder, (struct unit){.move = moved, .step = moved->step});
    uint32_t from = move->from.first, to = move->to.first, b = 0;
    bool spreads = move->kind == MOVE_SPREAD;
    if (spreads && move->from.free == 0)
        return;
    do {
        read(finder, block_of(finder, moved->node, move->from.area, from), unit, false);
        write(finder, block_of(finder, moved->node, move->to.area, to), unit, false,
              move->kind == MOVE_LEFT || move->kind == MOVE_RIGHT);
        b++;
        from = spreads ? move->from.first + b : block_set_next(&move->from, from);
        to = spreads ? move->to.first + b * move->to.free : block_set_next(&move->to, to);
    } while (spreads ? b < move->from.free : from != move->from.first);
}

static bool overlap(struct run a, struct run b) {
    if (a.area != b.area)
        return false;
    for (uint32_t k = 0; k < a.count; k++)
        for (uint32_t l = 0; l < b.count; l++)
            if (run_block(a, k) == run_block(b, l))
                return true;
    return false;
}

/* Joins each packet with the one that takes its place. */
static bool join(struct finder *finder, struct transfer *first, struct transfer *end) {
    const uint8_t *ports = finder->rewriting->ports;
    uint32_t n = finder->rewriting->shape.dimension, begin = (uint32_t)finder->order->units;
    for (struct transfer *transfer = first; transfer < end; transfer++) {
        finder->leaves[transfer->from * n + ports[transfer->path]] =
            add_unit(finder, (struct unit){.one = transfer, .step = transfer->step});
    }
    for (struct transfer *transfer = first; transfer < end; transfer++) {
        uint32_t port = ports[transfer->path + transfer->links - 1u];
        uint32_t other = finder->leaves[transfer->to * n + port];
        uint32_t unit = finder->leaves[transfer->from * n + ports[transfer->path]];
        if (other == ORDER_NOBODY || other < begin)
            continue;
        struct transfer *back = finder->order->unit[other].one;
        if (!back || !overlap(back->send, transfer->receive))
            continue;
        if (back->to != transfer->from || back->from != transfer->to)
            return false;
        uint32_t lower = unit < other ? unit : other, upper = unit < other ? other : unit;
        finder->order->unit[lower].other = finder->order->unit[upper].one;
    }
    return true;
}

/* Orders the packets of a step. A unit whose packet has gone into another one is left empty. */
static void order_packets(struct finder *finder, uint32_t begin) {
    uint32_t end = (uint32_t)finder->order->units;
    for (uint32_t k = begin; k < end; k++) {
        struct unit *unit = &finder->order->unit[k];
        for (uint32_t later = k + 1; unit->one && unit->other && later < end; later++)
            if (finder->order->unit[later].one == unit->other) {
                finder->order->unit[later].one = NULL;
                break;
            }
    }
    for (int arrives = 0; arrives < 2; arrives++)
        for (uint32_t k = begin; k < end; k++)
            for (int other = 0; other < 2; other++) {
                const struct unit *unit = &finder->order->unit[k];
                const struct transfer *transfer = other ? unit->other : unit->one;
                if (!unit->one || !transfer)
                    continue;
                struct run run = arrives ? transfer->receive : transfer->send;
                uint32_t node = arrives ? transfer->to : transfer->from;
                if (finder->rewriting->of->operation->synchronizes && arrives)
                    note(finder, &finder->heard[node].writers,
                         (struct access){.unit = k, .is_arrival = true});
                else if (finder->rewriting->of->operation->synchronizes)
                    read(finder, &finder->heard[node], k, true);
                for (uint32_t b = 0; b < run.count; b++) {
                    struct block *block = block_of(finder, node, run.area, run_block(run, b));
                    if (arrives)
                        write(finder, block, k, true, transfer->combines);
                    else
                        read(finder, block, k, true);
                }
            }
}

static void make_blocks(struct finder *finder) {
    const struct rewriting *rewriting = finder->rewriting;
    uint32_t nodes = shape_nodes(&rewriting->shape);
    for (uint32_t area = 0; area < algorithm_areas(rewriting->of); area++) {
        for (uint32_t node = 0; node < nodes; node++) {
            uint32_t blocks = algorithm_blocks(rewriting->of, &rewriting->shape, node, area);
            finder->most[area] = blocks > finder->most[area] ? blocks : finder->most[area];
        }
        size_t bytes = (size_t)nodes * finder->most[area] * sizeof *finder->block[area];
        finder->block[area] = rewriting_memory(bytes, 1);
        memset(finder->block[area], 0xff, bytes);
    }
}

/* Heights, from the last unit to the first. */
static void measure(struct order *order) {
    for (size_t k = order->units; k-- > 0;)
        for (uint32_t e = order->unit[k].first; e != ORDER_NOBODY; e = order->edge[e].next) {
            uint32_t height = order->unit[order->edge[e].to].height + order->edge[e].apart;
            if (height > order->unit[k].height)
                order->unit[k].height = height;
        }
}

bool order_begin(struct rewriting *rewriting, struct order *order) {
    struct finder finder = {.rewriting = rewriting, .order = order};
    size_t move = 0, first = 0, end = 0;
    bool done = true;
    *order = (struct order){.units = 0};
    order->unit = rewriting_memory(rewriting->transfers + rewriting->moves, sizeof *order->unit);
    finder.leaves = rewriting_memory(
        (size_t)rewriting->shape.dimension << rewriting->shape.dimension, sizeof *finder.leaves);
    memset(finder.leaves, 0xff,
           ((size_t)rewriting->shape.dimension << rewriting->shape.dimension) *
               sizeof *finder.leaves);
    finder.heard = rewriting_memory(shape_nodes(&rewriting->shape), sizeof *finder.heard);
    memset(finder.heard, 0xff, shape_nodes(&rewriting->shape) * sizeof *finder.heard);
    make_blocks(&finder);
    for (uint32_t number = 1; done && number <= rewriting->steps + 1; number++, first = end) {
        for (; move < rewriting->moves && rewriting->move[move].step == number; move++)
            add_move(&finder, &rewriting->move[move]);
        while (end < rewriting->transfers && rewriting->transfer[end].step == number)
            end++;
        uint32_t begin = (uint32_t)order->units;
        done = join(&finder, rewriting->transfer + first, rewriting->transfer + end);
        if (done)
            order_packets(&finder, begin);
    }
    measure(order);
    for (uint32_t area = 0; area < algorithm_areas(rewriting->of); area++)
        free(finder.block[area]);
    free(finder.access);
    free(finder.heard);
    free(finder.leaves);
    if (!done)
        order_end(order);
    return done;
}

void order_end(struct order *order) {
    free(order->unit);
    free(order->edge);
}
