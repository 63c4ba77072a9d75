#include "collectives/check/checker.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collectives/check/bounds.h"
#include "collectives/check/contents.h"
#include "collectives/check/network.h"
#include "collectives/schedule/own_step.h"

/* The set of nodes that a node has heard of. */
struct heard {
    uint64_t node[CUBE_MAX_NODES / 64];
};

struct walk {
    const struct algorithm *algorithm;
    struct shape shape;
    uint32_t nodes;
    uint32_t most[SCHEDULE_AREAS];      /* blocks of the area at the node that has the most */
    uint32_t *contents[SCHEDULE_AREAS]; /* those of block b of node v at [v * most + b] */
    struct step *step;                  /* of each node */
    uint32_t *left;    /* ports on which a packet has left each node in this step */
    uint32_t *arrived; /* ports on which one has arrived */
    uint32_t *leaving; /* contents of all packets of this step */
    uint32_t leaving_count;
    uint32_t leaving_room;
    uint32_t *sent; /* where the packet of node v, port p begins in `leaving`, at [v * n + p] */
    uint32_t *came; /* where the packet that arrived there begins */
    uint32_t busy;  /* ports that any node uses in this step */
    struct heard *heard; /* before this step */
    struct heard *hears; /* after it */
    uint32_t number;     /* of the step */
    void *table;         /* of the schedule; null if it has none */
    char spoilt[120];    /* where contents were first combined that do not go together; "" */
    struct network network;
    struct finding *finding;
    struct observer observer;
};

static bool fail(struct walk *walk, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool fail(struct walk *walk, const char *format, ...) {
    char *message = walk->finding->message;
    size_t room = sizeof walk->finding->message;
    int used = walk->number > algorithm_steps(walk->algorithm, &walk->shape) + 1
                   ? snprintf(message, room, "at the end: ")
                   : snprintf(message, room, "step %u: ", walk->number);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message + used, room - (size_t)used, format, arguments);
    va_end(arguments);
    return false;
}

/* left op right, as node `node` combines them in a block. Remembers where for the first time that
 * spoils something: it may be steps before a result is seen to be wrong. */
static uint32_t combined(struct walk *walk, uint32_t node, uint32_t area, uint32_t block,
                         uint32_t left, uint32_t right) {
    uint32_t sum = contents_combine(left, right);
    bool ordered = walk->algorithm->ordered;
    const char *why = NULL;
    if (walk->spoilt[0] == '\0' && (sum == CONTENTS_NOTHING || ordered))
        why = contents_spoil(left, right, ordered);
    if (why != NULL)
        snprintf(walk->spoilt, sizeof walk->spoilt,
                 "; in step %u node %u spoils block %u of area %u: %s", walk->number, node, block,
                 area, why);
    return sum;
}

static uint32_t *block_at(const struct walk *walk, uint32_t node, uint32_t area, uint32_t block) {
    return &walk->contents[area][(size_t)node * walk->most[area] + block];
}

static uint32_t blocks_of(const struct walk *walk, uint32_t node, uint32_t area) {
    return algorithm_blocks(walk->algorithm, &walk->shape, node, area);
}

static bool inside(const struct walk *walk, uint32_t node, struct run run) {
    if (run.area >= walk->algorithm->areas)
        return false;
    uint32_t blocks = blocks_of(walk, node, run.area);
    if (run.free != 0)
        return (run.first & run.free) == 0 && (run.first | run.free) < blocks &&
               run.count == 1u << __builtin_popcount(run.free);
    return run.count <= blocks && run.first <= blocks - run.count;
}

static bool same(struct run a, struct run b) {
    return a.area == b.area && a.first == b.first && a.count == b.count && a.free == b.free;
}

static bool overlap(struct run a, struct run b) {
    if ((a.free | b.free) != 0 && a.area == b.area) {
        for (uint32_t k = 0; k < a.count; k++)
            for (uint32_t j = 0; j < b.count; j++)
                if (run_block(a, k) == run_block(b, j))
                    return true;
        return false;
    }
    return a.area == b.area && a.count > 0 && b.count > 0 && a.first < b.first + b.count &&
           b.first < a.first + a.count;
}

