/* Writes the schedule of one algorithm in one case as JSON, the format of docs/guide/algorithms.md,
 * while the checker proves it. Each packet also has the content of its blocks, for drawing.
 *
 *     schedule [--play] NAME [case, as check has it]
 *     schedule --plays NODES [NAME...]
 *
 * With --play it adds what the page shows: "play" has each block of a node that holds something
 * else than after the step before, as [STEP, NODE, AREA, BLOCK, CONTENT]. Step 0 is before the
 * first one. --plays writes all these algorithms, or the catalogue's, in the cases in which `make
 * table` runs them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collectives/catalogue/catalogue.h"
#include "collectives/check/checker.h"
#include "collectives/check/contents.h"
#include "collectives/check/shapes.h"
#include "tools/workbench/asked.h"

enum {
    USUAL_DIMENSION = 3,
    MOST_PLAYED = 6, /* dimensions of a cube that the page plays */
    RANKS_BYTES = 512,
    SCHEDULE_VERSION = 1,
};

static const char *tool; /* the name by which this program was called */

/* The schedule that is written. Packets are told while the checker sees them, and moves from the
 * steps themselves. */
struct writing {
    const struct algorithm *algorithm;
    struct shape shape;
    uint32_t step;   /* the last one of which something has been written */
    uint32_t origin; /* of the packet on its way, and the port on which it left */
    uint32_t port;
    uint32_t relays;                   /* nodes that have relayed it, each in `stored` */
    struct run stored[CUBE_MAX_NODES]; /* where they store it */
    bool comma;                        /* something has been written in this list */
    /* What is held, if that is told: */
    FILE *told;      /* a buffer, for it comes while packets are written */
    uint32_t *held;  /* contents of each block after the step before, in the walk's order */
    size_t room;     /* of `held` */
    size_t place;    /* of the next block in it */
    uint32_t moment; /* the step that the blocks before that are of */
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

static void write_content_of(FILE *file, uint32_t contents) {
    char ranks[RANKS_BYTES];
    contents_ranks(contents, ranks, sizeof ranks);
    fprintf(file, "\"%s.%u\"", ranks, contents_parts(contents).block);
}

static void write_holds(const struct passage *passage) {
    printf(", \"holds\": [");
    for (uint32_t b = 0; b < passage->blocks; b++) {
        printf("%s", b == 0 ? "" : ", ");
        write_content_of(stdout, passage->contents[b]);
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

/* ---- What nodes hold ---- */

static void hold(void *argument, const struct holding *holding) {
    struct writing *writing = argument;
    if (holding->step != writing->moment)
        writing->place = 0;
    writing->moment = holding->step;
    size_t place = writing->place++;
    if (place >= writing->room) {
        size_t room = 2 * writing->room + 64;
        writing->held = realloc(writing->held, room * sizeof *writing->held);
        if (!writing->held) {
            perror("schedule");
            exit(EXIT_FAILURE);
        }
        for (; writing->room < room; writing->room++)
            writing->held[writing->room] = CONTENTS_NOTHING;
    }
    if (writing->held[place] == holding->contents)
        return;
    writing->held[place] = holding->contents;
    fprintf(writing->told, "%s[%u, %u, %u, %u, ", ftell(writing->told) > 0 ? ",\n    " : "",
            holding->step, holding->node, holding->area, holding->block);
    write_content_of(writing->told, holding->contents);
    fprintf(writing->told, "]");
}

/* ---- What is told of all ---- */

static void write_accumulators(const struct algorithm *algorithm) {
    printf("  \"accumulators\": [");
    for (uint32_t area = 0, count = 0; area < algorithm_areas(algorithm); area++)
        if ((algorithm->accumulators >> area & 1) != 0)
            printf("%s%u", count++ == 0 ? "" : ", ", area);
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
    printf("{\"schedule\": %d,\n  \"name\": \"%s\",\n  \"operation\": \"%s\",\n"
           "  \"source\": \"%s\",\n  \"ports\": \"%s\",\n  \"relay\": \"%s\",\n"
           "  \"ordered\": %s,\n  \"dimension\": %u,\n",
           SCHEDULE_VERSION, algorithm->name, operation_name(algorithm->operation->tag),
           algorithm->source, port_model_names[algorithm->ports],
           algorithm->relay == RELAY_WHOLE ? "whole" : "pieces",
           algorithm->ordered ? "true" : "false", shape->dimension);
    printf("  ");
    asked_write_case(algorithm->varies, shape);
    printf(",\n");
    if (faults)
        write_dead(faults);
    printf("  ");
    asked_write_areas(algorithm, shape, algorithm_areas(algorithm));
    printf(",\n");
    write_accumulators(algorithm);
    if (algorithm->operation->tag == OPERATION_OWN) { /* which nobody else can say */
        printf("  ");
        asked_write_content(algorithm, shape);
        printf(",\n");
    }
}

static void write_play(const struct algorithm *algorithm, const struct shape *shape,
                       const struct finding *finding, const char *held) {
    bool open = algorithm_is_open(algorithm, shape) && finding->bound < finding->steps;
    printf(",\n  \"play\": {\"usual\": %s, \"open\": %s, \"outputs\": %u, \"case\": \"%s\",\n"
           "   \"held\": [%s]}",
           algorithm->is_default ? "true" : "false", open ? "true" : "false",
           algorithm->operation->outputs, shape_case_text(algorithm, shape), held);
}

/* ---- One algorithm ---- */

static bool write_schedule(const struct algorithm *algorithm, const struct shape *shape,
                           const struct faults *faults, bool plays) {
    static struct writing writing;
    struct finding finding;
    char *held = NULL;
    size_t bytes;
    writing = (struct writing){.algorithm = algorithm, .shape = *shape};
    void *table = calloc(1, algorithm_table_bytes(algorithm, shape) + 1);
    if (plays)
        writing.told = open_memstream(&held, &bytes);
    if (!table || (plays && !writing.told)) {
        perror("schedule");
        exit(EXIT_FAILURE);
    }
    algorithm_make_table(algorithm, shape, table);
    writing.shape.table = table;
    write_head(algorithm, shape, faults);
    printf("  \"steps\": [");
    bool right = check_schedule_round(
        algorithm, shape, faults, &finding,
        &(struct observer){.see = see, .hold = plays ? hold : NULL, .argument = &writing});
    uint32_t steps = algorithm_steps(algorithm, &writing.shape);
    begin_steps(&writing, steps);
    printf(steps == 0 ? "],\n  \"close\": [" : "]}],\n  \"close\": [");
    write_moves(&writing, steps + 1);
    printf("],\n  \"counts\": {\"steps\": %u, \"bound\": %u, \"packets\": %llu, "
           "\"link_words\": %llu}",
           finding.steps, finding.bound, (unsigned long long)finding.packets,
           (unsigned long long)finding.link_words);
    if (plays) {
        fclose(writing.told);
        write_play(algorithm, shape, &finding, held);
    }
    printf("}\n");
    free(held);
    free(writing.held);
    free(table);
    if (!right)
        fprintf(stderr, "%s: %s is wrong on %u node%s: %s\n", tool, algorithm->name,
                shape_nodes(shape), shape->dimension == 0 ? "" : "s", finding.message);
    return right;
}

/* Writes one algorithm in one case, round dead links if there are any. */
static bool write_asked(int argc, char *argv[], bool plays) {
    struct asked asked = asked_read(tool, argc, argv, USUAL_DIMENSION, USUAL_DIMENSION, NULL);
    struct shape shape;
    struct finding finding;
    struct rewriting list = {.of = NULL};
    if (!asked_shape(&asked, asked.least, &shape) || (plays && asked.least > MOST_PLAYED)) {
        fprintf(stderr, "%s: %s is not possible on %u node%s in this case%s\n", tool,
                asked.algorithm->name, 1u << asked.least, asked.least == 0 ? "" : "s",
                plays ? " (at most 64 nodes)" : "");
        return false;
    }
    const struct faults *faults = asked_faults(&asked, asked.least);
    const struct algorithm *algorithm = asked.algorithm;
    if (faults)
        algorithm = asked_round(asked.algorithm, &shape, faults, &list, &finding);
    if (!algorithm)
        fprintf(stderr, "%s: %s is wrong on %u node%s: %s\n", tool, asked.algorithm->name,
                1u << asked.least, asked.least == 0 ? "" : "s", finding.message);
    bool right = algorithm && write_schedule(algorithm, &shape, faults, plays);
    asked_round_end(&list);
    return right;
}

/* Writes the cases of an algorithm. Returns whether all are right. */
static bool write_cases(const struct algorithm *algorithm, uint32_t dimension) {
    struct shape shape;
    bool right = true;
    for (uint32_t number = 0; number < SHAPE_CASES; number++)
        if (shape_case(algorithm, dimension, number, &shape))
            right = write_schedule(algorithm, &shape, NULL, true) && right;
    return right;
}

/* Writes the algorithms of these names, or of the whole catalogue. */
static bool write_all(uint32_t dimension, int count, char *names[]) {
    bool right = true;
    for (size_t k = 0; count == 0 && k < catalogue_entries; k++)
        right = write_cases(catalogue[k], dimension) && right;
    for (int k = 0; k < count; k++) {
        const struct algorithm *algorithm = catalogue_find(names[k]);
        if (!algorithm)
            fprintf(stderr, "schedule: unknown algorithm '%s' (check --list lists them)\n",
                    names[k]);
        right = algorithm && write_cases(algorithm, dimension) && right;
    }
    return right;
}

int main(int argc, char *argv[]) {
    bool right;
    tool = strrchr(argv[0], '/') ? strrchr(argv[0], '/') + 1 : argv[0];
    if (argc > 2 && strcmp(argv[1], "--plays") == 0)
        right = write_all((uint32_t)__builtin_ctz((uint32_t)atoi(argv[2])), argc - 3, argv + 3);
    else if (argc > 1 && strcmp(argv[1], "--play") == 0)
        right = write_asked(argc - 1, argv + 1, true);
    else
        right = write_asked(argc, argv, false);
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
