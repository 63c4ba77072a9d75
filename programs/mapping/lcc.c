/* Reading the command line of lcc, and printing its results. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "programs/mapping/communication.h"
#include "programs/mapping/lcc.h"
#include "programs/mapping/order.h"
#include "programs/mapping/reader.h"

enum {
    USAGE_ERROR = 64,     /* EX_USAGE of sysexits.h */
    FILE_BYTES = 1 << 14, /* more than the largest matrix with remarks needs */
};

static const char *const objectives[] = {
    [OBJECTIVE_LARGEST] = "largest",
    [OBJECTIVE_LARGEST_SUM] = "largest-sum",
    [OBJECTIVE_SUM] = "sum",
};

static void help(void) {
    puts(
        "usage: lcc [options] NAME|FILE ...\n"
        "\n"
        "Prints the number of messages on the busiest channel of each dimension of a hypercube "
        "with\n"
        "E-cube routing, when each node x sends a message to y = Ax + b over GF(2); and an order "
        "of\n"
        "the address bits that minimizes it, one order for all communications.\n"
        "\n"
        "  --from RUN            such communications in a run recorded by cuberun --trace\n"
        "                        packets:RUN ('graycube lcc' only)\n"
        "  -n DIMENSIONS         of the cube, 1 to 16, for communications that have a name\n"
        "  --objective VALUE     minimize, over several communications: the largest contention\n"
        "                        (largest, default), the largest sum on one dimension\n"
        "                        (largest-sum), or the sum over all dimensions (sum)\n"
        "  --order               print only the order\n"
        "  --two-a-router        also print the contention if nodes that differ in dimension 0\n"
        "                        share a router\n"
        "\n"
        "A file has the n rows of A, digits 0 and 1, and then b in a line. A first line 'scatter'\n"
        "means x = Ay + b; '#' begins a remark. The names:\n");
    const char *meaning, *name;
    for (size_t index = 0; (name = named_list(index, &meaning)); index++)
        printf("  %-21s %s\n", name, meaning);
    fputs("\nExamples:\n"
          "  graycube lcc -n 8 transpose\n"
          "  graycube lcc -n 6 --objective sum transpose bit-reverse shuffle\n"
          "  cuberun -n 64 --exact --trace run.packets prog.elf && graycube lcc --from "
          "run.packets\n",
          stdout);
}

static int usage(const char *format, const char *word) {
    fputs("lcc: ", stderr);
    fprintf(stderr, format, word);
    fputs(" (see lcc --help)\n", stderr);
    return USAGE_ERROR;
}

/* ---- Reading ---- */

/* Reads a communication from an open file. */
static int read_open(FILE *file, const char *path, struct communication *communication) {
    static char text[FILE_BYTES];
    struct reader_error error;
    size_t bytes = fread(text, 1, sizeof text, file);
    if (ferror(file))
        return usage("cannot read '%s'", path);
    if (bytes == sizeof text)
        return usage("'%s' is too long (at most 16 rows)", path);
    const char *base = strrchr(path, '/');
    snprintf(communication->name, sizeof communication->name, "%s", base ? base + 1 : path);
    if (reader_communication(text, bytes, communication, &error) == 0)
        return 0;
    fprintf(stderr, "lcc: %s:%zu:%zu: %s\n", path, error.line, error.column, error.message);
    return USAGE_ERROR;
}

static int read_file(const char *path, struct communication *communication) {
    FILE *file = fopen(path, "r");
    if (!file)
        return usage("'%s': no such name or readable file", path);
    int status = read_open(file, path, communication);
    fclose(file);
    return status;
}

static bool is_name(const char *word) {
    const char *meaning, *name;
    for (size_t index = 0; (name = named_list(index, &meaning)); index++)
        if (strcmp(name, word) == 0)
            return true;
    return false;
}

/* Sets *communication to the one of that name, when the size is known. */
static int take_name(const char *name, uint32_t size, struct communication *communication) {
    if (named_communication(name, size, communication) == 0)
        return 0;
    return usage("'%s' needs an even number of dimensions", name);
}

