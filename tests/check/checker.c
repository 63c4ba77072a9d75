#include "tests/check/checker.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Nodes heard of, as bits. */
struct heard {
    uint64_t node[CUBE_MAX_NODES / 64];
};

struct walk {
    const struct schedule *schedule;
    struct shape shape;
    uint32_t nodes;
    uint32_t blocks[SCHEDULE_AREAS];
    uint32_t *contents[SCHEDULE_AREAS]; /* of block b of node v at [v * blocks + b] */
    struct step *step;                  /* of each node */
    uint32_t *left;                     /* ports on which a packet has left each node, this step */
    uint32_t *arrived;                  /* ports on which one has arrived */
    struct heard *heard;                /* before this step */
    struct heard *hears;                /* after it */
    uint32_t number;                    /* of the step */
    struct finding *finding;
};

static bool fail(struct walk *walk, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool fail(struct walk *walk, const char *format, ...) {
    char *message = walk->finding->message;
    size_t room = sizeof walk->finding->message;
    int used = walk->number > walk->schedule->steps(&walk->shape) + 1
                   ? snprintf(message, room, "at the end: ")
                   : snprintf(message, room, "step %u: ", walk->number);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message + used, room - (size_t)used, format, arguments);
    va_end(arguments);
    return false;
}

/* The mark of a block of the input of a node. */
static uint32_t mark(const struct walk *walk, struct origin origin) {
    return origin.node * walk->blocks[AREA_INPUT] + origin.block + 1;
}

static uint32_t *block_at(const struct walk *walk, uint32_t node, uint32_t area, uint32_t block) {
    return &walk->contents[area][(size_t)node * walk->blocks[area] + block];
}

static bool inside(const struct walk *walk, struct run run) {
    return run.area < walk->schedule->areas && run.count <= walk->blocks[run.area] &&
           run.first <= walk->blocks[run.area] - run.count;
}

static bool overlap(struct run a, struct run b) {
    return a.area == b.area && a.count > 0 && b.count > 0 && a.first < b.first + b.count &&
           b.first < a.first + a.count;
}

/* Whether what arrives on `port` is written to an area of the node. */
static bool is_stored(const struct walk *walk, const struct step *step, uint32_t port) {
    return ((step->receives >> port) & 1) != 0 ||
           (((step->relays >> port) & 1) != 0 && walk->schedule->relay == RELAY_WHOLE);
}

static bool check_port(struct walk *walk, uint32_t node, uint32_t port) {
    const struct step *step = &walk->step[node];
    uint32_t bit = 1u << port;

    if ((step->sends & bit) && !inside(walk, step->send[port]))
        return fail(walk, "node %u sends on port %u what is in no area", node, port);
    if ((step->relays & bit) && step->leave[port] >= walk->shape.dimension)
        return fail(walk, "node %u relays port %u to no port", node, port);
    if (!is_stored(walk, step, port))
        return true;
    struct run into = step->receive[port];
    if (!inside(walk, into))
        return fail(walk, "node %u receives from port %u into no area", node, port);
    if (into.count > 0 && into.area == AREA_INPUT)
        return fail(walk, "node %u receives from port %u into its input", node, port);
    for (uint32_t other = 0; other < walk->shape.dimension; other++) {
        if (((step->sends >> other) & 1) && overlap(step->send[other], into))
            return fail(walk, "node %u sends from the block that it receives into, ports %u and %u",
                        node, other, port);
        if (other != port && is_stored(walk, step, other) && overlap(step->receive[other], into))
            return fail(walk, "node %u receives into one block from ports %u and %u", node, other,
                        port);
    }
    return true;
}

/* What can be said of a node by itself: its sets of ports, its runs, the port model. */
static bool check_node(struct walk *walk, uint32_t node) {
    const struct step *step = &walk->step[node];
    uint32_t all = step->sends | step->receives | step->relays;

    if (all >> walk->shape.dimension)
        return fail(walk, "node %u uses a port that the cube has not", node);
    if (step->receives & step->relays)
        return fail(walk, "node %u both keeps and relays what arrives on a port", node);
    if (walk->schedule->ports != PORTS_ALL &&
        ((step->sends & (step->sends - 1)) || (step->receives & (step->receives - 1))))
        return fail(walk, "node %u sends or receives on several ports", node);
    if (walk->schedule->ports == PORTS_SIMD &&
        all != (walk->step[0].sends | walk->step[0].receives | walk->step[0].relays))
        return fail(walk, "node %u uses another dimension than node 0", node);
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
    if (set.area >= walk->schedule->areas || (set.first & set.free) ||
        (set.first | set.free) >= walk->blocks[set.area])
        return fail(walk, "node %u moves blocks that are in no area", node);
    return true;
}

