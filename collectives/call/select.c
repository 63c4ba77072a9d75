#include "collectives/call/select.h"

#include <stdio.h>
#include <string.h>

#include "collectives/call/work.h"
#include "collectives/catalogue/catalogue.h"
#include "collectives/schedule/cost.h"
#include "collectives/schedule/mesh.h"
#include "net/clock/journal.h"
#include "net/clock/time.h"
#include "net/system/system.h"

enum {
    MOST_PACKETS = 256,   /* into which a message is divided */
    PACKETS_TRIED = 8,    /* of k packets, the next number tried is 1 + k / 8 more */
    MOST_CANDIDATES = 16, /* of an operation */
    REMEMBERED_BITS = 7,
    REMEMBERED = 1 << REMEMBERED_BITS,      /* choices */
    SIDES = (CUBE_MAX_DIMENSION + 3) & ~3u, /* a whole number of words of 8 bytes */
};

static bool links_cost(void) {
    const struct cube_costs *costs = &system_node_page()->costs; /* 0 where there are no clocks */
    return (costs->start | costs->hop | costs->byte) != 0;
}

/* Returns the prices by which algorithms are compared. A node's processor serves its ports one
 * after the other, so if links cost nothing, nodes count as nodes with one port. If instructions
 * cost nothing either, they count all the same, because the program's user waits for them. */
static struct cost_model prices(void) {
    const struct cube_node_page *page = system_node_page();
    const struct cube_costs *costs = &page->costs;
    double work = links_cost() || costs->instruction != 0 ? costs->instruction : 1;
    return (struct cost_model){
        .start = costs->start + work * WORK_START,
        .hop = costs->hop + work * WORK_HOP,
        .byte = costs->byte + work * WORK_BYTE,
        .one_port = !links_cost() || (page->flags & CUBE_PAGE_ONE_PORT) != 0,
    };
}

uint32_t select_parts(const struct algorithm *algorithm, const struct shape *shape) {
    uint32_t root = shape->axes == 0 ? shape->root : mesh_node(shape, shape->root);
    return algorithm_blocks(algorithm, shape, root, AREA_INPUT);
}

/* Returns the sizes of the blocks into which the algorithm divides the message. */
static struct block_sizes sizes_of(const struct algorithm *algorithm, const struct shape *shape,
                                   const struct call_message *message) {
    if (message->kind == MESSAGE_BLOCKS)
        return (struct block_sizes){.bytes = message->bytes};
    uint32_t parts = select_parts(algorithm, shape);
    size_t element = message->element == 0 ? 1 : message->element;
    size_t count = message->bytes / element;
    if (parts == 0)
        return (struct block_sizes){0};
    return (struct block_sizes){count / parts * element, element, (uint32_t)(count % parts)};
}

/* Returns what a node spends on average on packets that only pass it. The nodes' clocks do not
 * count this time. But without clocks the program's user waits for the work of all nodes, and so
 * for this, too. A packet is copied once at a node that it passes, and twice on a link whose ends
 * send and take it; but it is looked for, checked and begun as anywhere else. */
static double relaying(const struct algorithm *algorithm, const struct shape *shape,
                       const struct chain_cost *own, const struct block_sizes *sizes) {
    double nodes = shape_nodes(shape);
    double packets = (double)algorithm_packets(algorithm, shape) / nodes - (double)own->starts;
    double blocks = (double)algorithm_link_words(algorithm, shape) / nodes - (double)own->blocks;
    return (packets > 0 ? packets * WORK_START : 0) +
           (blocks > 0 ? blocks * (double)sizes->bytes * WORK_BYTE / 2 : 0);
}

/* The time that passes when a node lets all others have a turn, as the number of instructions that
 * take as long. WORK_TURN was measured on 512 nodes by a barrier, and WORK_LONG_TURN by total
 * exchanges of 1 KiB with rings of several sizes. A long turn is one in which nodes move much data.
 * After it the host's caches have lost, before a node's next turn, what the emulator keeps of the
 * node. */
#define WORK_TURN      200
#define WORK_LONG_TURN 3000

