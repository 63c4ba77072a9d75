#include "programs/computations/must.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"

void *allocate(size_t count, size_t bytes) {
    void *memory = calloc(count + 1, bytes); /* one more, so that a count of 0 does not give null */
    if (!memory) {
        fprintf(stderr,
                "node %d: not enough memory for %zu x %zu bytes (increase --memory heap=BYTES)\n",
                cube_node(), count, bytes);
        exit(EXIT_FAILURE);
    }
    return memory;
}

void must(int error, const char *what) {
    if (error == 0)
        return;
    fprintf(stderr, "node %d: %s failed: %s\n", cube_node(), what, strerror(-error));
    exit(EXIT_FAILURE);
}
