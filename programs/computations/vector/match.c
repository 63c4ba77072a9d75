#include "programs/computations/vector/match.h"

#include <stdlib.h>
#include <string.h>

#include "programs/computations/must.h"
#include "programs/computations/vector/blocks.h"
#include "programs/computations/vector/shift.h"

void vector_match(struct account *account, const char *text, size_t size, const char *pattern,
                  size_t length, uint32_t *agreements) {
    size_t block = blocks_size(size);
    char *seen = allocate(block, 2), *next = seen + block;
    memcpy(seen, text, block);
    memset(agreements, 0, block * sizeof *agreements);
    for (size_t k = 0; k < length; k++) {
        for (size_t i = 0; i < block; i++)
            agreements[i] += seen[i] == pattern[k];
        if (k + 1 == length)
            break;
        vector_shift(account, seen, next, size, 1, -1);
        memcpy(seen, next, block);
    }
    free(seen);
}

struct cost vector_match_cost(size_t size, size_t length) {
    return cost_times(vector_shift_cost(size, 1, -1), length > 0 ? length - 1 : 0);
}
