/* Draws schedules on 8 nodes, as the checker sees them: which packet is on which link in which
 * step. With names of algorithms: those; without: a worked example for each operation of the
 * catalogue, as Markdown. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collectives/catalogue/catalogue.h"
#include "collectives/check/checker.h"
#include "collectives/check/contents.h"

enum {
    DIMENSION = 3,
    NODES = 1 << DIMENSION,
    PACKETS = 3,     /* k of pipelined algorithms */
    SHIFT = 3,       /* q of circular shifts */
    TEXT_BYTES = 96, /* of a cell */
    STATUS_USAGE = 64,
};

/* The drawing of one algorithm: a cell for each directed link that is used in a step. */
struct drawing {
    bool numbered; /* nodes have several blocks: their numbers are told */
    uint32_t steps;
    char (*cell)[DIMENSION][NODES][TEXT_BYTES]; /* [step - 1][port][node that it comes to] */
};

/* ---- What a packet holds, in few letters ---- */

/* The ranks of a block: 5, 0-3, or 0+3+4. */
static void print_ranks(char *text, size_t size, uint64_t ranks) {
    uint32_t first = (uint32_t)__builtin_ctzll(ranks);
    uint64_t from_first = ranks >> first;
    size_t used = (size_t)snprintf(text, size, "%u", first);
    if (from_first == 1)
        return;
    if ((from_first & (from_first + 1)) == 0) {
        snprintf(text + used, size - used, "-%u",
                 first + (uint32_t)__builtin_popcountll(from_first) - 1);
        return;
    }
    for (ranks &= ranks - 1; ranks != 0 && used < size; ranks &= ranks - 1)
        used += (size_t)snprintf(text + used, size - used, "+%d", __builtin_ctzll(ranks));
}

/* How many of the `count` blocks at `contents`, at least 1, are told together, as "from..to": those
 * with the same ranks and consecutive numbers, or of consecutive nodes and the same number. */
static uint32_t alike(const uint32_t *contents, uint32_t count, bool *nodes) {
    struct contents_parts first = contents_parts(contents[0]);
    uint32_t together = 1;
    *nodes = false;
    for (; together < count; together++) {
        struct contents_parts next = contents_parts(contents[together]);
        bool blocks = next.ranks == first.ranks && next.block == first.block + together;
        bool ranks = next.block == first.block && (first.ranks & (first.ranks - 1)) == 0 &&
                     next.ranks == first.ranks << together;
        if ((!blocks && !ranks) || (together > 1 && ranks != *nodes))
            break;
        *nodes = ranks;
    }
    return together;
}

static void print_packet(const struct drawing *drawing, const struct passage *passage,
                         char text[TEXT_BYTES]) {
    size_t used = 0;
    text[0] = '\0';
    if (passage->blocks == 0)
        snprintf(text, TEXT_BYTES, "*");
    for (uint32_t b = 0; b < passage->blocks && used < TEXT_BYTES;) {
        bool nodes;
        char ranks[40];
        const uint32_t *contents = passage->contents + b;
        uint32_t together = alike(contents, passage->blocks - b, &nodes);
        struct contents_parts parts = contents_parts(contents[0]);
        if (parts.ranks == 0)
            snprintf(ranks, sizeof ranks, "?");
        else
            print_ranks(ranks, sizeof ranks, parts.ranks);
        used += (size_t)snprintf(text + used, TEXT_BYTES - used, "%s%s", b == 0 ? "" : " ", ranks);
        if (nodes && used < TEXT_BYTES)
            used += (size_t)snprintf(text + used, TEXT_BYTES - used, "..%d",
                                     __builtin_ctzll(contents_parts(contents[together - 1]).ranks));
        if (drawing->numbered && used < TEXT_BYTES)
            used += (size_t)snprintf(text + used, TEXT_BYTES - used, ".%u", parts.block);
        if (drawing->numbered && !nodes && together > 1 && used < TEXT_BYTES)
            used += (size_t)snprintf(text + used, TEXT_BYTES - used, "..%u",
                                     parts.block + together - 1);
        b += together;
    }
    if (!passage->last && strlen(text) + 1 < TEXT_BYTES)
        strcat(text, ">");
}

static void see(void *argument, const struct passage *passage) {
    struct drawing *drawing = argument;
    uint32_t to = passage->from ^ 1u << passage->port;
    print_packet(drawing, passage, drawing->cell[passage->step - 1][passage->port][to]);
}

/* ---- One algorithm ---- */

static void print_line(const char *head, const char *const cell[NODES], int width) {
    char line[64 + NODES * TEXT_BYTES];
    int used = sprintf(line, "    %-16s", head);
    for (int node = 0; node < NODES; node++)
        used += sprintf(line + used, " %-*s", width, cell[node][0] == '\0' ? "." : cell[node]);
    while (line[used - 1] == ' ')
        used--;
    printf("%.*s\n", used, line);
}

static void print_drawing(const struct drawing *drawing) {
    static const char *const names[NODES] = {"0", "1", "2", "3", "4", "5", "6", "7"};
    int width = 1;
    for (uint32_t s = 0; s < drawing->steps; s++)
        for (int port = 0; port < DIMENSION; port++)
            for (int node = 0; node < NODES; node++) {
                int length = (int)strlen(drawing->cell[s][port][node]);
                width = length > width ? length : width;
            }
    print_line("comes to node", names, width);
    for (uint32_t s = 0; s < drawing->steps; s++)
        for (int port = 0; port < DIMENSION; port++) {
            const char *line[NODES];
            char head[40];
            bool used = false;
            for (int node = 0; node < NODES; node++) {
                line[node] = drawing->cell[s][port][node];
                used = used || line[node][0] != '\0';
            }
            snprintf(head, sizeof head, "step %u, port %d", s + 1, port);
            if (used)
                print_line(head, line, width);
        }
}

