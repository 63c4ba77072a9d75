#include "programs/parts/measure.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "programs/computations/must.h"
#include "programs/parts/gather.h"

enum { MOST_ALGORITHMS = 16 }; /* the most algorithms of one operation */

/* What a node tells node 0. In `record`, the member `cycles` of each step is the time that the step
 * took. */
struct report {
    uint32_t steps;
    uint32_t wrong;
    uint64_t packets;
    uint64_t bytes;
    uint64_t cycles;
    struct cube_step_record record[];
};

static size_t report_bytes(const struct cube_algorithm *algorithm) {
    return sizeof(struct report) + algorithm->steps * sizeof(struct cube_step_record);
}

/* ---- Running, at every node ---- */

/* Compares the counts that the meters of the incoming links have of one run with the schedule.
 * Returns the number of counts that are wrong. */
static unsigned check_counts(const struct cube_algorithm *algorithm,
                             const struct cube_step_record *records,
                             const struct cube_stats *stats) {
    uint64_t scheduled[CUBE_DIMENSIONS] = {0};
    unsigned wrong = 0;
    for (uint32_t step = 1; step <= algorithm->steps; step++) {
        uint32_t links = cube_catalogue_arrivals(algorithm->name, NULL, step);
        for (int d = 0; d < cube_dim(); d++)
            scheduled[d] += (links >> d) & 1;
        if (records[step - 1].links != links && wrong++ == 0)
            fprintf(stderr,
                    "node %d: %s, step %" PRIu32 ": packets on links 0x%" PRIx32
                    ", scheduled 0x%" PRIx32 "\n",
                    cube_node(), algorithm->name, step, records[step - 1].links, links);
    }
    for (int d = 0; d < cube_dim(); d++)
        if (stats->link[d].packets != scheduled[d] && wrong++ == 0)
            fprintf(stderr, "node %d: %s, link %d: %" PRIu64 " packets, scheduled %" PRIu64 "\n",
                    cube_node(), algorithm->name, d, stats->link[d].packets, scheduled[d]);
    return wrong;
}

/* Runs the algorithm once. The report keeps the times of the fastest run. */
static void run_once(const struct trial *trial, const struct cube_algorithm *algorithm,
                     struct cube_step_record *records, struct report *report) {
    trial->clear(&trial->settings);
    must(cube_barrier(), "barrier");
    cube_stats_clear();
    cube_trace(records, algorithm->steps);
    uint64_t start = cube_cycles();
    must(trial->run(algorithm->name, &trial->settings), algorithm->name);
    uint64_t cycles = cube_cycles() - start;
    cube_trace(NULL, 0);
    struct cube_stats stats;
    cube_stats(&stats);
    /* The nodes share the host's time. So no node checks its results while other nodes still
     * run. */
    must(cube_barrier(), "barrier");

    report->wrong += trial->verify(algorithm->name, &trial->settings);
    report->wrong += check_counts(algorithm, records, &stats);
    if (cycles < report->cycles) {
        report->cycles = cycles;
        for (uint32_t s = 0; s < algorithm->steps; s++) {
            report->record[s] = records[s];
            report->record[s].cycles = records[s].cycles - start;
            start = records[s].cycles;
        }
    }

    report->steps = stats.steps;
    report->packets = report->bytes = 0;
    for (int d = 0; d < cube_dim(); d++) {
        report->packets += stats.link[d].packets;
        report->bytes += stats.link[d].bytes;
    }
}

/* ---- Putting together, at node 0 ---- */

/* Compares the totals with the catalogue. Returns whether they agree. */
static bool check_totals(const struct result *result, size_t bytes) {
    const struct cube_algorithm *algorithm = &result->algorithm;
    if (result->steps == algorithm->steps && result->packets == algorithm->packets &&
        result->bytes == algorithm->link_words * bytes)
        return true;
    fprintf(stderr,
            "%s: %" PRIu32 " steps, %" PRIu64 " packets, %" PRIu64
            " bytes; by the catalogue %" PRIu32 ", %" PRIu64 ", %" PRIu64 "\n",
            algorithm->name, result->steps, result->packets, result->bytes, algorithm->steps,
            algorithm->packets, algorithm->link_words * bytes);
    return false;
}

/* Puts the reports of all nodes together, and prints the table of the steps. */
static void sum_up(const struct trial *trial, const void *reports, struct result *result) {
    size_t nodes = (size_t)cube_nodes();
    uint32_t steps = result->algorithm.steps;
    struct step_sum *sums = allocate(steps, sizeof *sums);
    uint64_t *cycles = allocate(nodes * steps, sizeof *cycles); /* at s * N + v: step s, node v */

    for (size_t v = 0; v < nodes; v++) {
        const struct report *report =
            (const void *)((const char *)reports + v * report_bytes(&result->algorithm));
        result->steps = report->steps > result->steps ? report->steps : result->steps;
        result->packets += report->packets;
        result->bytes += report->bytes;
        result->cycles = report->cycles > result->cycles ? report->cycles : result->cycles;
        result->right = result->right && report->wrong == 0;
        for (uint32_t s = 0; s < steps; s++) {
            const struct cube_step_record *record = &report->record[s];
            for (uint32_t links = record->links; links != 0; links &= links - 1)
                sums[s].links++;
            sums[s].bytes += record->bytes;
            cycles[s * nodes + v] = record->cycles;
        }
    }
    if (!check_totals(result, trial->settings.bytes))
        result->right = false;
    print_steps(&result->algorithm, sums, cycles);
    free(cycles);
    free(sums);
}

/* Measures an algorithm. Returns the figures of all nodes at node 0; at other nodes only `right` is
 * of use. */
static struct result measure(const struct trial *trial, const struct cube_algorithm *algorithm) {
    struct result result = {.algorithm = *algorithm, .right = true};
    struct cube_step_record *records = allocate(algorithm->steps, sizeof *records);
    struct report *report = allocate(1, report_bytes(algorithm));

    report->cycles = UINT64_MAX;
    for (unsigned run = 0; run < trial->settings.repetitions; run++)
        run_once(trial, algorithm, records, report);
    result.right = report->wrong == 0;
    void *reports = gather(report, report_bytes(algorithm));
    if (reports)
        sum_up(trial, reports, &result);
    free(reports);
    free(report);
    free(records);
    return result;
}

bool measure_all(const struct trial *trial) {
    struct result results[MOST_ALGORITHMS];
    struct cube_algorithm algorithm;
    size_t count = 0;
    bool right = true;
    for (size_t k = 0; cube_catalogue(k, &algorithm) == 0 && count < MOST_ALGORITHMS; k++) {
        if (strcmp(algorithm.operation, trial->operation) != 0 ||
            cube_catalogue_find(algorithm.name, NULL, &algorithm) != 0)
            continue; /* another operation, or not for N nodes */
        results[count] = measure(trial, &algorithm);
        right = right && results[count].right;
        count++;
    }
    if (cube_node() == 0)
        print_comparison(results, count);
    return right && count > 0;
}
