/* Proves every schedule of the catalogue on every cube, and that the proof notices mistakes. Prints
 * TAP. */
#include <stdio.h>
#include <stdlib.h>

#include "collectives/catalogue.h"
#include "tests/check/broken.h"
#include "tests/check/checker.h"
#include "tests/check/meant.h"
#include "tests/check/shapes.h"

static unsigned tests;
static unsigned failed;

static void ok(bool passed, const char *name, const char *what, uint32_t dimension,
               const char *message) {
    tests++;
    failed += passed ? 0 : 1;
    printf("%sok %u - %s%s, n = %u\n", passed ? "" : "not ", tests, name, what, dimension);
    if (message[0] != '\0')
        printf("# %s\n", message);
}

/* One line for all shapes of one algorithm on one cube. */
static void check_shapes(const struct schedule *schedule, uint32_t dimension) {
    struct shape shape;
    struct finding finding;
    char what[40];
    unsigned shapes = 0;
    bool right = true;
    bool more = shape_first(schedule, dimension, SHAPES_MANY, &shape);
    for (; right && more; more = shape_next(schedule, SHAPES_MANY, &shape)) {
        right = check_meaning(schedule, &shape, finding.message, sizeof finding.message) &&
                check_schedule(schedule, &shape, &finding);
        shapes++;
        if (!right)
            printf("# %s\n", shape_text(schedule, &shape));
    }
    if (shapes == 0)
        return;
    snprintf(what, sizeof what, ", shapes: %u", shapes);
    ok(right, schedule->name, schedule->varies != 0 ? what : "", dimension, finding.message);
}

static void check_catalogue(void) {
    for (size_t entry = 0; entry < catalogue_entries; entry++)
        for (uint32_t n = 0; n <= CUBE_MAX_DIMENSION; n++)
            check_shapes(catalogue[entry], n);
}

/* The first shape in which there is a packet that could go astray. */
static bool first_with_steps(const struct schedule *schedule, uint32_t dimension,
                             struct shape *shape) {
    bool more = shape_first(schedule, dimension, SHAPES_FEW, shape);
    while (more && schedule->steps(shape) == 0)
        more = shape_next(schedule, SHAPES_FEW, shape);
    return more;
}

static void check_mistakes(void) {
    for (size_t entry = 0; entry < catalogue_entries; entry++)
        for (int mistake = 0; mistake < MISTAKES; mistake++)
            for (uint32_t n = 2; n <= 5; n += 3) {
                char what[80];
                struct finding finding;
                struct shape shape;
                if (!first_with_steps(catalogue[entry], n, &shape))
                    continue;
                struct schedule broken =
                    broken_schedule(catalogue[entry], &shape, (enum mistake)mistake);
                bool right = check_schedule(&broken, &shape, &finding);
                snprintf(what, sizeof what, ", a packet %s: noticed", mistake_names[mistake]);
                ok(!right && finding.message[0] != '\0', broken.name, what, n, finding.message);
            }
}

int main(void) {
    check_catalogue();
    check_mistakes();
    printf("1..%u\n", tests);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
