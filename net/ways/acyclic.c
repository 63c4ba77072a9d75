#include "net/ways/acyclic.h"

/* A channel's number: its ring, the node that it leaves, its dimension. */
static uint32_t number_of(const struct ways *ways, uint32_t node, struct way_step step) {
    return ((uint32_t)step.ring << ways->faults.dimension | node) * ways->faults.dimension +
           step.dimension;
}

/* Counts in waiting[] for each channel those that wait for it, if count is 1; takes channel `from`
 * away from them, if it is -1, and then queues those for which none waits any more. */
static void wait_for(const struct ways *ways, uint32_t from, int count, uint8_t waiting[],
                     uint32_t queue[], size_t *queued) {
    uint32_t n = ways->faults.dimension, place = from / n;
    uint32_t node = place & ((1u << n) - 1);
    struct way_step came = {(uint8_t)(from % n), (uint8_t)(place >> n)};
    /* On ring 1 only the last step matters: no step down comes before one that goes up. */
    uint32_t arrival = way_arrives(ways, node, WAY_UP, came);
    uint32_t at = node ^ 1u << came.dimension;
    for (uint32_t ring = 0; ring < WAY_RINGS; ring++)
        for (uint32_t d = 0; d < n; d++) {
            struct way_step step = {(uint8_t)d, (uint8_t)ring};
            if (!way_may_step(ways, at, arrival, step))
                continue;
            uint32_t to = number_of(ways, at, step);
            waiting[to] = (uint8_t)(waiting[to] + count);
            if (count < 0 && waiting[to] == 0)
                queue[(*queued)++] = to;
        }
}

static bool lives(const struct ways *ways, uint32_t channel) {
    uint32_t n = ways->faults.dimension, node = channel / n & ((1u << n) - 1);
    return faults_living(&ways->faults, node) >> channel % n & 1;
}

/* Takes away, one after the other, channels for which none waits (Kahn). What is left then has a
 * cycle. */
bool ways_are_acyclic(const struct ways *ways, uint8_t waiting[], uint32_t queue[]) {
    size_t channels = WAY_CHANNELS(ways->faults.dimension), queued = 0, living = 0;
    for (size_t k = 0; k < channels; k++)
        waiting[k] = 0;
    for (uint32_t k = 0; k < channels; k++)
        if (lives(ways, k)) {
            living++;
            wait_for(ways, k, 1, waiting, queue, &queued);
        }
    for (uint32_t k = 0; k < channels; k++)
        if (lives(ways, k) && waiting[k] == 0)
            queue[queued++] = k;
    for (size_t next = 0; next < queued; next++)
        wait_for(ways, queue[next], -1, waiting, queue, &queued);
    return queued == living;
}
