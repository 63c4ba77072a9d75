/* Writes the schedule of one algorithm in one case as JSON, the format of docs/guide/algorithms.md,
 * while the checker proves it. Each packet also has the content of its blocks, for drawing. */
#include <stdio.h>
#include <stdlib.h>

#include "collectives/check/checker.h"
#include "collectives/check/contents.h"
#include "tools/workbench/asked.h"
#include "tools/workbench/round.h"

enum { USUAL_DIMENSION = 3, RANKS_BYTES = 512, SCHEDULE_VERSION = 1 };

/* The schedule that is written. Packets are told while the checker sees them, and moves from the
 * steps themselves. */
struct writing {
    const struct algorithm *algorithm;
    struct shape shape;
    uint32_t step;   /* the last one of which something has been written */
    uint32_t origin; /* of the packet on its way, and the port on which it left */
    uint32_t port;
    uint32_t relays;                   /* nodes that have relayed it, as many as `stored` has */
    struct run stored[CUBE_MAX_NODES]; /* where they store it */
    bool comma;                        /* something has been written in this list */
};

static void separate(struct writing *writing) {
    printf(writing->comma ? ",\n      " : "\n      ");
    writing->comma = true;
}

/* ---- Blocks ---- */

/* Writes the area and the numbers of `count` blocks, of which block_at(run, b) is the b-th. */
static void write_run(const char *name, struct run run) {
    printf("\"%s\": {\"area\": %u, \"blocks\": [", name, run.area);
    for (uint32_t b = 0; b < run.count; b++)
        printf("%s%u", b == 0 ? "" : ", ", run_block(run, b));
    printf("]}");
}

/* Writes `count` blocks of an area that are `stride` apart. */
static void write_spread(const char *name, uint32_t area, uint32_t first, uint32_t count,
                         uint32_t stride) {
    printf("\"%s\": {\"area\": %u, \"blocks\": [", name, area);
    for (uint32_t b = 0; b < count; b++)
        printf("%s%u", b == 0 ? "" : ", ", first + b * stride);
    printf("]}");
}

static void write_move(struct writing *writing, uint32_t node, const struct move *move) {
    static const char *const kinds[] = {
        [MOVE_COPY] = "copy", [MOVE_LEFT] = "left", [MOVE_RIGHT] = "right", [MOVE_SPREAD] = "copy"};
    separate(writing);
    printf("{\"node\": %u, \"kind\": \"%s\", ", node, kinds[move->kind]);
    if (move->kind == MOVE_SPREAD) {
        write_spread("from", move->from.area, move->from.first, move->from.free, 1);
        printf(", ");
        write_spread("to", move->to.area, move->to.first, move->from.free, move->to.free);
    } else {
        write_run("from", run_of_set(move->from));
        printf(", ");
        write_run("to", run_of_set(move->to));
    }
    printf("}");
}

/* Writes the moves of all nodes in a step. */
static void write_moves(struct writing *writing, uint32_t number) {
    writing->comma = false;
    for (uint32_t node = 0; node < shape_nodes(&writing->shape); node++) {
        struct step step;
        algorithm_step(writing->algorithm, &writing->shape, node, number, &step);
        for (uint32_t m = 0; m < step.moves; m++)
            write_move(writing, node, &step.move[m]);
    }
}

/* ---- Packets ---- */

/* Begins the steps up to `number`, which follow each other without a gap. */
static void begin_steps(struct writing *writing, uint32_t number) {
    for (; writing->step < number; writing->comma = false) {
        printf(writing->step == 0 ? "\n    {\"moves\": [" : "]},\n    {\"moves\": [");
        write_moves(writing, ++writing->step);
        printf("],\n     \"packets\": [");
    }
}

static void write_holds(const struct passage *passage) {
    printf(", \"holds\": [");
    for (uint32_t b = 0; b < passage->blocks; b++) {
        char ranks[RANKS_BYTES];
        contents_ranks(passage->contents[b], ranks, sizeof ranks);
        printf("%s\"%s.%u\"", b == 0 ? "" : ", ", ranks,
               contents_parts(passage->contents[b]).block);
    }
    printf("]");
}

