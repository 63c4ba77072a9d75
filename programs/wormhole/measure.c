/* A run in batches, and its statistics. */
#include <math.h>

#include "programs/wormhole/measure.h"

static const double student_t = 2.093; /* 97.5 % of Student's t, MEASURE_BATCHES - 1 degrees */

struct batch {
    double made;
    double delivered;
    double latency;
};

/* The mean of a figure over all batches, and half the width of its interval. */
struct estimate {
    double mean;
    double interval;
};

static struct estimate estimate(const double value[MEASURE_BATCHES]) {
    double sum = 0, squares = 0;
    for (int k = 0; k < MEASURE_BATCHES; k++)
        sum += value[k];
    double mean = sum / MEASURE_BATCHES;
    for (int k = 0; k < MEASURE_BATCHES; k++)
        squares += (value[k] - mean) * (value[k] - mean);
    double deviation = sqrt(squares / (MEASURE_BATCHES - 1));
    return (struct estimate){mean, student_t * deviation / sqrt(MEASURE_BATCHES)};
}

static uint64_t made(const struct network *network) {
    uint64_t messages = 0;
    for (uint32_t node = 0; node < network->nodes; node++)
        messages += network->source[node].made;
    return messages;
}

/* Runs N cycles. Looks for deadlocks at the end, and at once when nothing moves in the
 * network. Returns false if there is a deadlock. */
static bool run(struct network *network, uint32_t cycles, struct deadlock *deadlock) {
    for (uint32_t k = 0; k < cycles; k++) {
        network_cycle(network);
        if (!network->moved && network->inside > 0 && deadlock_find(network, deadlock))
            return false;
    }
    return !deadlock_find(network, deadlock);
}

static bool run_batch(struct network *network, uint32_t cycles, struct batch *batch,
                      struct deadlock *deadlock) {
    double slots = (double)cycles * network->nodes;
    uint64_t before = made(network);
    network_clear(network);
    if (!run(network, cycles, deadlock))
        return false;
    const struct network_counts *counts = &network->counts;
    *batch = (struct batch){
        .made = (double)(made(network) - before) * network->source[0].length / slots,
        .delivered = (double)counts->flits / slots,
        .latency = counts->messages == 0 ? 0 : (double)counts->latency / (double)counts->messages,
    };
    return true;
}

void measure(struct network *network, uint32_t cycles, struct measurement *measurement) {
    double offered[MEASURE_BATCHES], delivered[MEASURE_BATCHES], latency[MEASURE_BATCHES];
    double growth[MEASURE_BATCHES];
    uint32_t warm_up = cycles / MEASURE_WARM_UP;
    *measurement = (struct measurement){.deadlocked = true};
    if (!run(network, warm_up, &measurement->deadlock))
        return;
    for (int k = 0; k < MEASURE_BATCHES; k++) {
        struct batch batch;
        if (!run_batch(network, (cycles - warm_up) / MEASURE_BATCHES, &batch,
                       &measurement->deadlock))
            return;
        offered[k] = batch.made;
        delivered[k] = batch.delivered;
        latency[k] = batch.latency;
        growth[k] = batch.made - batch.delivered;
    }
    struct estimate accepted = estimate(delivered), mean_latency = estimate(latency);
    struct estimate grows = estimate(growth);
    measurement->deadlocked = false;
    measurement->offered = estimate(offered).mean;
    measurement->accepted = accepted.mean;
    measurement->interval = accepted.interval;
    measurement->latency = mean_latency.mean;
    measurement->latency_interval = mean_latency.interval;
    measurement->queue = network_queue(network);
    measurement->sustained = grows.mean - grows.interval <= 0;
}

void measure_start(struct network *network, const struct rule *rule,
                   const struct communication *permutation, uint32_t length, double load,
                   uint64_t seed) {
    network_start(network, permutation->matrix.size, rule);
    for (uint32_t node = 0; node < network->nodes; node++)
        source_start_poisson(&network->source[node], node,
                             communication_destination(permutation, node), length, load, seed);
}

uint32_t measure_burst(struct network *network, const struct rule *rule,
                       const struct communication *permutation, uint32_t length,
                       struct deadlock *deadlock) {
    network_start(network, permutation->matrix.size, rule);
    for (uint32_t node = 0; node < network->nodes; node++)
        source_start_burst(&network->source[node], node,
                           communication_destination(permutation, node), length, 1);
    do {
        network_cycle(network);
        if (!network->moved && deadlock_find(network, deadlock))
            return 0;
    } while (network->inside > 0 || network_queue(network) > 0);
    return network->cycle;
}