static bool make_moves(struct walk *walk, uint32_t node) {
    const struct step *step = &walk->step[node];
    if (step->moves > STEP_MOVES)
        return fail(walk, "node %u has %u moves", node, step->moves);
    for (uint32_t m = 0; m < step->moves; m++) {
        struct block_set from = step->move[m].from;
        struct block_set to = step->move[m].to;
        if (!check_set(walk, node, from) || !check_set(walk, node, to))
            return false;
        if (count_bits(from.free) != count_bits(to.free))
            return fail(walk, "node %u moves blocks to more or fewer places", node);
        if (to.area == AREA_INPUT || to.area == from.area)
            return fail(walk, "node %u moves within an area or into the input", node);
        uint32_t source = from.first;
        uint32_t target = to.first;
        do {
            *block_at(walk, node, to.area, target) = *block_at(walk, node, from.area, source);
            source = block_set_next(&from, source);
            target = block_set_next(&to, target);
        } while (source != from.first);
    }
    return true;
}

static void write_run(struct walk *walk, uint32_t from, struct run sent, uint32_t to,
                      struct run into) {
    for (uint32_t b = 0; b < sent.count; b++)
        *block_at(walk, to, into.area, into.first + b) =
            *block_at(walk, from, sent.area, sent.first + b);
    for (size_t word = 0; word < CUBE_MAX_NODES / 64; word++)
        walk->hears[to].node[word] |= walk->heard[from].node[word];
}

/* Follows a packet of `origin` link by link to the node that keeps it. A path can be no longer than
 * there are links: each is used once. */
static bool follow(struct walk *walk, uint32_t origin, uint32_t port) {
    struct run sent = walk->step[origin].send[port];
    uint32_t node = origin;

    for (;;) {
        uint32_t bit = 1u << port;
        if (walk->left[node] & bit)
            return fail(walk, "two packets on the link of node %u, port %u", node, port);
        walk->left[node] |= bit;
        walk->finding->packets++;
        walk->finding->link_words += sent.count;

        node ^= bit;
        const struct step *step = &walk->step[node];
        walk->arrived[node] |= bit;
        if (!((step->receives | step->relays) & bit))
            return fail(walk, "node %u does not expect what arrives on port %u", node, port);
        if (step->receive[port].count != sent.count)
            return fail(walk, "node %u expects %u blocks on port %u, and %u arrive", node,
                        step->receive[port].count, port, sent.count);
        if (step->receives & bit) {
            write_run(walk, origin, sent, node, step->receive[port]);
            return true;
        }
        if (walk->schedule->relay == RELAY_WHOLE)
            write_run(walk, origin, sent, node, step->receive[port]);
        port = step->leave[port];
    }
}

static bool walk_step(struct walk *walk) {
    for (uint32_t node = 0; node < walk->nodes; node++)
        walk->schedule->step(&walk->shape, node, walk->number, &walk->step[node]);
    for (uint32_t node = 0; node < walk->nodes; node++)
        if (!check_node(walk, node) || !make_moves(walk, node))
            return false;

    memset(walk->left, 0, walk->nodes * sizeof *walk->left);
    memset(walk->arrived, 0, walk->nodes * sizeof *walk->arrived);
    memcpy(walk->hears, walk->heard, walk->nodes * sizeof *walk->heard);
    uint64_t packets = walk->finding->packets;
    for (uint32_t node = 0; node < walk->nodes; node++)
        for (uint32_t ports = walk->step[node].sends; ports != 0; ports &= ports - 1)
            if (!follow(walk, node, lowest_port(ports)))
                return false;
    for (uint32_t node = 0; node < walk->nodes; node++)
        if (walk->arrived[node] != (walk->step[node].receives | walk->step[node].relays))
            return fail(walk, "node %u expects a packet that nobody sends", node);
    memcpy(walk->heard, walk->hears, walk->nodes * sizeof *walk->heard);
    if (walk->finding->packets > packets)
        walk->finding->steps = walk->number;
    else if (walk->number <= walk->schedule->steps(&walk->shape))
        return fail(walk, "no node sends anything");
    return true;
}