/* Ends the packet that comes to `node` on `port`. */
static void write_arrival(struct writing *writing, uint32_t node, uint32_t port) {
    struct step first, last;
    algorithm_step(writing->algorithm, &writing->shape, writing->origin, writing->step, &first);
    algorithm_step(writing->algorithm, &writing->shape, node, writing->step, &last);
    printf("], ");
    write_run("from", first.send[writing->port]);
    if (writing->relays > 0 && writing->algorithm->relay == RELAY_WHOLE) {
        printf(", \"stored\": [");
        for (uint32_t r = 0; r < writing->relays; r++) {
            printf(r == 0 ? "{" : ", {");
            write_run("at", writing->stored[r]);
            printf("}");
        }
        printf("]");
    }
    printf(", ");
    write_run("to", last.receive[port]);
    if ((last.combines >> port & 1) != 0)
        printf(", \"combine\": \"%s\"", (last.left >> port & 1) != 0 ? "left" : "right");
}

static void see(void *argument, const struct passage *passage) {
    struct writing *writing = argument;
    uint32_t to = passage->from ^ 1u << passage->port;
    begin_steps(writing, passage->step);
    if (passage->first) {
        separate(writing);
        printf("{\"path\": [%u", passage->from);
        writing->origin = passage->from;
        writing->port = passage->port;
        writing->relays = 0;
    }
    printf(", %u", to);
    if (!passage->last) {
        struct step step;
        algorithm_step(writing->algorithm, &writing->shape, to, passage->step, &step);
        writing->stored[writing->relays++ % CUBE_MAX_NODES] = step.receive[passage->port];
        return;
    }
    write_arrival(writing, to, passage->port);
    write_holds(passage);
    printf("}");
}

/* ---- What is told of all ---- */

static void write_case(const struct algorithm *algorithm, const struct shape *shape) {
    const struct {
        const char *name;
        uint32_t varies;
        uint32_t value;
    } members[] = {
        {"root", VARIES_ROOT, shape->root},
        {"target", VARIES_TARGET, shape->target},
        {"packets", VARIES_PACKETS, shape->packets},
        {"shift", VARIES_SHIFT, shape->shift},
    };
    const char *comma = "";
    printf("  \"case\": {");
    for (size_t k = 0; k < sizeof members / sizeof members[0]; k++)
        if ((algorithm->varies & members[k].varies) != 0) {
            printf("%s\"%s\": %u", comma, members[k].name, members[k].value);
            comma = ", ";
        }
    if ((algorithm->varies & VARIES_SIDES) != 0) {
        printf("%s\"mesh\": [", comma);
        for (uint32_t axis = 0; axis < shape->axes; axis++)
            printf("%s%u", axis == 0 ? "" : ", ", shape->side[axis]);
        printf("]");
    }
    printf("},\n");
}

static void write_areas(const struct algorithm *algorithm, const struct shape *shape) {
    printf("  \"areas\": [");
    for (uint32_t area = 0; area < algorithm->areas; area++) {
        printf(area == 0 ? "[" : ",\n            [");
        for (uint32_t node = 0; node < shape_nodes(shape); node++)
            printf("%s%u", node == 0 ? "" : ", ", algorithm_blocks(algorithm, shape, node, area));
        printf("]");
    }
    printf("],\n  \"accumulators\": [");
    for (uint32_t area = 0, count = 0; area < algorithm->areas; area++)
        if ((algorithm->accumulators >> area & 1) != 0)
            printf("%s%u", count++ == 0 ? "" : ", ", area);
    printf("],\n");
}

/* Writes what must come of an operation of the algorithm's own, which nobody else can say. */
static void write_content(const struct algorithm *algorithm, const struct shape *shape) {
    const struct operation *operation = algorithm->operation;
    printf("  \"content\": [");
    for (uint32_t area = 1; area <= operation->outputs; area++) {
        for (uint32_t node = 0; node < shape_nodes(shape); node++) {
            printf(node > 0 ? ",\n             [" : area > 1 ? ",\n            [[" : "[[");
            for (uint32_t b = 0; b < algorithm_blocks(algorithm, shape, node, area); b++) {
                struct cube_content content = operation->postcondition(shape, node, area, b);
                printf("%s[%u, %u, %u]", b == 0 ? "" : ", ", content.first, content.last,
                       content.block);
            }
            printf("]");
        }
        printf("]");
    }
    printf("],\n");
}

