/* The dead links of a cube, dead in both directions. A node is dead if all its links are. */
#ifndef WAYS_FAULTS_H
#define WAYS_FAULTS_H

#include <stdbool.h>
#include <stdint.h>

enum { FAULTS_MOST_DIMENSIONS = 13 };

struct faults {
    uint32_t dimension;   /* n of the cube, at most FAULTS_MOST_DIMENSIONS */
    const uint16_t *dead; /* of each of the 2^n nodes, the set of dimensions whose link is dead. It
                             belongs to the caller. */
};

/* Returns the set of dimensions on which a node has a link that lives. */
static inline uint32_t faults_living(const struct faults *faults, uint32_t node) {
    return ~(uint32_t)faults->dead[node] & ((1u << faults->dimension) - 1);
}

/* Whether a node has no link that lives. The only node of a cube of no dimension is alive. */
static inline bool faults_is_cut_off(const struct faults *faults, uint32_t node) {
    return faults->dimension > 0 && faults_living(faults, node) == 0;
}

/* Returns the number of faults: of nodes that are cut off, and of dead links between others. */
static inline uint32_t faults_count(const struct faults *faults) {
    uint32_t nodes = 0, ends = 0;
    for (uint32_t node = 0; node < 1u << faults->dimension; node++) {
        if (faults_is_cut_off(faults, node)) {
            nodes++;
            continue;
        }
        for (uint32_t left = faults->dead[node]; left != 0; left &= left - 1)
            ends += !faults_is_cut_off(faults, node ^ (left & -left));
    }
    return nodes + ends / 2;
}

#endif
