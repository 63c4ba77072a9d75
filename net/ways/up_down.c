#include "net/ways/up_down.h"

#define UNKNOWN UINT16_MAX

static uint32_t root_of(const struct faults *faults) {
    uint32_t root = 0;
    for (uint32_t node = 1; node < 1u << faults->dimension; node++)
        if (__builtin_popcount(faults_living(faults, node)) >
            __builtin_popcount(faults_living(faults, root)))
            root = node;
    return root;
}

/* Finds the levels of all nodes connected with a root. Returns their number. */
static uint32_t spread(const struct faults *faults, uint32_t root, uint16_t level[],
                       uint16_t queue[]) {
    uint32_t count = 1;
    queue[0] = (uint16_t)root;
    level[root] = 0;
    for (uint32_t next = 0; next < count; next++) {
        uint32_t node = queue[next];
        for (uint32_t left = faults_living(faults, node); left != 0; left &= left - 1) {
            uint32_t neighbour = node ^ (left & -left);
            if (level[neighbour] != UNKNOWN)
                continue;
            level[neighbour] = (uint16_t)(level[node] + 1);
            queue[count++] = (uint16_t)neighbour;
        }
    }
    return count;
}

uint32_t up_down_levels(const struct faults *faults, uint16_t level[], uint16_t queue[]) {
    for (uint32_t node = 0; node < 1u << faults->dimension; node++)
        level[node] = UNKNOWN;
    uint32_t count = spread(faults, root_of(faults), level, queue);
    for (uint32_t node = 0; node < 1u << faults->dimension; node++)
        if (level[node] == UNKNOWN)
            spread(faults, node, level, queue);
    return count;
}
