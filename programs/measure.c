#include "measure.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TABLE_LINES = 16, /* the most lines of a table of steps; more steps are put together */
    STATUS_USAGE = 2,
};

/* What a node tells node 0, followed by a record of each step. In these `cycles` is the time that
 * the step took. */
struct report {
    uint32_t steps;
    uint32_t wrong;
    uint64_t packets;
    uint64_t bytes;
    uint64_t cycles;
};

static void *allocate(size_t count, size_t bytes) {
    void *memory = calloc(count + 1, bytes);
    if (memory == NULL) {
        fprintf(stderr, "node %d: no memory for %zu x %zu bytes: give cuberun more with --heap\n",
                cube_node(), count, bytes);
        exit(EXIT_FAILURE);
    }
    return memory;
}

static void must(int error, const char *what) {
    if (error == 0)
        return;
    fprintf(stderr, "node %d: %s failed: %s\n", cube_node(), what, strerror(-error));
    exit(EXIT_FAILURE);
}

/* ---- Options ---- */

static bool read_number(const char *text, size_t *number) {
    char *end;
    unsigned long value = strtoul(text, &end, 10);
    unsigned shift = *end == 'K' ? 10 : *end == 'M' ? 20 : 0;
    *number = (size_t)value << shift;
    return text[0] >= '0' && text[0] <= '9' && end[shift != 0] == '\0' && value < 1ul << 40;
}

bool settings_read(int argc, char *argv[], const char *purpose, struct settings *settings,
                   int *status) {
    int option;
    size_t number;
    const char *wrong = NULL;
    opterr = 0; /* node 0 alone speaks */
    while (wrong == NULL && (option = getopt(argc, argv, "m:r:h")) != -1) {
        if (option == 'm' && read_number(optarg, &number))
            settings->bytes = number;
        else if (option == 'r' && read_number(optarg, &number) && number > 0 && number <= 1000000)
            settings->repetitions = (unsigned)number;
        else
            wrong = option == 'h' ? "" : "an option is unknown, or not followed by a number";
    }
    if (wrong == NULL && optind < argc)
        wrong = "there are words that are not options";
    if (wrong == NULL)
        return true;
    *status = wrong[0] == '\0' ? EXIT_SUCCESS : STATUS_USAGE;
    if (cube_node() == 0) {
        if (wrong[0] != '\0')
            fprintf(stderr, "%s\n", wrong);
        fprintf(*status == 0 ? stdout : stderr,
                "%s\n  -m BYTES        bytes of a block, K and M allowed (now %zu)\n"
                "  -r REPETITIONS  runs of each algorithm (now %u)\n",
                purpose, settings->bytes, settings->repetitions);
    }
    return false;
}

/* ---- Running, at every node ---- */

/* Compares what the meters of the incoming links say of one run with the schedule. Returns the
 * number of counts that are wrong. */
static unsigned check_counts(const struct cube_algorithm *algorithm,
                             const struct cube_step_record *records) {
    struct cube_stats stats;
    uint64_t scheduled[CUBE_DIMENSIONS] = {0};
    unsigned wrong = 0;
    cube_stats(&stats);
    for (uint32_t step = 1; step <= algorithm->steps; step++) {
        uint32_t links = cube_catalogue_arrivals(algorithm->name, step);
        for (int d = 0; d < cube_dim(); d++)
            scheduled[d] += (links >> d) & 1;
        if (records[step - 1].links != links && wrong++ == 0)
            fprintf(stderr, "node %d: %s, step %u: packets on links 0x%x, scheduled 0x%x\n",
                    cube_node(), algorithm->name, (unsigned)step, (unsigned)records[step - 1].links,
                    (unsigned)links);
    }
    for (int d = 0; d < cube_dim(); d++)
        if (stats.link[d].packets != scheduled[d] && wrong++ == 0)
            fprintf(stderr, "node %d: %s, link %d: %llu packets, scheduled %llu\n", cube_node(),
                    algorithm->name, d, (unsigned long long)stats.link[d].packets,
                    (unsigned long long)scheduled[d]);
    return wrong;
}

