/* Total exchange: each node has a block for every node. Runs all algorithms of the catalogue, and
 * checks every byte and the counts. */
#include <stdio.h>

#include "cube.h"
#include "programs/parts/measure.h"

static void print_head(size_t bytes) {
    printf("Total exchange on %d node%s: a block of %zu bytes from each node to each\n",
           cube_nodes(), cube_nodes() == 1 ? "" : "s", bytes);
}

int main(int argc, char *argv[]) {
    static const struct measured alltoall = {
        "alltoall", "alltoall: total exchange, a block from each node to each other", print_head};
    return measure(&alltoall, argc, argv);
}