/* Whether what arrives on `port` is written to an area of the node. */
static bool is_stored(const struct walk *walk, const struct step *step, uint32_t port) {
    return ((step->receives >> port) & 1) != 0 ||
           (((step->relays >> port) & 1) != 0 && walk->algorithm->relay == RELAY_WHOLE);
}

static bool check_port(struct walk *walk, uint32_t node, uint32_t port) {
    const struct step *step = &walk->step[node];
    uint32_t bit = 1u << port;

    if ((step->sends & bit) && !inside(walk, node, step->send[port]))
        return fail(walk, "node %u sends on port %u what is in no area", node, port);
    if ((step->relays & bit) && step->leave[port] >= walk->shape.dimension)
        return fail(walk, "node %u relays port %u to no port", node, port);
    if (!is_stored(walk, step, port))
        return true;
    struct run into = step->receive[port];
    if (!inside(walk, node, into))
        return fail(walk, "node %u receives from port %u into no area", node, port);
    if (into.count > 0 && into.area == AREA_INPUT)
        return fail(walk, "node %u receives from port %u into its input", node, port);
    for (uint32_t other = 0; other < walk->shape.dimension; other++) {
        bool combined = ((step->combines >> port) & 1) != 0 &&
                        (((step->combines | step->sends) >> other) & 1) != 0;
        bool in_place =
            other == port && ((step->receives >> port) & 1) != 0 && same(step->send[other], into);
        if (((step->sends >> other) & 1) && !in_place && overlap(step->send[other], into))
            return fail(walk, "node %u sends from the block that it receives into, ports %u and %u",
                        node, other, port);
        if (other != port && is_stored(walk, step, other) && overlap(step->receive[other], into) &&
            !(combined && ((step->combines >> other) & 1) && same(step->receive[other], into)))
            return fail(walk, "node %u receives into one block from ports %u and %u", node, other,
                        port);
    }
    return true;
}

/* Checks that the description of a step fits a step. */
static bool check_described(struct walk *walk, uint32_t node) {
    struct step_fault fault = step_fault(&walk->step[node]);
    switch (fault.kind) {
    case FAULT_NONE:
        return true;
    case FAULT_NO_PORT:
        return fail(walk, "node %u uses a port that no cube has", node);
    case FAULT_TWO_OUT:
        return fail(walk, "node %u: two packets on the link of node %u, port %u", node, node,
                    fault.port);
    case FAULT_TWO_IN:
        return fail(walk, "node %u: two packets on the link of node %u, port %u", node,
                    node ^ 1u << fault.port, fault.port);
    case FAULT_MOVE:
        return fail(walk, "node %u moves blocks to more or fewer places", node);
    case FAULT_MOVES:
        return fail(walk, "node %u has more than %u moves", node, STEP_MOVES);
    default:
        return fail(walk, "node %u has blocks that are in no area, or too many", node);
    }
}

/* Checks what can be checked at one node alone: its sets of ports, its runs, and the port model. */
static bool check_node(struct walk *walk, uint32_t node) {
    const struct step *step = &walk->step[node];
    uint32_t all = step->sends | step->receives | step->relays;

    if (!check_described(walk, node))
        return false;
    if (all >> walk->shape.dimension)
        return fail(walk, "node %u uses a port that the cube has not", node);
    if (step->receives & step->relays)
        return fail(walk, "node %u both keeps and relays what arrives on a port", node);
    if (walk->algorithm->ports != PORTS_ALL &&
        ((step->sends & (step->sends - 1)) || (step->receives & (step->receives - 1))))
        return fail(walk, "node %u sends or receives on several ports", node);
    walk->busy |= all;
    if (walk->algorithm->ports == PORTS_SIMD && (walk->busy & (walk->busy - 1)))
        return fail(walk, "node %u uses another dimension than a node before it", node);
    if ((step->combines & ~step->receives) || (step->left & ~step->combines))
        return fail(walk, "node %u combines what does not arrive", node);
    if (step->combines && !walk->algorithm->operation->combines)
        return fail(walk, "node %u combines, and there is no operator", node);
    for (uint32_t port = 0; port < walk->shape.dimension; port++)
        if (!check_port(walk, node, port))
            return false;
    return true;
}

static uint32_t count_bits(uint32_t bits) {
    uint32_t count = 0;
    for (; bits != 0; bits &= bits - 1)
        count++;
    return count;
}