static bool check_outputs(struct walk *walk) {
    const struct operation *operation = walk->schedule->operation;
    for (uint32_t area = 1; area <= operation->outputs; area++)
        for (uint32_t node = 0; node < walk->nodes; node++)
            for (uint32_t block = 0; block < walk->blocks[area]; block++) {
                struct origin origin = operation->result(&walk->shape, node, area, block);
                if (*block_at(walk, node, area, block) != mark(walk, origin))
                    return fail(walk, "node %u ends with a wrong block %u in area %u", node, block,
                                area);
            }
    for (uint32_t node = 0; operation->synchronizes && node < walk->nodes; node++)
        for (uint32_t other = 0; other < walk->nodes; other++)
            if (!((walk->heard[node].node[other / 64] >> (other % 64)) & 1))
                return fail(walk, "node %u has not heard of node %u", node, other);
    return true;
}

static bool check_counts(struct walk *walk) {
    const struct schedule *schedule = walk->schedule;
    const struct finding *finding = walk->finding;
    if (finding->steps != schedule->steps(&walk->shape))
        return fail(walk, "there are %u steps, not the catalogue's %u", finding->steps,
                    schedule->steps(&walk->shape));
    if (finding->packets != schedule->packets(&walk->shape))
        return fail(walk, "there are %llu packets, not the catalogue's %llu",
                    (unsigned long long)finding->packets,
                    (unsigned long long)schedule->packets(&walk->shape));
    if (finding->link_words != schedule->link_words(&walk->shape))
        return fail(walk, "there are %llu link words, not the catalogue's %llu",
                    (unsigned long long)finding->link_words,
                    (unsigned long long)schedule->link_words(&walk->shape));
    if (schedule->bound(&walk->shape) > finding->steps)
        return fail(walk, "the bound, %u, is above the steps", schedule->bound(&walk->shape));
    return true;
}

static void *allocate(size_t count, size_t bytes) {
    void *memory = calloc(count + 1, bytes);
    if (memory == NULL) {
        perror("checker");
        exit(EXIT_FAILURE);
    }
    return memory;
}

static void begin(struct walk *walk) {
    walk->step = allocate(walk->nodes, sizeof *walk->step);
    walk->left = allocate(walk->nodes, sizeof *walk->left);
    walk->arrived = allocate(walk->nodes, sizeof *walk->arrived);
    walk->heard = allocate(walk->nodes, sizeof *walk->heard);
    walk->hears = allocate(walk->nodes, sizeof *walk->hears);
    for (uint32_t area = 0; area < walk->schedule->areas; area++) {
        walk->blocks[area] = walk->schedule->blocks(&walk->shape, area);
        walk->contents[area] =
            allocate((size_t)walk->nodes * walk->blocks[area], sizeof *walk->contents[area]);
    }
    for (uint32_t node = 0; node < walk->nodes; node++) {
        walk->heard[node].node[node / 64] |= UINT64_C(1) << (node % 64);
        for (uint32_t block = 0; block < walk->blocks[AREA_INPUT]; block++)
            *block_at(walk, node, AREA_INPUT, block) = mark(walk, (struct origin){node, block});
    }
}

static void end(struct walk *walk) {
    for (uint32_t area = 0; area < walk->schedule->areas; area++)
        free(walk->contents[area]);
    free(walk->hears);
    free(walk->heard);
    free(walk->arrived);
    free(walk->left);
    free(walk->step);
}

bool check_schedule(const struct schedule *schedule, uint32_t dimension, struct finding *finding) {
    struct walk walk = {
        .schedule = schedule,
        .shape = {.dimension = dimension},
        .nodes = 1u << dimension,
        .finding = finding,
    };
    memset(finding, 0, sizeof *finding);
    begin(&walk);

    bool right = true;
    uint32_t last = schedule->steps(&walk.shape) + 1; /* the closing moves */
    for (walk.number = 1; right && walk.number <= last; walk.number++)
        right = walk_step(&walk);
    right = right && check_outputs(&walk) && check_counts(&walk);
    end(&walk);
    return right;
}
