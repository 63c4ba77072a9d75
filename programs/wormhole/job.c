/* Reading the description of a simulation, and printing its results. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "programs/mapping/optimize.h"
#include "programs/wormhole/job.h"

static const char mapped[] = "mapped-";

static const char *read_permutation(struct job *job, const char *name, uint32_t dimensions) {
    bool is_mapped = strncmp(name, mapped, sizeof mapped - 1) == 0;
    if (is_mapped)
        name += sizeof mapped - 1;
    if (named_communication(name, dimensions, &job->permutation) != 0 ||
        communication_kind(&job->permutation) != COMMUNICATION_PERMUTATION)
        return "unknown permutation for this number of dimensions";
    if (is_mapped) {
        struct order order = optimize(&job->permutation);
        job->permutation = order_applied(&order, &job->permutation);
    }
    return NULL;
}

/* Returns the number from `least` to `most` that the word is, or 0. */
static uint32_t read_number(const char *word, uint32_t least, uint32_t most) {
    char *end;
    unsigned long long value = strtoull(word, &end, 10);
    return *word < '0' || *word > '9' || *end != '\0' || value < least || value > most
               ? 0
               : (uint32_t)value;
}

const char *job_read(struct job *job, char *words[], uint32_t dimensions) {
    *job = (struct job){.load = 0};
    if (!words[0] || !words[1])
        return "missing permutation or number of flits";
    const char *wrong = read_permutation(job, words[0], dimensions);
    if (wrong)
        return wrong;
    job->flits = read_number(words[1], 2, SOURCE_LENGTH);
    if (job->flits == 0)
        return "invalid number of flits (expected: 2 to 2048)";
    if (!words[2])
        return NULL;
    if (!words[3] || !words[4] || words[5])
        return "a load requires a number of cycles and a seed";
    char *end;
    job->load = strtod(words[2], &end);
    if (*end != '\0' || !(job->load > 0 && job->load <= 1))
        return "invalid load (expected: more than 0, at most 1)";
    job->cycles = read_number(words[3], 1, UINT32_MAX / 2);
    if (job->cycles == 0)
        return "invalid number of cycles (expected: 1 or more)";
    job->seed = strtoull(words[4], &end, 10);
    return *end == '\0' ? NULL : "invalid seed (expected: a number)";
}

void job_start_source(const struct job *job, uint32_t node, struct source *source) {
    uint32_t destination = communication_destination(&job->permutation, node);
    if (job->cycles == 0)
        source_start_burst(source, node, destination, job->flits, 1);
    else
        source_start_poisson(source, node, destination, job->flits, job->load, job->seed);
}

static bool is_saturated(uint64_t made, uint64_t undelivered, uint32_t nodes) {
    return undelivered * 10 > made && undelivered > UINT64_C(2) * nodes;
}

void job_print(const struct job *job, uint32_t nodes, const struct delivery *delivery) {
    uint64_t tenths = delivery->messages ? delivery->latency * 10 / delivery->messages : 0;
    uint64_t undelivered = delivery->made - delivery->messages;
    printf("%s: %" PRIu64 " messages, %" PRIu64 " flits, mean latency %" PRIu64 ".%" PRIu64
           " cycles, last in cycle %" PRIu64 ", digest %016" PRIx64 "\n",
           job->permutation.name, delivery->messages, delivery->flits, tenths / 10, tenths % 10,
           delivery->last, delivery->digest);
    if (job->cycles > 0)
        printf("load %g flits per cycle and node, delivered %.3f; %" PRIu64 " of %" PRIu64
               " messages undelivered after %u cycles: %ssaturated\n",
               job->load, (double)delivery->flits / ((double)job->cycles * nodes), undelivered,
               delivery->made, job->cycles,
               is_saturated(delivery->made, undelivered, nodes) ? "" : "not ");
}