static int read_objective(struct lcc *lcc, const char *word) {
    for (int k = 0; word && k <= OBJECTIVE_SUM; k++) {
        if (strcmp(word, objectives[k]) == 0) {
            lcc->objective = (enum objective)k;
            return 0;
        }
    }
    return usage("--objective: unknown value '%s' (expected: largest, largest-sum or sum)",
                 word ? word : "");
}

static int read_dimensions(uint32_t *dimensions, const char *word) {
    char *end;
    unsigned long value = word ? strtoul(word, &end, 10) : 0;
    if (value < 1 || value > BIT_MATRIX_SIZE || *end != '\0')
        return usage("-n: invalid number '%s' (expected: 1 to 16)", word ? word : "");
    *dimensions = (uint32_t)value;
    return 0;
}

/* Reads the options, and puts the other words at the beginning of `words`. */
static int read_options(struct lcc *lcc, char *words[], uint32_t *dimensions) {
    char **kept = words;
    int status = 0;
    for (; *words && status == 0; words++) {
        if (strcmp(*words, "--help") == 0) {
            help();
            return 1;
        }
        if (strcmp(*words, "-n") == 0 || strcmp(*words, "--objective") == 0) {
            status = words[0][1] == 'n' ? read_dimensions(dimensions, words[1])
                                        : read_objective(lcc, words[1]);
            words++;
        } else if (strcmp(*words, "--order") == 0) {
            lcc->order_only = true;
        } else if (strcmp(*words, "--two-a-router") == 0) {
            lcc->two_a_router = true;
        } else if (**words == '-') {
            status = usage("unknown option '%s'", *words);
        } else {
            *kept++ = *words;
        }
    }
    *kept = NULL;
    return status;
}

static bool sizes_agree(const struct lcc *lcc) {
    for (size_t k = 1; k < lcc->count; k++)
        if (lcc->communication[k].matrix.size != lcc->communication[0].matrix.size)
            return false;
    return true;
}

int lcc_read(struct lcc *lcc, char *words[], uint32_t dimensions) {
    uint32_t chosen = 0;
    size_t count = 0;
    *lcc = (struct lcc){.objective = OBJECTIVE_LARGEST};
    int status = read_options(lcc, words, &chosen);
    for (; status == 0 && words[count]; count++) {
        struct communication *communication = &lcc->communication[count];
        if (count == LCC_MOST - 1)
            return usage("too many communications: '%s' is beyond the limit", words[count]);
        if (is_name(words[count]))
            continue;
        status = read_file(words[count], communication);
        if (chosen == 0)
            chosen = communication->matrix.size;
    }
    lcc->count = count;
    if (status == 0 && count == 0)
        return usage("no communication or file given%s", "");
    for (size_t k = 0; status == 0 && k < count; k++)
        if (is_name(words[k]))
            status = take_name(words[k], chosen == 0 ? dimensions : chosen, &lcc->communication[k]);
    if (status == 0 && !sizes_agree(lcc))
        return usage("the communications have different numbers of dimensions%s", "");
    return status;
}

/* ---- Solving ---- */

static void show_progress(void *context, uint32_t done, uint32_t all) {
    bool *shown = context;
    *shown = done < all;
    fprintf(stderr, "\rsearching %3u %%%s", 100 * done / all,
            done < all ? "" : "\r               \r");
}

int lcc_solve(struct lcc *lcc, bool progress) {
    bool shown = false;
    if (lcc->count == 1) {
        lcc->optimum = (struct optimum){.order = optimize(&lcc->communication[0])};
        return 0;
    }
    return optimize_set(lcc->communication, lcc->count, lcc->objective,
                        progress ? show_progress : NULL, &shown, &lcc->optimum);
}

/* ---- Printing ---- */

static const char *kind_of(const struct communication *communication) {
    static const char *const kinds[] = {
        [COMMUNICATION_PERMUTATION] = "a permutation",
        [COMMUNICATION_GATHER] = "a gather",
        [COMMUNICATION_SCATTER] = "a scatter",
    };
    return kinds[communication_kind(communication)];
}