/* The 8 nodes; pipelines of a few packets, from node 0 to the farthest, on a mesh of 2 x 4. */
static struct shape shape_for(const struct algorithm *algorithm) {
    struct shape shape = shape_of(DIMENSION);
    if (algorithm->varies & VARIES_TARGET)
        shape.target = NODES - 1;
    if (algorithm->varies & VARIES_PACKETS)
        shape.packets = PACKETS;
    if (algorithm->varies & VARIES_SHIFT)
        shape.shift = SHIFT;
    if (algorithm->varies & VARIES_SIDES) {
        shape.axes = 2;
        shape.side[0] = 2;
        shape.side[1] = NODES / 2;
        if (!algorithm_applicable(algorithm, &shape)) {
            shape.axes = 1;
            shape.side[0] = NODES;
        }
    }
    return shape;
}

static bool draw(const struct algorithm *algorithm) {
    static const char *const models[] = {"all ports", "one port", "SIMD"};
    struct shape shape = shape_for(algorithm);
    struct finding finding;
    struct drawing drawing = {0};
    if (!algorithm_applicable(algorithm, &shape)) {
        printf("There is no `%s` on so few nodes. Source: %s.\n", algorithm->name,
               algorithm->source);
        return true;
    }
    for (uint32_t node = 0; node < NODES; node++)
        drawing.numbered =
            drawing.numbered || algorithm_blocks(algorithm, &shape, node, AREA_INPUT) > 1;
    drawing.steps = algorithm_steps(algorithm, &shape);
    drawing.cell = calloc(drawing.steps + 1, sizeof *drawing.cell);
    bool right =
        drawing.cell && check_schedule_round(algorithm, &shape, NULL, &finding,
                                             &(struct observer){.see = see, .argument = &drawing});
    if (right) {
        printf("`%s`, %s: %u step%s (bound %u%s), %llu packets, %llu link words. Source: %s.\n\n",
               algorithm->name, models[algorithm->ports], drawing.steps,
               drawing.steps == 1 ? "" : "s", finding.bound,
               algorithm_is_open(algorithm, &shape) && finding.bound < drawing.steps ? " ?" : "",
               (unsigned long long)finding.packets, (unsigned long long)finding.link_words,
               algorithm->source);
        print_drawing(&drawing);
    } else {
        fprintf(stderr, "%s: %s\n", algorithm->name, finding.message);
    }
    free(drawing.cell);
    return right;
}

/* ---- All operations ---- */

/* The first algorithm of the operation that is usual for all ports, else for one, else SIMD. */
static const struct algorithm *example_of(const struct operation *operation) {
    for (int ports = PORTS_ALL; ports < PORT_MODELS; ports++)
        for (size_t k = 0; k < catalogue_entries; k++)
            if (catalogue[k]->operation == operation && catalogue[k]->is_default &&
                (int)catalogue[k]->ports == ports)
                return catalogue[k];
    for (size_t k = 0; k < catalogue_entries; k++)
        if (catalogue[k]->operation == operation)
            return catalogue[k];
    return NULL;
}

static bool draw_operations(void) {
    bool right = true;
    printf(
        "# Each operation on 8 nodes\n\n"
        "Drawn from the schedules, which are proved at the same time.\n\n"
        "A row is a step and a port. A column is the node that receives the packet, from its\n"
        "neighbour on that port. `5` is the block of node 5, and `5.2` its block 2. `0-3` and\n"
        "`0+3` are blocks of these nodes, combined. `0..3` and `5.0..3` are several blocks in one\n"
        "packet. `*` is an empty packet. `>`: the packet is passed on in the same step. Pipelines\n"
        "have %d packets, the root is node 0, shifts and XOR are by %d, meshes are 2 x 4.\n"
        "`docs/explain/theory.md` explains the bound; `?`: no algorithm here reaches it.\n",
        PACKETS, SHIFT);
    for (size_t k = 0; k < catalogue_entries; k++) {
        bool seen = false;
        for (size_t before = 0; before < k; before++)
            seen = seen || catalogue[before]->operation == catalogue[k]->operation;
        if (seen)
            continue;
        printf("\n## %s\n\n", operation_name(catalogue[k]->operation->tag));
        right = draw(example_of(catalogue[k]->operation)) && right;
    }
    return right;
}

int main(int argc, char *argv[]) {
    bool right = true;
    if (argc == 1)
        return draw_operations() ? EXIT_SUCCESS : EXIT_FAILURE;
    if (strcmp(argv[1], "--help") == 0) {
        printf("Usage: draw [ALGORITHM...]\n\nDraws these algorithms on %d nodes, or an example of "
               "each operation, as Markdown.\n",
               NODES);
        return EXIT_SUCCESS;
    }
    if (argv[1][0] == '-') {
        fprintf(stderr, "draw: unknown option '%s' (see draw --help)\n", argv[1]);
        return STATUS_USAGE;
    }
    for (int k = 1; k < argc; k++) {
        const struct algorithm *algorithm = catalogue_find(argv[k]);
        if (!algorithm) {
            fprintf(stderr, "draw: there is no algorithm %s (check --list lists them)\n", argv[k]);
            return EXIT_FAILURE;
        }
        if (k > 1)
            printf("\n");
        right = draw(algorithm) && right;
    }
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
