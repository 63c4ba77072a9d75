/* Total exchange: each node has a block for every node. Runs three algorithms, and checks every
 * byte and the counts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "programs/computations/must.h"
#include "programs/parts/measure.h"
#include "programs/parts/pattern.h"

static char *blocks, *out; /* 2^n blocks each */

static struct pattern block_of(int source, int destination) {
    return (struct pattern){.source = (uint32_t)source,
                            .element = (uint32_t)destination,
                            .destination = (uint32_t)destination};
}

static void clear(const struct settings *settings) {
    memset(out, 0, (size_t)cube_nodes() * settings->bytes);
}

static int run(const char *algorithm, const struct settings *settings) {
    return cube_alltoall_by(&(struct cube_choice){.algorithm = algorithm}, blocks, out,
                            settings->bytes);
}

static unsigned verify(const char *algorithm, const struct settings *settings) {
    unsigned wrong = 0;
    for (int from = 0; from < cube_nodes(); from++) {
        struct pattern expected = block_of(from, cube_node());
        size_t at = pattern_check(&expected, out + (size_t)from * settings->bytes, settings->bytes);
        if (at < settings->bytes && wrong++ == 0)
            fprintf(stderr, "node %d: %s: the block from node %d is wrong at byte %zu\n",
                    cube_node(), algorithm, from, at);
    }
    return wrong;
}

int main(int argc, char *argv[]) {
    int status;
    struct settings settings = {.sized = true, .bytes = 64, .repetitions = 3};
    if (!settings_read(argc, argv, "alltoall: total exchange, a block from each node to each other",
                       &settings, &status))
        return status;
    size_t count = (size_t)cube_nodes();
    blocks = allocate(count, settings.bytes);
    out = allocate(count, settings.bytes);
    for (int to = 0; to < cube_nodes(); to++) {
        struct pattern block = block_of(cube_node(), to);
        pattern_fill(&block, blocks + (size_t)to * settings.bytes, settings.bytes);
    }
    if (cube_node() == 0)
        printf("Total exchange on %d node%s: a block of %zu bytes from each node to each\n",
               cube_nodes(), cube_nodes() == 1 ? "" : "s", settings.bytes);

    const struct trial trial = {"alltoall", settings, clear, run, verify};
    bool right = measure_all(&trial);
    free(blocks);
    free(out);
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