static void print_row(const char *title, const struct order *order,
                      const struct communication *communication) {
    uint32_t contention[BIT_MATRIX_SIZE];
    uint32_t most = order_contention(order, communication, contention);
    printf("  %-9s", title);
    for (uint32_t k = 0; k < order->size; k++)
        printf(" %5u", contention[k]);
    printf(" %8u\n", most);
}

/* Prints the row for a network in which nodes that differ in dimension 0 share a router. */
static void print_two_a_router(const char *title, const struct order *order,
                               const struct communication *communication) {
    uint32_t contention[BIT_MATRIX_SIZE];
    uint32_t most = two_a_router_contention(order, communication, contention);
    printf("  %-9s %5s", title, "-");
    for (uint32_t k = 1; k < order->size; k++)
        printf(" %5u", contention[k - 1]);
    printf(" %8u\n", most);
}

static void print_dimensions(uint32_t size) {
    printf("  %-9s", "dimension");
    for (uint32_t k = 0; k < size; k++)
        printf(" %5u", k);
    printf(" %8s\n", "largest");
}

/* Prints the new matrix and vector, side by side. */
static void print_matrix(const struct communication *communication) {
    uint32_t size = communication->matrix.size;
    printf("  in the new order%s:\n",
           communication->by_destination ? ", x' = QAQ^-1 y' + Qb" : ", y' = QAQ^-1 x' + Qb");
    for (uint32_t i = 0; i < size; i++) {
        fputs("    ", stdout);
        for (uint32_t j = 0; j < size; j++)
            printf("%d ", bit_matrix_element(&communication->matrix, i, j));
        printf("  %u\n", communication->vector >> i & 1);
    }
}

static const char *theorem_of(const struct communication *communication) {
    return communication_kind(communication) == COMMUNICATION_PERMUTATION ? "theorem 3"
                                                                          : "theorem 4";
}

static void print_communication(const struct lcc *lcc, const struct communication *communication) {
    struct order before = order_identity(communication->matrix.size);
    struct communication applied = order_applied(&lcc->optimum.order, communication);
    const char *name = named_as(communication);
    printf("%s", communication->name);
    if (name && strcmp(name, communication->name) != 0)
        printf(" (%s)", name);
    printf(": %s, %s, n = %u\n", communication->by_destination ? "x = Ay + b" : "y = Ax + b",
           kind_of(communication), communication->matrix.size);
    print_dimensions(before.size);
    print_row("before", &before, communication);
    print_row("after", &lcc->optimum.order, communication);
    if (lcc->two_a_router && before.size > 1) {
        puts("  two nodes a router, which differ in dimension 0:");
        print_two_a_router("before", &before, communication);
        print_two_a_router("after", &lcc->optimum.order, communication);
    }
    printf("  the least that an order of its own has: %u (%s)\n", optimize_least(communication),
           theorem_of(communication));
    if (communication_end_contention(communication) > 1)
        printf("  between a node and its router, in any order: %u\n",
               communication_end_contention(communication));
    print_matrix(&applied);
    putchar('\n');
}

static void print_order(const struct order *order, const char *between) {
    for (uint32_t k = 0; k < order->size; k++)
        printf("%s%u", k == 0 ? "" : between, order->bit[k]);
}

void lcc_print(const struct lcc *lcc) {
    const struct order *order = &lcc->optimum.order;
    if (lcc->order_only) {
        print_order(order, ",");
        putchar('\n');
        return;
    }
    for (size_t k = 0; k < lcc->count; k++)
        print_communication(lcc, &lcc->communication[k]);
    printf("R(L_%u) = (", order->size);
    print_order(order, ", ");
    puts("): the address bit that each dimension is for, from dimension 0 on");
    if (lcc->count > 1)
        printf("by section 5, objective %s: %" PRIu64 ", sum %" PRIu64 "\n",
               objectives[lcc->objective], lcc->optimum.objective, lcc->optimum.sum);
}