static bool check_set(struct walk *walk, uint32_t node, struct block_set set) {
    if (set.area >= walk->algorithm->areas || (set.first & set.free) ||
        (set.first | set.free) >= blocks_of(walk, node, set.area))
        return fail(walk, "node %u moves blocks that are in no area", node);
    return true;
}

static bool spread(struct walk *walk, uint32_t node, struct block_set from, struct block_set to) {
    uint32_t count = from.free;
    uint32_t end = count == 0 ? 0 : to.first + (count - 1) * to.free + 1;
    if (from.area >= walk->algorithm->areas || to.area >= walk->algorithm->areas ||
        from.first + count > blocks_of(walk, node, from.area) ||
        end > blocks_of(walk, node, to.area))
        return fail(walk, "node %u moves blocks that are in no area", node);
    for (uint32_t b = 0; b < count; b++)
        *block_at(walk, node, to.area, to.first + b * to.free) =
            *block_at(walk, node, from.area, from.first + b);
    return true;
}

static bool make_moves(struct walk *walk, uint32_t node) {
    const struct step *step = &walk->step[node];
    if (step->moves > STEP_MOVES)
        return fail(walk, "node %u has %u moves", node, step->moves);
    for (uint32_t m = 0; m < step->moves; m++) {
        struct block_set from = step->move[m].from;
        struct block_set to = step->move[m].to;
        if (to.area == AREA_INPUT || to.area == from.area)
            return fail(walk, "node %u moves within an area or into the input", node);
        if (step->move[m].kind == MOVE_SPREAD) {
            if (!spread(walk, node, from, to))
                return false;
            continue;
        }
        if (!check_set(walk, node, from) || !check_set(walk, node, to))
            return false;
        if (count_bits(from.free) != count_bits(to.free))
            return fail(walk, "node %u moves blocks to more or fewer places", node);
        if (step->move[m].kind != MOVE_COPY && !walk->algorithm->operation->combines)
            return fail(walk, "node %u combines, and there is no operator", node);
        uint32_t source = from.first;
        uint32_t target = to.first;
        do {
            uint32_t moved = *block_at(walk, node, from.area, source);
            uint32_t *place = block_at(walk, node, to.area, target);
            bool left = step->move[m].kind == MOVE_LEFT;
            *place = step->move[m].kind == MOVE_COPY
                         ? moved
                         : combined(walk, node, to.area, target, left ? moved : *place,
                                    left ? *place : moved);
            source = block_set_next(&from, source);
            target = block_set_next(&to, target);
        } while (source != from.first);
    }
    return true;
}

static void *grow(void *memory, size_t count, size_t bytes) {
    memory = realloc(memory, (count + 1) * bytes);
    if (memory == NULL) {
        perror("checker");
        exit(EXIT_FAILURE);
    }
    return memory;
}

static void *allocate(size_t count, size_t bytes) {
    return memset(grow(NULL, count, bytes), 0, (count + 1) * bytes);
}

/* Keeps the contents of what leaves each node, as they are before anything arrives. */
static void pack(struct walk *walk, uint32_t node) {
    for (uint32_t ports = walk->step[node].sends; ports != 0; ports &= ports - 1) {
        uint32_t port = lowest_port(ports);
        struct run run = walk->step[node].send[port];
        while (walk->leaving_count + run.count > walk->leaving_room) {
            walk->leaving_room = 2 * walk->leaving_room + run.count;
            walk->leaving = grow(walk->leaving, walk->leaving_room, sizeof *walk->leaving);
        }
        walk->sent[node * walk->shape.dimension + port] = walk->leaving_count;
        for (uint32_t b = 0; b < run.count; b++)
            walk->leaving[walk->leaving_count++] =
                *block_at(walk, node, run.area, run_block(run, b));
    }
}

/* Stores or combines what has come to a node, in the order of the ports. */
static void unpack(struct walk *walk, uint32_t node) {
    const struct step *step = &walk->step[node];
    for (uint32_t port = 0; port < walk->shape.dimension; port++) {
        if (!is_stored(walk, step, port))
            continue;
        struct run run = step->receive[port];
        const uint32_t *arrived = &walk->leaving[walk->came[node * walk->shape.dimension + port]];
        for (uint32_t b = 0; b < run.count; b++) {
            uint32_t block = run_block(run, b);
            uint32_t *place = block_at(walk, node, run.area, block);
            bool left = ((step->left >> port) & 1) != 0;
            *place = !((step->combines >> port) & 1)
                         ? arrived[b]
                         : combined(walk, node, run.area, block, left ? arrived[b] : *place,
                                    left ? *place : arrived[b]);
        }
    }
}