enum {
    FEW_NODES = 64,   /* up to this many nodes, turns take little of the time */
    LONG_BYTES = 512, /* a turn is long if a node moves this many bytes in it on average */
};

/* Returns the time of all turns. The chain takes one turn for each link that it passes, and more
 * for packets that are longer than a ring, because in a turn each port moves at most what fits into
 * its ring. So an algorithm that keeps many ports busy takes fewer turns. */
static double turning(const struct algorithm *algorithm, const struct shape *shape,
                      const struct block_sizes *sizes) {
    if (shape_nodes(shape) <= FEW_NODES)
        return 0;
    struct chain_cost chain = algorithm_cost(algorithm, shape, false, sizes->longer);
    const struct cost_model rings = {.byte = 1.0 / system_node_page()->direct_bytes};
    double more = cost_time(&chain, &rings, sizes) - (double)chain.starts;
    double moved = (double)algorithm_link_words(algorithm, shape) * (double)sizes->bytes;
    double turns = (double)chain.hops * shape_nodes(shape);
    return (double)chain.hops * (moved < turns * LONG_BYTES ? WORK_TURN : WORK_LONG_TURN) +
           (more > 0 ? more * WORK_LONG_TURN : 0);
}

/* Predicts the time of the algorithm in that shape, for blocks of these sizes. */
static struct prediction predict(const struct cost_model *prices, const struct algorithm *algorithm,
                                 const struct shape *shape, const struct block_sizes *sizes) {
    struct chain_cost cost = algorithm_cost(algorithm, shape, prices->one_port, sizes->longer);
    struct prediction found = {
        .algorithm = algorithm,
        .packets = shape->packets,
        .exact = cost_is_exact(&cost, prices),
        .clock = cost_time(&cost, prices, sizes),
    };
    if (!links_cost() && system_node_page()->costs.instruction == 0)
        found.clock += relaying(algorithm, shape, &cost, sizes) + turning(algorithm, shape, sizes);
    found.time = found.clock;
    struct chain_cost busiest;
    if (algorithm_busiest(algorithm, shape, &busiest)) {
        double in_turn = cost_time(&busiest, prices, sizes);
        found.time = in_turn > found.time ? in_turn : found.time;
    }
    return found;
}

/* Returns what the algorithm takes with the number of packets that is best for it. As this number
 * grows, the time falls, and then rises. Because sizes are rounded up to whole elements, the time
 * also goes up and down on the way, but by less than a factor of two. */
static struct prediction best_of(const struct cost_model *prices, const struct algorithm *algorithm,
                                 const struct shape *given, const struct call_message *message) {
    struct shape shape = *given;
    struct prediction best = {0};
    uint32_t most = algorithm->varies & VARIES_PACKETS ? MOST_PACKETS : 1;
    for (uint32_t k = 1; k <= most; k += 1 + k / PACKETS_TRIED) {
        shape.packets = k;
        struct block_sizes sizes = sizes_of(algorithm, &shape, message);
        struct prediction next = predict(prices, algorithm, &shape, &sizes);
        if (k == 1 || next.time < best.time)
            best = next;
        if (next.time > 2 * best.time)
            break;
    }
    return best;
}

/* Whether the call may take the algorithm, which is one of its operation. It may always take the
 * one that it already has. */
static bool is_candidate(const struct cost_model *prices, const struct algorithm *algorithm,
                         const struct call *call, bool ordered) {
    return algorithm == call->algorithm ||
           (algorithm_has_cost(algorithm, prices->one_port) && (algorithm->ordered || !ordered) &&
            algorithm_applicable(algorithm, &call->shape));
}

/* Whether the call takes `one` rather than `other`. If both take the same time, it takes the one
 * that it already has, or else the one that is usual for some port model. */
static bool is_better(const struct prediction *one, const struct prediction *other,
                      const struct algorithm *own) {
    if (one->time != other->time || other->algorithm == own)
        return one->time < other->time;
    return one->algorithm == own || (one->algorithm->is_default && !other->algorithm->is_default);
}

