#include "collectives/reroute/rewriting.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 64, NAME_BYTES = 80 };

static void *checked(void *memory) {
    if (!memory) {
        perror("reroute");
        exit(EXIT_FAILURE);
    }
    return memory;
}

void *rewriting_memory(size_t count, size_t bytes) {
    return checked(calloc(count + 1, bytes));
}

void *rewriting_room(void *memory, size_t count, size_t bytes) {
    if (count > 0 && (count < FIRST_ROOM || (count & (count - 1)) != 0))
        return memory;
    return checked(realloc(memory, (count == 0 ? FIRST_ROOM : 2 * count) * bytes));
}

/* ---- Reading ---- */

static void add_port(struct rewriting *rewriting, uint32_t port) {
    rewriting->ports = rewriting_room(rewriting->ports, rewriting->ports_count, 1);
    rewriting->ports[rewriting->ports_count++] = (uint8_t)port;
}

/* Follows the packet that a node sends on a port to the node that keeps it. `step` are the parts of
 * all nodes. */
static void add_transfer(struct rewriting *rewriting, const struct step step[], uint32_t number,
                         uint32_t node, uint32_t port) {
    struct transfer transfer = {.step = number,
                                .when = number,
                                .from = (uint16_t)node,
                                .path = rewriting->ports_count,
                                .send = step[node].send[port]};
    for (;;) {
        add_port(rewriting, port);
        transfer.links++;
        node ^= 1u << port;
        if ((step[node].receives >> port & 1) != 0)
            break;
        port = step[node].leave[port];
    }
    transfer.to = (uint16_t)node;
    transfer.own_path = transfer.path;
    transfer.own_links = transfer.links;
    transfer.receive = step[node].receive[port];
    transfer.combines = (step[node].combines >> port & 1) != 0;
    transfer.left = (step[node].left >> port & 1) != 0;
    rewriting->transfer =
        rewriting_room(rewriting->transfer, rewriting->transfers, sizeof *rewriting->transfer);
    rewriting->transfer[rewriting->transfers++] = transfer;
}

static void add_moves(struct rewriting *rewriting, const struct step *step, uint32_t number,
                      uint32_t node) {
    for (uint32_t m = 0; m < step->moves; m++) {
        rewriting->move =
            rewriting_room(rewriting->move, rewriting->moves, sizeof *rewriting->move);
        rewriting->move[rewriting->moves] =
            (struct node_move){number, number, node, (uint32_t)rewriting->moves, step->move[m]};
        rewriting->moves++;
    }
}

void rewriting_begin(const struct algorithm *algorithm, const struct shape *shape,
                     struct rewriting *rewriting) {
    uint32_t nodes = shape_nodes(shape);
    struct step *step = rewriting_memory(nodes, sizeof *step);
    *rewriting = (struct rewriting){.of = algorithm, .shape = *shape};
    rewriting->table = rewriting_memory(algorithm_table_bytes(algorithm, shape), 1);
    if (algorithm_has_table(algorithm)) {
        algorithm_make_table(algorithm, shape, rewriting->table);
        rewriting->shape.table = rewriting->table;
    }
    rewriting->steps = rewriting->new_steps = algorithm_steps(algorithm, &rewriting->shape);
    for (uint32_t number = 1; number <= rewriting->steps + 1; number++) {
        for (uint32_t node = 0; node < nodes; node++) {
            algorithm_step(algorithm, &rewriting->shape, node, number, &step[node]);
            add_moves(rewriting, &step[node], number, node);
        }
        for (uint32_t node = 0; node < nodes; node++)
            for (uint32_t ports = step[node].sends; ports != 0; ports &= ports - 1)
                add_transfer(rewriting, step, number, node, lowest_port(ports));
    }
    free(step);
}

void rewriting_set_path(struct rewriting *rewriting, struct transfer *transfer,
                        const uint8_t ports[], uint32_t links) {
    if (links == transfer->links && memcmp(rewriting->ports + transfer->path, ports, links) == 0)
        return;
    transfer->path = rewriting->ports_count;
    transfer->links = (uint16_t)links;
    for (uint32_t k = 0; k < links; k++)
        add_port(rewriting, ports[k]);
}

/* ---- The algorithm of the list at hand ---- */

static struct {
    struct rewriting *rewriting;
    struct algorithm algorithm;
    char name[NAME_BYTES];
    struct step *step;  /* of all nodes in a step, */
    uint32_t number;    /* this one; 0: of none yet */
    size_t *first;      /* transfer of each step, and behind the last one */
    size_t *first_move; /* move of each step, the closing ones included, and behind them */
} at_hand;

static uint32_t blocks_at_hand(UNUSED const struct shape *shape, uint32_t node, uint32_t area) {
    return algorithm_blocks(at_hand.rewriting->of, &at_hand.rewriting->shape, node, area);
}

static bool applies_at_hand(const struct shape *shape) {
    const struct shape *ours = &at_hand.rewriting->shape;
    return shape->dimension == ours->dimension && shape->root == ours->root &&
           shape->target == ours->target && shape->packets == ours->packets &&
           shape->shift == ours->shift && shape->axes == ours->axes;
}

FORMULA(uint32_t, steps_at_hand, at_hand.rewriting->new_steps)

static uint64_t packets_at_hand(UNUSED const struct shape *shape) {
    uint64_t links = 0;
    for (size_t k = 0; k < at_hand.rewriting->transfers; k++)
        links += at_hand.rewriting->transfer[k].links;
    return links;
}