static void hear(struct walk *walk, uint32_t node, uint32_t from) {
    for (size_t word = 0; word < CUBE_MAX_NODES / 64; word++)
        walk->hears[node].node[word] |= walk->heard[from].node[word];
}

/* Follows a packet of `origin` link by link to the node that keeps it. A path can be no longer than
 * there are links: each is used once. */
static bool follow(struct walk *walk, uint32_t origin, uint32_t port) {
    struct run sent = walk->step[origin].send[port];
    uint32_t packet = walk->sent[origin * walk->shape.dimension + port];
    uint32_t node = origin;

    for (;;) {
        uint32_t bit = 1u << port;
        if (walk->left[node] & bit)
            return fail(walk, "two packets on the link of node %u, port %u", node, port);
        if (!(walk->network.ports[node] & bit))
            return fail(walk, "node %u, port %u: a packet on a link that the mesh has not", node,
                        port);
        walk->left[node] |= bit;
        walk->finding->packets++;
        walk->finding->link_words += sent.count;
        walk->finding->relays = walk->finding->relays || node != origin;
        if (sent.count > walk->finding->blocks)
            walk->finding->blocks = sent.count;

        node ^= bit;
        const struct step *step = &walk->step[node];
        walk->arrived[node] |= bit;
        if (!((step->receives | step->relays) & bit))
            return fail(walk, "node %u does not expect what arrives on port %u", node, port);
        if (step->receive[port].count != sent.count)
            return fail(walk, "node %u expects %u blocks on port %u, and %u arrive", node,
                        step->receive[port].count, port, sent.count);
        walk->came[node * walk->shape.dimension + port] = packet;
        if (is_stored(walk, step, port))
            hear(walk, node, origin);
        if (walk->observer.see != NULL)
            walk->observer.see(walk->observer.argument, &(struct passage){
                                                            .step = walk->number,
                                                            .from = node ^ bit,
                                                            .port = port,
                                                            .first = (node ^ bit) == origin,
                                                            .last = (step->receives & bit) != 0,
                                                            .contents = walk->leaving + packet,
                                                            .blocks = sent.count,
                                                        });
        if (step->receives & bit)
            return true;
        port = step->leave[port];
    }
}

/* Tells the observer what every block holds. */
static void show_holdings(const struct walk *walk) {
    const struct observer *observer = &walk->observer;
    for (uint32_t node = 0; observer->hold != NULL && node < walk->nodes; node++)
        for (uint32_t area = 0; area < walk->algorithm->areas; area++)
            for (uint32_t block = 0; block < blocks_of(walk, node, area); block++)
                observer->hold(observer->argument,
                               &(struct holding){walk->number, node, area, block,
                                                 *block_at(walk, node, area, block)});
}

static bool walk_step(struct walk *walk) {
    walk->busy = 0;
    walk->leaving_count = 0;
    for (uint32_t node = 0; node < walk->nodes; node++)
        algorithm_step(walk->algorithm, &walk->shape, node, walk->number, &walk->step[node]);
    for (uint32_t node = 0; node < walk->nodes; node++)
        if (!check_node(walk, node) || !make_moves(walk, node))
            return false;

    memset(walk->left, 0, walk->nodes * sizeof *walk->left);
    memset(walk->arrived, 0, walk->nodes * sizeof *walk->arrived);
    memcpy(walk->hears, walk->heard, walk->nodes * sizeof *walk->heard);
    uint64_t packets = walk->finding->packets;
    for (uint32_t node = 0; node < walk->nodes; node++)
        pack(walk, node);
    for (uint32_t node = 0; node < walk->nodes; node++)
        for (uint32_t ports = walk->step[node].sends; ports != 0; ports &= ports - 1)
            if (!follow(walk, node, lowest_port(ports)))
                return false;
    for (uint32_t node = 0; node < walk->nodes; node++) {
        uint32_t missing =
            (walk->step[node].receives | walk->step[node].relays) & ~walk->arrived[node];
        if (missing != 0)
            return fail(walk, "node %u expects a packet on port %u that nobody sends", node,
                        lowest_port(missing));
    }
    for (uint32_t node = 0; node < walk->nodes; node++)
        unpack(walk, node);
    show_holdings(walk);
    memcpy(walk->heard, walk->hears, walk->nodes * sizeof *walk->heard);
    if (walk->finding->packets > packets)
        walk->finding->steps = walk->number;
    else if (walk->number <= algorithm_steps(walk->algorithm, &walk->shape))
        return fail(walk, "no node sends anything");
    return true;
}