/* Prints a line of the table of candidates. */
static void explain_candidate(const struct prediction *candidate, bool is_chosen) {
    system_print("%c %-28s", is_chosen ? '*' : ' ', candidate->algorithm->name);
    if (candidate->algorithm->varies & VARIES_PACKETS)
        system_print(" %7u", (unsigned)candidate->packets);
    else
        system_print(" %7s", "");
    system_print(" %2s %14.0f", candidate->exact ? "" : "<=", candidate->clock);
    if (algorithm_busiest(candidate->algorithm, NULL, NULL))
        system_print(" %14.0f", candidate->time);
    system_print("\n");
}

/* Prints the candidates, and which of them is selected for messages of `least` to `most` bytes. */
static void explain(const struct cost_model *prices, const struct call *call,
                    const struct prediction candidates[], uint32_t count, uint32_t chosen,
                    size_t least, size_t most) {
    char to[32] = "";
    bool congested = false;
    struct journal_text text;
    uint32_t number;
    if (journal_describe(&text, &number))
        system_print("%s, by the cube\n", text.bytes);
    if (most > least)
        snprintf(to, sizeof to, " to %zu", most);
    for (uint32_t k = 0; k < count; k++)
        congested = congested || algorithm_busiest(candidates[k].algorithm, NULL, NULL);
    system_print("%s of %zu%s bytes on %u nodes, %s, t_s %g, t_h %g, t_w %g: %s\n",
                 operation_name(call->algorithm->operation->tag), least, to,
                 (unsigned)shape_nodes(&call->shape), prices->one_port ? "one port" : "all ports",
                 prices->start, prices->hop, prices->byte, candidates[chosen].algorithm->name);
    system_print("  %-28s %7s %17s%s\n", "algorithm", "packets", "time",
                 congested ? "  links congested" : "");
    for (uint32_t k = 0; k < count; k++)
        explain_candidate(&candidates[k], k == chosen);
}

/* Returns the message for which an algorithm is selected. If links cost anything, the nodes' clocks
 * show the model's time, so it is this very message. Else the least size of a class stands for all
 * sizes of the class. */
static struct call_message decided_by(const struct call_message *message) {
    struct call_message least = *message;
    if (!links_cost())
        least.bytes = size_of_class(size_class(message->bytes));
    return least;
}

uint32_t select_ignores(size_t bytes) {
    if (links_cost() || bytes < 2u << CLASS_BITS)
        return 0;
    return class_shift(bytes);
}

static struct prediction find(const struct call *call, const struct call_message *given,
                              bool ordered) {
    struct cost_model now = prices();
    struct call_message message = decided_by(given);
    struct prediction candidates[MOST_CANDIDATES] = {{.algorithm = call->algorithm, .packets = 1}};
    uint32_t count = 0, chosen = 0;
    struct algorithms all = catalogue_of(call->algorithm->operation);
    for (uint32_t k = 0; k < all.count && count < MOST_CANDIDATES; k++) {
        if (!is_candidate(&now, all.first[k], call, ordered))
            continue;
        candidates[count] = best_of(&now, all.first[k], &call->shape, &message);
        if (is_better(&candidates[count], &candidates[chosen], call->algorithm))
            chosen = count;
        count++;
    }
    struct pause pause = time_pause(); /* always, so that the clock is the same with --explain */
    if (UNLIKELY(system_node_page()->flags & CUBE_PAGE_EXPLAIN) && node.number == 0 && count > 0)
        explain(&now, call, candidates, count, chosen, message.bytes,
                links_cost() ? message.bytes : size_of_class(size_class(message.bytes) + 1) - 1);
    time_resume(pause);
    return candidates[chosen];
}

/* ---- What has been selected before ---- */

/* All that a choice depends on. There are no bytes of padding, because the struct is compared as a
 * whole. */
struct circumstances {
    const struct operation *operation;
    const struct algorithm *algorithm; /* whose number of packets is looked for; null: any */
    uint32_t bytes;
    uint32_t element;
    uint16_t root;
    uint16_t target;
    uint8_t dimension;
    uint8_t axes;
    uint8_t kind;
    uint8_t ordered;
    uint16_t side[SIDES];
};
static_assert(sizeof(struct circumstances) == 32 + 2 * SIDES, "there are no holes");

/* In the cube all nodes are alike, so a cost depends only on the distance between root and target;
 * on a mesh it depends on both nodes. */