static uint64_t words_at_hand(UNUSED const struct shape *shape) {
    uint64_t words = 0;
    for (size_t k = 0; k < at_hand.rewriting->transfers; k++)
        words += (uint64_t)at_hand.rewriting->transfer[k].links *
                 at_hand.rewriting->transfer[k].send.count;
    return words;
}

static void write_transfer(const struct transfer *transfer, struct step step[]) {
    const uint8_t *ports = at_hand.rewriting->ports + transfer->path;
    uint32_t node = transfer->from, last = transfer->links - 1u;
    step_send(&step[node], ports[0], transfer->send);
    for (uint32_t k = 0; k < last; k++) {
        node ^= 1u << ports[k];
        step_relay(&step[node], ports[k], ports[k + 1],
                   (struct run){.count = transfer->send.count});
    }
    if (transfer->combines)
        step_combine(&step[transfer->to], ports[last], transfer->receive, transfer->left);
    else
        step_receive(&step[transfer->to], ports[last], transfer->receive);
}

/* Fills in the parts of all nodes in a step, all at once, as whoever walks a schedule asks. */
static void write_step(uint32_t number) {
    const struct rewriting *rewriting = at_hand.rewriting;
    for (uint32_t node = 0; node < shape_nodes(&rewriting->shape); node++)
        step_clear(&at_hand.step[node]);
    for (size_t k = at_hand.first_move[number]; k < at_hand.first_move[number + 1]; k++) {
        struct step *step = &at_hand.step[rewriting->move[k].node];
        step->move[step->moves++] = rewriting->move[k].move;
    }
    for (size_t k = at_hand.first[number]; k < at_hand.first[number + 1]; k++)
        write_transfer(&rewriting->transfer[k], at_hand.step);
    at_hand.number = number;
}

static void step_at_hand(UNUSED const struct shape *shape, uint32_t node, uint32_t number,
                         struct step *step) {
    if (number != at_hand.number)
        write_step(number);
    *step = at_hand.step[node];
}

static int by_when(const void *one, const void *other) {
    const struct transfer *a = one, *b = other;
    if (a->when != b->when)
        return a->when < b->when ? -1 : 1;
    return (a->path > b->path) - (a->path < b->path);
}

/* Moves of one node keep their order. */
static int moves_by_when(const void *one, const void *other) {
    const struct node_move *a = one, *b = other;
    if (a->when != b->when)
        return a->when < b->when ? -1 : 1;
    return (a->place > b->place) - (a->place < b->place);
}

/* Notes where the things of each step begin, in a list that is sorted by `when`. */
static size_t *begins(size_t count, size_t steps, const void *list, size_t bytes, size_t when) {
    size_t *first = rewriting_memory(steps + 3, sizeof *first);
    for (size_t k = 0; k < count; k++) {
        uint32_t number;
        memcpy(&number, (const char *)list + k * bytes + when, sizeof number);
        first[number + 1]++;
    }
    for (size_t number = 1; number < steps + 3; number++)
        first[number] += first[number - 1];
    return first;
}

static void forget(void) {
    free(at_hand.step);
    free(at_hand.first);
    free(at_hand.first_move);
    at_hand.rewriting = NULL;
    at_hand.step = NULL;
    at_hand.first = at_hand.first_move = NULL;
}

const struct algorithm *rewriting_algorithm(struct rewriting *rewriting) {
    const struct algorithm *of = rewriting->of;
    forget();
    if (rewriting->transfers > 0)
        qsort(rewriting->transfer, rewriting->transfers, sizeof *rewriting->transfer, by_when);
    if (rewriting->moves > 0)
        qsort(rewriting->move, rewriting->moves, sizeof *rewriting->move, moves_by_when);
    at_hand.rewriting = rewriting;
    at_hand.number = 0;
    at_hand.step = rewriting_memory(shape_nodes(&rewriting->shape), sizeof *at_hand.step);
    at_hand.first = begins(rewriting->transfers, rewriting->new_steps, rewriting->transfer,
                           sizeof *rewriting->transfer, offsetof(struct transfer, when));
    at_hand.first_move = begins(rewriting->moves, rewriting->new_steps, rewriting->move,
                                sizeof *rewriting->move, offsetof(struct node_move, when));
    snprintf(at_hand.name, sizeof at_hand.name, "%s-rerouted", of->name);
    at_hand.algorithm = (struct algorithm){
        .name = at_hand.name,
        .operation = of->operation,
        .ports = of->ports == PORTS_SIMD ? PORTS_ONE : of->ports,
        .relay = RELAY_PIECES,
        .ordered = of->ordered,
        .varies = of->varies,
        .on_array = of->on_array,
        .copies = of->copies,
        .source = of->source,
        .areas = algorithm_areas(of),
        .accumulators = of->accumulators,
        .own = true,
        .applicable = applies_at_hand,
        .blocks = blocks_at_hand,
        .steps = steps_at_hand,
        .packets = packets_at_hand,
        .link_words = words_at_hand,
        .step = step_at_hand,
    };
    return &at_hand.algorithm;
}

void rewriting_end(struct rewriting *rewriting) {
    if (at_hand.rewriting == rewriting)
        forget();
    free(rewriting->table);
    free(rewriting->transfer);
    free(rewriting->move);
    free(rewriting->ports);
}