/* Tells what a block of an output holds, and what it should hold. */
static bool wrong_output(struct walk *walk, uint32_t node, uint32_t area, uint32_t block,
                         struct content wanted) {
    char holds[100], nodes[40] = "";
    contents_text(*block_at(walk, node, area, block), holds, sizeof holds);
    if (wanted.last > wanted.first)
        snprintf(nodes, sizeof nodes, "s %u-%u", wanted.first, wanted.last);
    else
        snprintf(nodes, sizeof nodes, " %u", wanted.first);
    return fail(walk, "node %u ends with a wrong block %u in area %u: %s, not block %u of node%s%s",
                node, block, area, holds, wanted.block, nodes, walk->spoilt);
}

static bool check_outputs(struct walk *walk) {
    const struct operation *operation = walk->algorithm->operation;
    for (uint32_t area = 1; area <= operation->outputs; area++)
        for (uint32_t node = 0; node < walk->nodes; node++)
            for (uint32_t block = 0; block < blocks_of(walk, node, area); block++) {
                struct content content = operation->postcondition(&walk->shape, node, area, block);
                if (!contents_are(*block_at(walk, node, area, block), content,
                                  walk->algorithm->ordered))
                    return wrong_output(walk, node, area, block, content);
            }
    for (uint32_t node = 0; operation->synchronizes && node < walk->nodes; node++)
        for (uint32_t other = 0; other < walk->nodes; other++)
            if (!((walk->heard[node].node[other / 64] >> (other % 64)) & 1))
                return fail(walk, "node %u has not heard of node %u", node, other);
    return true;
}

static bool check_counts(struct walk *walk) {
    const struct algorithm *algorithm = walk->algorithm;
    const struct finding *finding = walk->finding;
    if (finding->steps != algorithm_steps(algorithm, &walk->shape))
        return fail(walk, "there are %u steps, and %u are claimed", finding->steps,
                    algorithm_steps(algorithm, &walk->shape));
    if (finding->packets != algorithm_packets(algorithm, &walk->shape))
        return fail(walk, "there are %llu packets, and %llu are claimed",
                    (unsigned long long)finding->packets,
                    (unsigned long long)algorithm_packets(algorithm, &walk->shape));
    if (finding->link_words != algorithm_link_words(algorithm, &walk->shape))
        return fail(walk, "there are %llu link words, and %llu are claimed",
                    (unsigned long long)finding->link_words,
                    (unsigned long long)algorithm_link_words(algorithm, &walk->shape));
    return true;
}

static bool check_bound(struct walk *walk) {
    struct finding *finding = walk->finding;
    struct means means = {walk->algorithm->ports, finding->relays, finding->blocks};
    uint32_t claimed = algorithm_bound(walk->algorithm, &walk->shape);
    finding->bound = bound_steps(walk->algorithm, &walk->shape, means);
    if (walk->algorithm->own && walk->algorithm->bound == NULL)
        claimed = finding->bound; /* nothing is claimed */
    if (claimed != finding->bound)
        return fail(walk, "no algorithm takes fewer than %u steps, and %u is claimed",
                    finding->bound, claimed);
    if (claimed > finding->steps)
        return fail(walk, "the bound, %u, is above the steps", claimed);
    return true;
}

