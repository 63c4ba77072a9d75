#include "programs/computations/sparse/division.h"

#include <stdlib.h>

#include "cube.h"
#include "programs/computations/must.h"

void division_make_grouped(struct division *division, const size_t ends[], size_t groups) {
    size_t blocks = (size_t)cube_nodes(), members = blocks / groups;
    *division = (struct division){.size = ends[groups - 1], .blocks = blocks};
    division->first = allocate(blocks + 1, sizeof *division->first);
    for (size_t block = 0; block < blocks; block++) {
        size_t group = block / members, begin = group > 0 ? ends[group - 1] : 0;
        size_t part = (ends[group] - begin + members - 1) / members;
        size_t place = begin + block % members * part;
        division->first[block] = place < ends[group] ? place : ends[group];
        division->most = part > division->most ? part : division->most;
    }
    division->first[blocks] = division->size;
}

void division_make(struct division *division, size_t size) {
    division_make_grouped(division, &size, 1);
}

void division_free(struct division *division) {
    free(division->first);
    division->first = NULL;
}

size_t division_mine(void) {
    return (size_t)cube_gray_inverse(cube_node());
}

size_t division_first(const struct division *division) {
    return division->first[division_mine()];
}

size_t division_count(const struct division *division) {
    size_t mine = division_mine();
    return division->first[mine + 1] - division->first[mine];
}

size_t division_block_of(const struct division *division, size_t place) {
    size_t low = 0, high = division->blocks; /* first[low] <= place < first[high] */
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (division->first[middle] <= place)
            low = middle;
        else
            high = middle;
    }
    return low;
}

int division_owner(const struct division *division, size_t place) {
    return cube_gray((int)division_block_of(division, place));
}

int division_dimension(int node, int other) {
    int dimension = 0;
    while ((node ^ other) >> (dimension + 1) != 0)
        dimension++;
    return dimension;
}
