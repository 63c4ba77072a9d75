#include "collectives/check/checker.h"

#include <stdio.h>
#include <stdlib.h>

#include "collectives/schedule/own/own_step.h"

static const struct {
    uint32_t member;
    const char *what, *declared;
} members[] = {
    {VARIES_ROOT, "the root", "CUBE_VARIES_ROOT"},
    {VARIES_TARGET, "the target", "CUBE_VARIES_TARGET"},
    {VARIES_PACKETS, "the number of packets", "CUBE_VARIES_PACKETS"},
    {VARIES_SHIFT, "the shift", "CUBE_VARIES_SHIFT"},
    {VARIES_SIDES, "the sides of a mesh", "CUBE_VARIES_SIDES"},
};
enum { MEMBERS = sizeof members / sizeof members[0] };

/* ---- Answers, as numbers that differ if they do ---- */

static uint64_t mix(uint64_t all, uint64_t value) {
    all = (all ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    return all ^ all >> 29;
}

static uint64_t mix_run(uint64_t all, struct run run) {
    return mix(mix(all, (uint64_t)run.area << 32 | run.count),
               (uint64_t)run.first << 32 | run.free);
}

static uint64_t mix_set(uint64_t all, struct block_set set) {
    return mix(mix(all, set.area), (uint64_t)set.first << 32 | set.free);
}

static uint64_t of_step(const struct step *step) {
    uint64_t all = mix(mix(mix(1, step->sends), step->receives), step->relays);
    all = mix(mix(all, step->combines), (uint64_t)step->left << 32 | step->moves);
    for (uint32_t port = 0; port < SCHEDULE_DIMENSIONS; port++) {
        if (step->sends >> port & 1)
            all = mix_run(all, step->send[port]);
        if ((step->receives | step->relays) >> port & 1)
            all = mix_run(all, step->receive[port]);
        if (step->relays >> port & 1)
            all = mix(all, step->leave[port]);
    }
    for (const struct move *move = step->move; move < step->move + step->moves; move++)
        all = mix(mix_set(mix_set(all, move->from), move->to), move->kind);
    return all;
}

/* What the operation means at a node, and where the node has it. */
static uint64_t of_areas(const struct algorithm *algorithm, const struct shape *shape,
                         uint32_t node) {
    const struct operation *operation = algorithm->operation;
    uint64_t all = operation_rank(operation, shape, node);
    for (uint32_t area = 0; area < algorithm_areas(algorithm); area++) {
        uint32_t blocks = algorithm_blocks(algorithm, shape, node, area);
        all = mix(all, blocks);
        for (uint32_t block = 0; area > 0 && area <= operation->outputs && block < blocks;
             block++) {
            struct cube_content content = operation_content(operation, shape, node, area, block);
            all = mix(mix(all, content.first), (uint64_t)content.last << 32 | content.block);
        }
    }
    return all;
}

static uint64_t of_claims(const struct algorithm *algorithm, const struct shape *shape) {
    uint64_t all = mix(1, algorithm_steps(algorithm, shape));
    if (!algorithm->own || algorithm->packets)
        all = mix(all, algorithm_packets(algorithm, shape));
    if (!algorithm->own || algorithm->link_words)
        all = mix(all, algorithm_link_words(algorithm, shape));
    return mix(all, algorithm_bound(algorithm, shape));
}

/* Asks for everything, the nodes and their steps in ascending or descending order. answers[v]
 * becomes what is said for node v, and answers[nodes] what is said for all. */
static void ask(const struct algorithm *algorithm, const struct shape *asked, bool descending,
                uint64_t answers[]) {
    struct shape shape = *asked;
    uint32_t nodes = shape_nodes(&shape);
    answers[nodes] = algorithm_applicable(algorithm, &shape);
    for (uint32_t v = 0; v < nodes; v++)
        answers[v] = 0;
    if (!answers[nodes])
        return;
    void *table = NULL;
    if (algorithm_has_table(algorithm)) {
        table = calloc(1, algorithm_table_bytes(algorithm, &shape) + 1);
        if (!table) {
            perror("checker");
            exit(EXIT_FAILURE);
        }
        algorithm_make_table(algorithm, &shape, table);
        shape.table = table;
    }
    uint32_t parts = algorithm_steps(algorithm, &shape) + 1;
    for (uint32_t k = 0; k < nodes; k++) {
        uint32_t node = descending ? nodes - 1 - k : k;
        answers[node] = of_areas(algorithm, &shape, node);
        for (uint32_t part = 0; part < parts; part++) {
            uint32_t number = descending ? parts - part : part + 1;
            struct step step;
            algorithm_step(algorithm, &shape, node, number, &step);
            answers[node] += mix(of_step(&step), number); /* in any order */
        }
    }
    answers[nodes] = of_claims(algorithm, &shape);
    free(table);
}

/* ---- Comparing them ---- */

/* Changes members of a shape, to others that a call could have. */
static void change(struct shape *shape, uint32_t varied, uint32_t by) {
    uint32_t last = shape_nodes(shape) - 1;
    if (varied & VARIES_ROOT)
        shape->root ^= by;
    if (varied & VARIES_TARGET)
        shape->target ^= (3 * by) & last;
    if (varied & VARIES_PACKETS)
        shape->packets += by;
    if (varied & VARIES_SHIFT)
        shape->shift ^= (5 * by) & last;
    if (varied & VARIES_SIDES) {
        shape->axes = 2;
        shape->side[0] = 2;
        shape->side[1] = shape_nodes(shape) / 2;
    }
}

/* Returns a node whose answers differ, `nodes` if those for all do, or more if they are alike. */
static uint32_t differing(const uint64_t answers[], const uint64_t others[], uint32_t nodes) {
    uint32_t v = 0;
    while (v <= nodes && answers[v] == others[v])
        v++;
    return v;
}

/* Returns the undeclared members that an algorithm of the library depends on. */
static uint32_t dependences(const struct algorithm *algorithm, const struct shape *shape,
                            const uint64_t answers[], uint64_t others[]) {
    enum { ALL = 8, EVERY_OTHER = 0x155 };
    uint32_t found = 0, nodes = shape_nodes(shape);
    for (uint32_t by = 1; by < nodes; by++)
        for (size_t k = 0; k < MEMBERS; k++) {
            struct shape other = *shape;
            if (algorithm->varies & members[k].member ||
                (by >= ALL && by != nodes - 1 && by != (EVERY_OTHER & (nodes - 1))))
                continue;
            change(&other, members[k].member, by);
            ask(algorithm, &other, false, others);
            if (differing(answers, others, nodes) <= nodes)
                found |= members[k].member;
        }
    return found;
}

bool check_reads(const struct algorithm *algorithm, const struct shape *shape, char *message,
                 size_t room) {
    uint32_t nodes = shape_nodes(shape), undeclared;
    uint64_t *answers = calloc(2 * ((size_t)nodes + 1), sizeof *answers);
    if (!answers) {
        perror("checker");
        exit(EXIT_FAILURE);
    }
    uint64_t *others = answers + nodes + 1;
    shape_reads(); /* forget those before */
    ask(algorithm, shape, false, answers);
    if (algorithm->own) {
        undeclared = shape_reads() & ~algorithm->varies;
        ask(algorithm, shape, true, others);
    } else {
        undeclared = dependences(algorithm, shape, answers, others);
    }
    uint32_t node = algorithm->own ? differing(answers, others, nodes) : UINT32_MAX;
    free(answers);
    for (size_t k = 0; k < MEMBERS; k++)
        if (undeclared & members[k].member) {
            snprintf(message, room, "it depends on %s, which .varies does not declare (add %s)",
                     members[k].what, members[k].declared);
            return false;
        }
    if (node < nodes)
        snprintf(message, room,
                 "node %u: a second call, in another order, returns another step (a function may "
                 "depend only on its arguments)",
                 node);
    else if (node == nodes)
        snprintf(
            message, room,
            "a second call declares other counts (a function may depend only on its arguments)");
    return node > nodes;
}