/* Writes the dead links, each by its lower end. */
static void write_dead(const struct faults *faults) {
    const char *comma = "";
    printf("  \"dead\": [");
    for (uint32_t node = 0; node < 1u << faults->dimension; node++)
        for (uint32_t left = faults->dead[node]; left != 0; left &= left - 1)
            if ((node & left & -left) == 0) {
                printf("%s\"%u:%d\"", comma, node, __builtin_ctz(left));
                comma = ", ";
            }
    printf("],\n");
}

static void write_head(const struct algorithm *algorithm, const struct shape *shape,
                       const struct faults *faults) {
    static const char *const models[] = {
        [PORTS_ALL] = "all-port", [PORTS_ONE] = "one-port", [PORTS_SIMD] = "SIMD"};
    printf("{\"schedule\": %d,\n  \"name\": \"%s\",\n  \"operation\": \"%s\",\n"
           "  \"source\": \"%s\",\n  \"ports\": \"%s\",\n  \"relay\": \"%s\",\n"
           "  \"ordered\": %s,\n  \"dimension\": %u,\n",
           SCHEDULE_VERSION, algorithm->name, operation_name(algorithm->operation->tag),
           algorithm->source, models[algorithm->ports],
           algorithm->relay == RELAY_WHOLE ? "whole" : "pieces",
           algorithm->ordered ? "true" : "false", shape->dimension);
    write_case(algorithm, shape);
    if (faults)
        write_dead(faults);
    write_areas(algorithm, shape);
    if (algorithm->operation->tag == OPERATION_OWN)
        write_content(algorithm, shape);
}

int main(int argc, char *argv[]) {
    struct asked asked = asked_read("schedule", argc, argv, USUAL_DIMENSION, USUAL_DIMENSION);
    struct writing *writing = calloc(1, sizeof *writing);
    struct finding finding;
    struct rewriting list;
    if (!writing)
        return EXIT_FAILURE;
    if (!asked_shape(&asked, asked.least, &writing->shape)) {
        fprintf(stderr, "schedule: %s is not possible on %u nodes in this case\n",
                asked.algorithm->name, 1u << asked.least);
        return EXIT_FAILURE;
    }
    struct shape bare = writing->shape;
    const struct faults *faults = asked_faults(&asked, asked.least);
    const struct algorithm *algorithm = asked.algorithm;
    if (faults)
        algorithm = round_dead(asked.algorithm, &bare, faults, &list, &finding);
    if (!algorithm) {
        fprintf(stderr, "schedule: %s is wrong on %u nodes: %s\n", asked.algorithm->name,
                1u << asked.least, finding.message);
        return EXIT_FAILURE;
    }
    writing->algorithm = algorithm;
    write_head(algorithm, &bare, faults);
    void *table = NULL;
    if (algorithm_has_table(algorithm)) {
        table = calloc(1, algorithm_table_bytes(algorithm, &bare) + 1);
        if (!table)
            return EXIT_FAILURE;
        algorithm_make_table(algorithm, &bare, table);
        writing->shape.table = table;
    }
    printf("  \"steps\": [");
    bool right = check_schedule_round(algorithm, &bare, faults, &finding,
                                      &(struct observer){.see = see, .argument = writing});
    uint32_t steps = algorithm_steps(algorithm, &writing->shape);
    begin_steps(writing, steps);
    printf(steps == 0 ? "],\n  \"close\": [" : "]}],\n  \"close\": [");
    write_moves(writing, steps + 1);
    printf("],\n  \"counts\": {\"steps\": %u, \"bound\": %u, \"packets\": %llu, "
           "\"link_words\": %llu}}\n",
           finding.steps, finding.bound, (unsigned long long)finding.packets,
           (unsigned long long)finding.link_words);
    free(table);
    free(writing);
    if (faults)
        round_end(&list);
    if (!right)
        fprintf(stderr, "schedule: %s is wrong on %u nodes: %s\n", asked.algorithm->name,
                1u << asked.least, finding.message);
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