static struct circumstances circumstances_of(const struct call *call,
                                             const struct call_message *message, bool ordered) {
    const struct shape *shape = &call->shape;
    bool on_mesh = shape->axes > 0;
    uint32_t distance = (uint32_t)__builtin_popcount(shape->root ^ shape->target);
    bool apart = (call->algorithm->varies & VARIES_TARGET) != 0;
    struct circumstances all = {
        .operation = call->algorithm->operation,
        .bytes = (uint32_t)message->bytes,
        .element = (uint32_t)message->element,
        .root = (uint16_t)(on_mesh ? shape->root : 0),
        .target = (uint16_t)(on_mesh ? shape->target
                             : apart ? distance
                                     : 0),
        .dimension = (uint8_t)shape->dimension,
        .axes = (uint8_t)shape->axes,
        .kind = (uint8_t)message->kind,
        .ordered = ordered,
    };
    for (uint32_t axis = 0; axis < shape->axes; axis++)
        all.side[axis] = (uint16_t)shape->side[axis];
    return all;
}

/* Returns where a choice is remembered. The hash is FNV-1a, of Fowler, Noll and Vo, over words. */
static uint32_t place_of(const struct circumstances *all) {
    const uint32_t factor = 16777619, basis = 2166136261;
    uint32_t mix = basis ^ all->operation->tag; /* not its address, because then the count of
                                                   instructions would depend on where the linker
                                                   puts it */
    mix = (mix ^ all->bytes) * factor;
    mix = (mix ^ all->element) * factor;
    mix = (mix ^ ((uint32_t)all->target << 16 | all->root)) * factor;
    mix = (mix ^ ((uint32_t)all->ordered << 16 | all->dimension)) * factor;
    mix = (mix ^ ((uint32_t)all->side[1] << 16 | all->side[0])) * factor;
    return (mix ^ mix >> (32 - REMEMBERED_BITS)) % REMEMBERED;
}

struct remembered {
    struct circumstances all;
    const struct algorithm *algorithm; /* null: nothing is remembered */
    uint32_t packets;
};

/* Returns where a choice is remembered, if it has been made before. */
static struct remembered *remembered_at(const struct circumstances *all) {
    static NODE_LOCAL struct remembered remembered[REMEMBERED];
    struct remembered *found = &remembered[place_of(all)];
    if (memcmp(&found->all, all, sizeof *all) != 0)
        found->algorithm = NULL;
    return found;
}

static void remember(struct remembered *found, const struct circumstances *all,
                     struct prediction chosen) {
    *found = (struct remembered){*all, chosen.algorithm, chosen.packets};
}

/* Whether the choice leaves the algorithm open. */
static bool is_open(const struct cube_choice *choice) {
    return !choice || (!choice->algorithm && choice->ports == CUBE_ANY_PORTS);
}

void call_select(struct call *call, const struct cube_choice *choice, struct call_message given,
                 bool ordered) {
    if (!is_open(choice))
        return;
    struct call_message message = decided_by(&given);
    struct circumstances all = circumstances_of(call, &message, ordered);
    struct remembered *found = remembered_at(&all);
    if (!found->algorithm)
        remember(found, &all, find(call, &message, ordered));
    call_take(call, choice, found->algorithm, found->packets);
}

struct prediction select_predict(const struct algorithm *algorithm, const struct shape *shape,
                                 struct call_message given) {
    struct cost_model now = prices();
    struct call_message message = decided_by(&given);
    return best_of(&now, algorithm, shape, &message);
}

uint32_t select_packets(const struct call *call, struct call_message given) {
    struct call_message message = decided_by(&given);
    struct circumstances all = circumstances_of(call, &message, false);
    all.algorithm = call->algorithm;
    struct remembered *found = remembered_at(&all);
    if (!found->algorithm)
        remember(found, &all, select_predict(call->algorithm, &call->shape, given));
    return found->packets;
}

double select_estimate(const struct algorithm *algorithm, const struct shape *shape, size_t bytes) {
    struct cost_model now = prices();
    struct block_sizes sizes = {.bytes = bytes};
    return predict(&now, algorithm, shape, &sizes).clock;
}
