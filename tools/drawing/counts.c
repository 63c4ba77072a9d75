/* A Markdown table of the counts of algorithms on cubes of dimension 1 to 9:
 *
 *     counts HEAD ROW...
 *
 * HEAD is the first cell of the first line, a ROW "TEXT <- ALGORITHM COUNT [OPTION]...": the first
 * cell of a line, and what the others have. COUNT is steps, bound, packets or words; an option k=64
 * is the number of packets, h=1 or h=n the distance between the two nodes, q=all the most for any
 * shift. A cell is empty where there is no such algorithm. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collectives/catalogue/catalogue.h"

enum { TEXT_BYTES = 200 };

struct row {
    char text[TEXT_BYTES];
    char algorithm[64];
    char count[16];
    uint32_t packets;
    bool is_near; /* the two nodes are neighbours, else as far apart as can be */
    bool all_shifts;
};

static bool read_row(const char *word, struct row *row) {
    char options[3][16] = {"", "", ""};
    *row = (struct row){.packets = 1};
    const char *arrow = strstr(word, " <- ");
    if (!arrow)
        return false;
    snprintf(row->text, sizeof row->text, "%.*s", (int)(arrow - word), word);
    int read = sscanf(arrow, " <- %63s %15s %15s %15s %15s", row->algorithm, row->count, options[0],
                      options[1], options[2]);
    for (int k = 0; k < 3; k++) {
        if (strncmp(options[k], "k=", 2) == 0)
            row->packets = (uint32_t)strtoul(options[k] + 2, NULL, 10);
        row->is_near = row->is_near || strcmp(options[k], "h=1") == 0;
        row->all_shifts = row->all_shifts || strcmp(options[k], "q=all") == 0;
    }
    return read >= 2 && catalogue_find(row->algorithm) && row->packets > 0;
}

static uint64_t count_of(const struct algorithm *algorithm, const struct shape *shape,
                         const char *count) {
    if (strcmp(count, "steps") == 0)
        return algorithm_steps(algorithm, shape);
    if (strcmp(count, "bound") == 0)
        return algorithm_bound(algorithm, shape);
    return strcmp(count, "packets") == 0 ? algorithm_packets(algorithm, shape)
                                         : algorithm_link_words(algorithm, shape);
}

static void print_cell(const struct row *row, uint32_t dimension) {
    const struct algorithm *algorithm = catalogue_find(row->algorithm);
    struct shape shape = shape_of(dimension);
    uint64_t most = 0;
    shape.packets = row->packets;
    if (algorithm->varies & VARIES_TARGET)
        shape.target = row->is_near ? 1 : shape_nodes(&shape) - 1;
    if (!algorithm_applicable(algorithm, &shape)) {
        printf(" |");
        return;
    }
    for (shape.shift = 0; shape.shift < (row->all_shifts ? shape_nodes(&shape) : 1);
         shape.shift++) {
        uint64_t count = count_of(algorithm, &shape, row->count);
        most = count > most ? count : most;
    }
    printf(" %llu |", (unsigned long long)most);
}

int main(int argc, char *argv[]) {
    if (argc < 3) {
        fprintf(stderr, "usage: counts HEAD \"TEXT <- ALGORITHM COUNT [k=K] [h=1] [q=all]\"...\n");
        return EXIT_FAILURE;
    }
    printf("| %s |", argv[1]);
    for (uint32_t n = 1; n <= CUBE_MAX_DIMENSION; n++)
        printf(" %u |", (unsigned)n);
    printf("\n|---|");
    for (uint32_t n = 1; n <= CUBE_MAX_DIMENSION; n++)
        printf("---|");
    printf("\n");
    for (int k = 2; k < argc; k++) {
        struct row row;
        if (!read_row(argv[k], &row)) {
            fprintf(stderr, "counts: '%s' is not a row \"TEXT <- ALGORITHM COUNT [OPTION]...\"\n",
                    argv[k]);
            return EXIT_FAILURE;
        }
        printf("| %s |", row.text);
        for (uint32_t n = 1; n <= CUBE_MAX_DIMENSION; n++)
            print_cell(&row, n);
        printf("\n");
    }
    return EXIT_SUCCESS;
}