/* Runs once, and keeps the least times in `best`. */
static void run_once(const struct trial *trial, const struct cube_algorithm *algorithm,
                     struct cube_step_record *records, struct cube_step_record *best,
                     struct report *report) {
    trial->clear(&trial->settings);
    must(cube_barrier(), "barrier");
    cube_stats_clear();
    cube_trace(records, algorithm->steps);
    uint64_t start = cube_cycles();
    must(trial->run(trial->algorithm, &trial->settings), trial->algorithm);
    uint64_t cycles = cube_cycles() - start;
    cube_trace(NULL, 0);

    report->wrong += trial->verify(trial->algorithm, &trial->settings);
    report->wrong += check_counts(algorithm, records);
    report->cycles = cycles < report->cycles ? cycles : report->cycles;
    for (uint32_t s = 0; s < algorithm->steps; s++) {
        uint64_t end = records[s].cycles;
        records[s].cycles = end - start;
        start = end;
        if (best[s].cycles != 0 && best[s].cycles < records[s].cycles)
            records[s].cycles = best[s].cycles;
        best[s] = records[s];
    }

    struct cube_stats stats;
    cube_stats(&stats);
    report->steps = stats.steps;
    report->packets = report->bytes = 0;
    for (int d = 0; d < cube_dim(); d++) {
        report->packets += stats.link[d].packets;
        report->bytes += stats.link[d].bytes;
    }
}

/* ---- Putting together and printing, at node 0 ---- */

struct step_sum {
    uint64_t links;
    uint64_t bytes;
};