/* Fills in the contents of a node's input, and of the areas that begin as copies of it. */
static void fill(struct walk *walk, uint32_t node) {
    const struct algorithm *algorithm = walk->algorithm;
    uint32_t rank =
        algorithm->operation->rank == NULL ? node : algorithm->operation->rank(&walk->shape, node);
    for (uint32_t area = 0; area < algorithm->areas; area++) {
        uint32_t blocks = blocks_of(walk, node, area);
        if (area != AREA_INPUT && !((algorithm->accumulators >> area) & 1))
            blocks = 0;
        for (uint32_t block = 0; block < blocks; block++)
            *block_at(walk, node, area, block) = contents_input(rank, block);
    }
}

static void begin(struct walk *walk) {
    const struct algorithm *algorithm = walk->algorithm;
    size_t ports = (size_t)walk->nodes * walk->shape.dimension;
    if (algorithm_has_table(algorithm)) {
        walk->table = allocate(algorithm_table_bytes(algorithm, &walk->shape), 1);
        algorithm_make_table(algorithm, &walk->shape, walk->table);
        walk->shape.table = walk->table;
    }
    walk->step = allocate(walk->nodes, sizeof *walk->step);
    walk->left = allocate(walk->nodes, sizeof *walk->left);
    walk->arrived = allocate(walk->nodes, sizeof *walk->arrived);
    walk->heard = allocate(walk->nodes, sizeof *walk->heard);
    walk->hears = allocate(walk->nodes, sizeof *walk->hears);
    walk->sent = allocate(ports, sizeof *walk->sent);
    walk->came = allocate(ports, sizeof *walk->came);
    for (uint32_t area = 0; area < algorithm->areas; area++) {
        for (uint32_t node = 0; node < walk->nodes; node++)
            if (blocks_of(walk, node, area) > walk->most[area])
                walk->most[area] = blocks_of(walk, node, area);
        walk->contents[area] =
            allocate((size_t)walk->nodes * walk->most[area], sizeof *walk->contents[area]);
    }
    contents_begin(walk->most[AREA_INPUT]);
    for (uint32_t node = 0; node < walk->nodes; node++) {
        walk->heard[node].node[node / 64] |= UINT64_C(1) << (node % 64);
        fill(walk, node);
    }
}

static void end(struct walk *walk) {
    contents_end();
    for (uint32_t area = 0; area < walk->algorithm->areas; area++)
        free(walk->contents[area]);
    free(walk->leaving);
    free(walk->came);
    free(walk->sent);
    free(walk->hears);
    free(walk->heard);
    free(walk->arrived);
    free(walk->left);
    free(walk->step);
    free(walk->table);
}

/* Checks that each accumulator, being a copy of the input, has as many blocks as the input, where
 * it has any. */
static bool check_accumulators(struct walk *walk) {
    for (uint32_t node = 0; node < walk->nodes; node++)
        for (uint32_t area = 0; area < walk->algorithm->areas; area++) {
            uint32_t blocks = blocks_of(walk, node, area);
            if (((walk->algorithm->accumulators >> area) & 1) && blocks != 0 &&
                blocks != blocks_of(walk, node, AREA_INPUT))
                return fail(walk, "accumulator %u of node %u is not as large as the input", area,
                            node);
        }
    return true;
}

bool observe_schedule(const struct algorithm *algorithm, const struct shape *shape,
                      struct finding *finding, const struct observer *observer) {
    struct walk walk = {
        .algorithm = algorithm,
        .shape = *shape,
        .nodes = shape_nodes(shape),
        .finding = finding,
        .observer = *observer,
    };
    memset(finding, 0, sizeof *finding);
    network_of(algorithm, shape, &walk.network);
    begin(&walk);

    bool right = check_accumulators(&walk);
    show_holdings(&walk);
    uint32_t last = algorithm_steps(algorithm, &walk.shape) + 1; /* for the closing moves */
    for (walk.number = 1; right && walk.number <= last; walk.number++)
        right = walk_step(&walk);
    right = right && check_outputs(&walk) && check_counts(&walk) && check_bound(&walk);
    end(&walk);
    return right;
}

bool watch_schedule(const struct algorithm *algorithm, const struct shape *shape,
                    struct finding *finding,
                    void (*see)(void *argument, const struct passage *passage), void *argument) {
    return observe_schedule(algorithm, shape, finding,
                            &(struct observer){.see = see, .argument = argument});
}

bool check_schedule(const struct algorithm *algorithm, const struct shape *shape,
                    struct finding *finding) {
    return watch_schedule(algorithm, shape, finding, NULL, NULL);
}
