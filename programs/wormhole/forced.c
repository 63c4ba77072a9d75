/* A channel is unavoidable for a pair if all paths of the pair pass it. */
#include <string.h>

#include "programs/wormhole/dependency.h"
#include "programs/wormhole/router.h"

enum { NODES = 1 << ROUTER_DIMENSIONS, PLACES = ROUTER_DIMENSIONS + 1 };

/* For one pair: how many paths lead to a place, and how many lead on from it to the destination. A
 * place is a node and the channel by which a message has come to it. */
struct paths {
    const struct rule *rule;
    uint32_t dimensions;
    uint32_t destination;
    uint64_t to[NODES][PLACES];
    uint64_t from[NODES][PLACES];
};

static uint32_t outputs_at(const struct paths *paths, uint32_t node, uint32_t input) {
    return node == paths->destination
               ? 0
               : paths->rule->outputs(paths->dimensions, node, paths->destination, input);
}

/* Returns the number of paths on from a place. Paths are minimal, so no more than ROUTER_DIMENSIONS
 * calls are nested. */
static uint64_t count_from(struct paths *paths, uint32_t node, uint32_t input) {
    uint64_t *count = &paths->from[node][input];
    if (node == paths->destination)
        *count = 1;
    if (*count != 0)
        return *count;
    for (uint32_t left = outputs_at(paths, node, input); left != 0; left &= left - 1) {
        uint32_t output = (uint32_t)__builtin_ctz(left);
        *count += count_from(paths, node ^ 1u << output, output);
    }
    return *count;
}

/* Counts the paths that lead to each place. Places are taken in the order of their distance from
 * the source, and each hands its number of paths on to the places that it leads to. */
static void count_to(struct paths *paths, uint32_t source) {
    uint32_t all = source ^ paths->destination;
    paths->to[source][paths->dimensions] = 1;
    for (int distance = 0; distance < __builtin_popcount(all); distance++)
        for (uint32_t made = 0; made < 1u << paths->dimensions; made++) {
            if ((made & ~all) != 0 || __builtin_popcount(made) != distance)
                continue;
            uint32_t node = source ^ made;
            for (uint32_t input = 0; input <= paths->dimensions; input++)
                for (uint32_t left = paths->to[node][input] ? outputs_at(paths, node, input) : 0;
                     left != 0; left &= left - 1) {
                    uint32_t output = (uint32_t)__builtin_ctz(left);
                    paths->to[node ^ 1u << output][output] += paths->to[node][input];
                }
        }
}

/* Counts one more for each channel that all paths of the pair pass. */
static void add_pair(struct paths *paths, uint32_t source, uint32_t forced[][PLACES]) {
    memset(paths->to, 0, sizeof paths->to);
    memset(paths->from, 0, sizeof paths->from);
    uint64_t all = count_from(paths, source, paths->dimensions);
    count_to(paths, source);
    for (uint32_t node = 0; node < 1u << paths->dimensions; node++)
        for (uint32_t output = 0; output < paths->dimensions; output++) {
            uint32_t end = node ^ 1u << output;
            if (paths->to[end][output] * count_from(paths, end, output) == all)
                forced[node][output]++;
        }
}

struct forced forced_channel(const struct rule *rule, const struct communication *permutation) {
    static struct paths paths;
    static uint32_t forced[NODES][PLACES];
    struct forced most = {{0, 0}, 0};
    memset(forced, 0, sizeof forced);
    paths.rule = rule;
    paths.dimensions = permutation->matrix.size;
    uint32_t nodes = 1u << paths.dimensions;
    for (uint32_t source = 0; source < nodes; source++) {
        paths.destination = communication_destination(permutation, source);
        if (paths.destination != source)
            add_pair(&paths, source, forced);
    }
    for (uint32_t node = 0; node < nodes; node++)
        for (uint32_t output = 0; output < paths.dimensions; output++)
            if (forced[node][output] > most.pairs)
                most = (struct forced){{node, output}, forced[node][output]};
    return most;
}