static int compare(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static double percent(uint64_t part, uint64_t whole) {
    return whole == 0 ? 0 : 100.0 * (double)part / (double)whole;
}

/* One line for steps first + 1 .. last; their times at all nodes are at `cycles`. */
static void print_steps(uint32_t first, uint32_t last, const struct step_sum *sums,
                        uint64_t *cycles) {
    size_t nodes = (size_t)cube_nodes();
    struct step_sum sum = {0, 0};
    for (uint32_t s = first; s < last; s++) {
        sum.links += sums[s].links;
        sum.bytes += sums[s].bytes;
    }
    size_t count = (last - first) * nodes;
    uint64_t all = (uint64_t)cube_dim() * count;
    uint64_t *times = cycles + first * nodes;
    qsort(times, count, sizeof *times, compare);
    char steps[16];
    if (last - first == 1)
        snprintf(steps, sizeof steps, "%u", (unsigned)last);
    else
        snprintf(steps, sizeof steps, "%u-%u", (unsigned)first + 1, (unsigned)last);
    printf("%8s %9llu of %-7llu %3.0f %% %11llu %9llu %9llu %9llu\n", steps,
           (unsigned long long)sum.links, (unsigned long long)all, percent(sum.links, all),
           (unsigned long long)sum.bytes, (unsigned long long)times[0],
           (unsigned long long)times[count / 2], (unsigned long long)times[count - 1]);
}

static void print_table(const struct cube_algorithm *algorithm, const struct step_sum *sums,
                        uint64_t *cycles) {
    uint32_t group = (algorithm->steps + TABLE_LINES - 1) / TABLE_LINES;
    printf("\n%s (%s; %s)\n", algorithm->name, algorithm->ports, algorithm->source);
    printf("%8s %18s %5s %11s %9s %9s %9s\n", "step", "links used", "", "bytes", "cycles:min",
           "median", "max");
    for (uint32_t first = 0; first < algorithm->steps; first += group) {
        uint32_t last = first + group < algorithm->steps ? first + group : algorithm->steps;
        print_steps(first, last, sums, cycles);
    }
}

/* Compares the totals with the catalogue. Returns whether they agree. */
static bool check_totals(const struct result *result, size_t bytes) {
    const struct cube_algorithm *algorithm = &result->algorithm;
    if (result->steps == algorithm->steps && result->packets == algorithm->packets &&
        result->bytes == algorithm->link_words * bytes)
        return true;
    fprintf(stderr, "%s: %u steps, %llu packets, %llu bytes; by the catalogue %u, %llu, %llu\n",
            algorithm->name, (unsigned)result->steps, (unsigned long long)result->packets,
            (unsigned long long)result->bytes, (unsigned)algorithm->steps,
            (unsigned long long)algorithm->packets,
            (unsigned long long)algorithm->link_words * bytes);
    return false;
}

/* Receives what the nodes report, in the order of their numbers, into `report` and `records`, which
 * hold node 0's own at first. */
static void gather(const struct trial *trial, struct result *result, struct report *report,
                   struct cube_step_record *records) {
    size_t nodes = (size_t)cube_nodes();
    uint32_t steps = result->algorithm.steps;
    struct step_sum *sums = allocate(steps, sizeof *sums);
    uint64_t *cycles = allocate(nodes * steps, sizeof *cycles); /* of step s, node v: [s * N + v] */

    for (size_t v = 0; v < nodes; v++) {
        if (v > 0) {
            must(cube_recv((int)v, report, sizeof *report), "receiving a report");
            must(cube_recv((int)v, records, steps * sizeof *records), "receiving a report");
        }
        result->steps = report->steps > result->steps ? report->steps : result->steps;
        result->packets += report->packets;
        result->bytes += report->bytes;
        result->cycles = report->cycles > result->cycles ? report->cycles : result->cycles;
        result->right = result->right && report->wrong == 0;
        for (uint32_t s = 0; s < steps; s++) {
            for (uint32_t links = records[s].links; links != 0; links &= links - 1)
                sums[s].links++;
            sums[s].bytes += records[s].bytes;
            cycles[s * nodes + v] = records[s].cycles;
        }
    }
    if (!check_totals(result, trial->settings.bytes))
        result->right = false;
    print_table(&result->algorithm, sums, cycles);
    free(cycles);
    free(sums);
}

struct result measure(const struct trial *trial) {
    struct result result = {.right = true};
    struct report report = {.cycles = UINT64_MAX};
    must(cube_catalogue_find(trial->algorithm, &result.algorithm), trial->algorithm);
    uint32_t steps = result.algorithm.steps;
    struct cube_step_record *records = allocate(steps, sizeof *records);
    struct cube_step_record *best = allocate(steps, sizeof *best);

    for (unsigned run = 0; run < trial->settings.repetitions; run++)
        run_once(trial, &result.algorithm, records, best, &report);
    if (cube_node() == 0) {
        gather(trial, &result, &report, best);
    } else {
        result.right = report.wrong == 0;
        must(cube_send(0, &report, sizeof report), "sending the report");
        must(cube_send(0, best, steps * sizeof *best), "sending the report");
    }
    free(best);
    free(records);
    return result;
}

void print_comparison(const struct result results[], size_t count) {
    printf("\n%-22s %5s %7s %5s %9s %11s %6s %8s\n", "", "steps", "formula", "bound", "packets",
           "bytes", "links", "cycles");
    for (size_t k = 0; k < count; k++) {
        const struct result *result = &results[k];
        const struct cube_algorithm *algorithm = &result->algorithm;
        uint64_t all = (uint64_t)algorithm->steps * (uint64_t)cube_dim() * (uint64_t)cube_nodes();
        printf("%-22s %5u %7u %5u %9llu %11llu %4.0f %% %8llu\n", algorithm->name,
               (unsigned)result->steps, (unsigned)algorithm->steps, (unsigned)algorithm->bound,
               (unsigned long long)result->packets, (unsigned long long)result->bytes,
               percent(result->packets, all), (unsigned long long)result->cycles);
    }
    printf("steps, packets, bytes: counted by the receivers; links: used, of all in all steps;\n"
           "cycles: the slowest node's. Virtual nanoseconds; under --exact the instructions of\n"
           "all nodes together. Of several runs the least.\n");
}
