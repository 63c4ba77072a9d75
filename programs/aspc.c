/* All-to-some personalized communication (Hu): logical node i, at physical node Gray(i), sends its
 * element j to logical nodes i + 2^j and i - 2^j. Runs the catalogue's algorithms, and checks every
 * byte and the counts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "programs/computations/must.h"
#include "programs/parts/measure.h"
#include "programs/parts/pattern.h"

static char *elements, *plus, *minus; /* n elements each */

/* Element j is the same for both of its destinations, so the number j stands for both. */
static struct pattern element_of(int node, int j) {
    return (struct pattern){.source = (uint32_t)node, .element = (uint32_t)j, .destination = 0};
}

static void clear(const struct settings *settings) {
    size_t all = (size_t)cube_dim() * settings->bytes;
    memset(plus, 0, all);
    memset(minus, 0, all);
}

static int run(const char *algorithm, const struct settings *settings) {
    return cube_aspc_by(&(struct cube_choice){.algorithm = algorithm}, elements, plus, minus,
                        settings->bytes);
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
    struct settings settings = {.sized = true, .bytes = 64, .repetitions = 3};
    if (!settings_read(argc, argv, "aspc: all-to-some personalized communication", &settings,
                       &status))
        return status;
    size_t count = (size_t)cube_dim();
    elements = allocate(count, settings.bytes);
    plus = allocate(count, settings.bytes);
    minus = allocate(count, settings.bytes);
    for (int j = 0; j < cube_dim(); j++) {
        struct pattern element = element_of(cube_node(), j);
        pattern_fill(&element, elements + (size_t)j * settings.bytes, settings.bytes);
    }
    if (cube_node() == 0)
        printf("ASPC on %d node%s: %d elements of %zu bytes each, element j from i to i +- 2^j\n",
               cube_nodes(), cube_nodes() == 1 ? "" : "s", cube_dim(), settings.bytes);

    const struct trial trial = {"aspc", settings, clear, run, verify};
    bool right = measure_all(&trial);
    free(elements);
    free(plus);
    free(minus);
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
