/* Total exchange: each node has a block for every node. Three algorithms, every byte and count
 * checked. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"
#include "pattern.h"

static const char *const algorithms[] = {"alltoall-ecube", "alltoall-ecube-pieces",
                                         "alltoall-exchange"};
enum { ALGORITHMS = sizeof algorithms / sizeof algorithms[0] };

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
    return cube_alltoall_by(algorithm, blocks, out, settings->bytes);
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
    struct settings settings = {.bytes = 64, .repetitions = 3};
    if (!settings_read(argc, argv, "alltoall: total exchange, a block from each node to each other",
                       &settings, &status))
        return status;
    size_t all = (size_t)cube_nodes() * settings.bytes + 1;
    blocks = malloc(all);
    out = malloc(all);
    if (blocks == NULL || out == NULL) {
        fprintf(stderr, "node %d: no memory for 2 x %zu bytes: give cuberun more with --heap\n",
                cube_node(), all);
        return EXIT_FAILURE;
    }
    for (int to = 0; to < cube_nodes(); to++) {
        struct pattern block = block_of(cube_node(), to);
        pattern_fill(&block, blocks + (size_t)to * settings.bytes, settings.bytes);
    }
    if (cube_node() == 0)
        printf("Total exchange on %d nodes: a block of %zu bytes from each node to each\n",
               cube_nodes(), settings.bytes);

    struct result results[ALGORITHMS];
    bool right = true;
    for (int k = 0; k < ALGORITHMS; k++) {
        struct trial trial = {algorithms[k], settings, clear, run, verify};
        results[k] = measure(&trial);
        right = right && results[k].right;
    }
    if (cube_node() == 0)
        print_comparison(results, ALGORITHMS);
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
