/* All-to-some personalized communication (Hu): logical node i, at physical node Gray(i), sends its
 * element j to logical nodes i + 2^j and i - 2^j. Three algorithms, every byte and count checked.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"
#include "pattern.h"

static const char *const algorithms[] = {"aspc", "aspc-permutations", "aspc-one-port"};
enum { ALGORITHMS = sizeof algorithms / sizeof algorithms[0] };

static char *elements, *plus, *minus; /* n elements each */

/* Element j is the same for both of its destinations; the number j stands for them. */
static struct pattern element_of(int node, int j) {
    return (struct pattern){.source = (uint32_t)node, .element = (uint32_t)j, .destination = 0};
}

static void clear(const struct settings *settings) {
    size_t all = (size_t)cube_dim() * settings->bytes;
    memset(plus, 0, all);
    memset(minus, 0, all);
}

static int run(const char *algorithm, const struct settings *settings) {
    return cube_aspc_by(algorithm, elements, plus, minus, settings->bytes);
}

static unsigned verify_half(const char *algorithm, const char *half, int sign,
                            const struct settings *settings) {
    unsigned wrong = 0;
    int i = cube_gray_inverse(cube_node());
    for (int j = 0; j < cube_dim(); j++) {
        int from = cube_gray((i - sign * (1 << j)) & (cube_nodes() - 1));
        struct pattern expected = element_of(from, j);
        size_t at = pattern_check(&expected, half + (size_t)j * settings->bytes, settings->bytes);
        if (at < settings->bytes && wrong++ == 0)
            fprintf(stderr, "node %d: %s: element %d from node %d is wrong at byte %zu\n",
                    cube_node(), algorithm, j, from, at);
    }
    return wrong;
}

static unsigned verify(const char *algorithm, const struct settings *settings) {
    return verify_half(algorithm, plus, 1, settings) + verify_half(algorithm, minus, -1, settings);
}

int main(int argc, char *argv[]) {
    int status;
    struct settings settings = {.bytes = 64, .repetitions = 3};
    if (!settings_read(argc, argv, "aspc: all-to-some personalized communication", &settings,
                       &status))
        return status;
    size_t all = (size_t)cube_dim() * settings.bytes + 1;
    elements = malloc(all);
    plus = malloc(all);
    minus = malloc(all);
    if (elements == NULL || plus == NULL || minus == NULL) {
        fprintf(stderr, "node %d: no memory for 3 x %zu bytes: give cuberun more with --heap\n",
                cube_node(), all);
        return EXIT_FAILURE;
    }
    for (int j = 0; j < cube_dim(); j++) {
        struct pattern element = element_of(cube_node(), j);
        pattern_fill(&element, elements + (size_t)j * settings.bytes, settings.bytes);
    }
    if (cube_node() == 0)
        printf("ASPC on %d nodes: element j = 0 .. %d, %zu bytes each, from i to i +- 2^j\n",
               cube_nodes(), cube_dim() - 1, settings.bytes);

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
