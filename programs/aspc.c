/* All-to-some personalized communication (Hu): logical node i, at physical node Gray(i), sends its
 * element j to logical nodes i + 2^j and i - 2^j. Runs the catalogue's algorithms, and checks every
 * byte and the counts. */
#include <stdio.h>

#include "cube.h"
#include "programs/parts/measure.h"

static void print_head(size_t bytes) {
    printf("ASPC on %d node%s: %d elements of %zu bytes each, element j from i to i +- 2^j\n",
           cube_nodes(), cube_nodes() == 1 ? "" : "s", cube_dim(), bytes);
}

int main(int argc, char *argv[]) {
    static const struct measured aspc = {"aspc", "aspc: all-to-some personalized communication",
                                         print_head};
    return measure(&aspc, argc, argv);
}
