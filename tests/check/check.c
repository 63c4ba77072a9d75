/* Finds a schedule of the catalogue that is wrong on some cube, and a mistake in a schedule or in
 * what is claimed of it that the proof does not notice. Prints TAP. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collectives/catalogue/catalogue.h"
#include "collectives/check/checker.h"
#include "collectives/check/shapes.h"
#include "collectives/cube/shared.h"
#include "collectives/refined/refined.h"
#include "tests/check/broken.h"

/* Dimensions of the largest cubes of which all shapes are checked, and of which one is. */
enum {
    ALL_SHAPES = 7,
    ONE_SHAPE = 9,
    READS = 3,                 /* and of which undeclared members are looked for */
    ALL_SHAPES_THOROUGHLY = 9, /* with CUBE_THOROUGH, as make soak has it */
    ONE_SHAPE_THOROUGHLY = CUBE_MAX_DIMENSION,
};

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

/* Checks all shapes of one algorithm on one cube, and prints one line for them. */
static void check_shapes(const struct algorithm *algorithm, uint32_t dimension) {
    struct shape shape;
    struct finding finding;
    char what[40];
    unsigned shapes = 0;
    bool right = true;
    bool more = shape_first(algorithm, dimension, SHAPES_MANY, &shape);
    for (; right && more; more = shape_next(algorithm, SHAPES_MANY, &shape)) {
        right = (dimension > READS ||
                 check_reads(algorithm, &shape, finding.message, sizeof finding.message)) &&
                check_meaning(algorithm, &shape, finding.message, sizeof finding.message) &&
                check_schedule(algorithm, &shape, &finding);
        shapes++;
        if (!right)
            printf("# %s\n", shape_text(algorithm, &shape));
    }
    if (shapes == 0)
        return;
    snprintf(what, sizeof what, ", shapes: %u", shapes);
    ok(right, algorithm->name, algorithm->varies != 0 ? what : "", dimension, finding.message);
}

/* Checks the first shape of an algorithm that moves little: in cubes of thousands of nodes others
 * take minutes. */
static void check_light(const struct algorithm *algorithm, uint32_t dimension) {
    enum { MOST_WORDS = 12 /* over links, a node */ };
    struct shape shape;
    struct finding finding = {.message = ""};
    if (!shape_first(algorithm, dimension, SHAPES_MANY, &shape) ||
        algorithm_link_words(algorithm, &shape) >> dimension > MOST_WORDS)
        return;
    bool right = check_meaning(algorithm, &shape, finding.message, sizeof finding.message) &&
                 check_schedule(algorithm, &shape, &finding);
    if (!right)
        printf("# %s\n", shape_text(algorithm, &shape));
    ok(right, algorithm->name, ", one shape", dimension, finding.message);
}

/* Checks meshes of other sides than those that shapes.c chooses. */
static void check_random_meshes(const struct algorithm *algorithm, uint32_t dimension) {
    enum { MESHES = 20 };
    uint32_t state = 1 + dimension;
    struct shape shape;
    struct finding finding = {.message = ""};
    bool right = true;
    for (int k = 0; right && k < MESHES; k++)
        if (shape_random_mesh(algorithm, dimension, &state, &shape))
            right = check_schedule(algorithm, &shape, &finding);
    if (!right)
        printf("# %s\n", shape_text(algorithm, &shape));
    ok(right, algorithm->name, ", meshes drawn at random", dimension, finding.message);
}

/* Algorithms that work by what a search finds, though no theorem says that it always does: they are
 * checked on all meshes of cubes of `dimension` dimensions. */
static const struct searched {
    const char *name;
    uint32_t dimension, thoroughly;
} searched[] = {
    {"mesh-allgather-all-port", 7, 9},
    {"mesh-allreduce-long-edges", 6, 8},
    {"mesh-alltoall-links", 6, 8},
};

/* Adds axes of all even sides as long as dimensions are left, and checks each mesh. Returns how
 * many there are, or 0 if one is wrong. */
static uint32_t check_meshes(const struct algorithm *algorithm, struct shape *shape,
                             uint32_t dimensions, struct finding *finding) {
    uint32_t meshes = 1;
    if (shape->axes > 0 && algorithm_applicable(algorithm, shape) &&
        !check_schedule(algorithm, shape, finding)) {
        printf("# %s\n", shape_text(algorithm, shape));
        return 0;
    }
    for (uint32_t width = 1; width <= dimensions; width++)
        for (uint32_t side = ((1u << width) / 2 + 2) & ~1u; side <= 1u << width; side += 2) {
            shape->side[shape->axes++] = side;
            uint32_t more = check_meshes(algorithm, shape, dimensions - width, finding);
            shape->axes--;
            if (more == 0)
                return 0;
            meshes += more;
        }
    return meshes;
}

/* Of meshes whose sides take n dimensions in all there are F(2 n - 1), a Fibonacci number; so up to
 * n dimensions there are F(2 n), and one without an axis is counted, too. */
static void check_all_meshes(bool thorough) {
    static const uint32_t meshes[] = {[6] = 144, [7] = 377, [8] = 987, [9] = 2584};
    for (size_t k = 0; k < sizeof searched / sizeof searched[0]; k++) {
        uint32_t n = thorough ? searched[k].thoroughly : searched[k].dimension;
        struct finding finding = {.message = ""};
        struct shape shape = shape_of(n);
        bool right =
            check_meshes(catalogue_find(searched[k].name), &shape, n, &finding) == meshes[n] + 1;
        ok(right, searched[k].name, ", all meshes", n, finding.message);
    }
}

/* The next larger cube that has forests takes seconds. */
static void check_large_cube(void) {
    const struct algorithm *algorithm = catalogue_find("mesh-allreduce-long-edges");
    struct finding finding = {.message = ""};
    struct shape shape = shape_of(10);
    for (; shape.axes < shape.dimension; shape.axes++)
        shape.side[shape.axes] = 2;
    ok(algorithm_applicable(algorithm, &shape) && check_schedule(algorithm, &shape, &finding),
       algorithm->name, ", as a cube", shape.dimension, finding.message);
}

static void check_catalogue(void) {
    bool thorough = getenv("CUBE_THOROUGH");
    uint32_t all = thorough ? ALL_SHAPES_THOROUGHLY : ALL_SHAPES;
    uint32_t largest = thorough ? ONE_SHAPE_THOROUGHLY : ONE_SHAPE;
    for (size_t entry = 0; entry < catalogue_entries; entry++)
        for (uint32_t n = 0; n <= all; n++)
            check_shapes(catalogue[entry], n);
    for (size_t entry = 0; entry < catalogue_entries; entry++)
        for (uint32_t n = all + 1; n <= largest; n++)
            check_light(catalogue[entry], n);
    for (size_t entry = 0; entry < catalogue_entries; entry++)
        for (uint32_t n = 1; n <= 6 && (catalogue[entry]->varies & VARIES_SIDES); n++)
            check_random_meshes(catalogue[entry], n);
    check_all_meshes(thorough);
    if (thorough)
        check_large_cube();
}

/* The first shape in which there is a packet that could go astray. */
static bool first_with_steps(const struct algorithm *algorithm, uint32_t dimension,
                             struct shape *shape) {
    bool more = shape_first(algorithm, dimension, SHAPES_FEW, shape);
    while (more && algorithm_steps(algorithm, shape) == 0)
        more = shape_next(algorithm, SHAPES_FEW, shape);
    return more;
}

/* On 4 nodes the only node that sends in the last step of this broadcast sends a copy of the same
 * by each port. The one in the place of the other is as right. */
static bool is_none(const struct algorithm *algorithm, enum mistake mistake, uint32_t dimension) {
    return algorithm == &broadcast_esbt_copies && dimension == 2 &&
           (mistake == MISTAKE_DOUBLED || mistake == MISTAKE_WRONG_PORT);
}

static void check_mistakes(void) {
    for (size_t entry = 0; entry < catalogue_entries; entry++)
        for (int mistake = 0; mistake < MISTAKES; mistake++)
            for (uint32_t n = 2; n <= 5; n += 3) {
                char what[80];
                struct finding finding;
                struct shape shape;
                if (!first_with_steps(catalogue[entry], n, &shape) ||
                    is_none(catalogue[entry], (enum mistake)mistake, n))
                    continue;
                struct algorithm broken =
                    broken_schedule(catalogue[entry], &shape, (enum mistake)mistake);
                bool right = check_schedule(&broken, &shape, &finding);
                snprintf(what, sizeof what, ", a packet %s: noticed", mistake_names[mistake]);
                ok(!right && finding.message[0] != '\0', broken.name, what, n, finding.message);
            }
}

/* Checks that a bound which is one too low or too high is noticed, in every shape of the small
 * cubes. */
static void check_moved_bounds(const struct algorithm *algorithm, uint32_t dimension) {
    struct shape shape;
    struct finding finding = {.message = ""};
    unsigned shapes = 0, noticed = 0;
    bool more = shape_first(algorithm, dimension, SHAPES_FEW, &shape);
    for (; more; more = shape_next(algorithm, SHAPES_FEW, &shape))
        for (int by = -1; by <= 1; by += 2) {
            struct algorithm moved = schedule_with_bound(algorithm, by);
            shapes++;
            noticed += !check_schedule(&moved, &shape, &finding) &&
                       strstr(finding.message, "the lower bound is");
        }
    if (shapes > 0)
        ok(noticed == shapes, algorithm->name, ", a bound that is off by one: noticed", dimension,
           finding.message);
}

/* The number of blocks of the input at the node that has the most: a block is that part of it. */
static uint32_t inputs(const struct algorithm *algorithm, const struct shape *shape) {
    uint32_t most = 0;
    for (uint32_t node = 0; node < shape_nodes(shape); node++)
        if (algorithm_blocks(algorithm, shape, node, AREA_INPUT) > most)
            most = algorithm_blocks(algorithm, shape, node, AREA_INPUT);
    return most;
}

/* Whether any algorithm of the same operation takes `finding->bound` steps in that shape and uses
 * no more than `algorithm`, whose result is *finding: its port model or a stricter one, no relays
 * if it has none, packets that are no larger a part of the message, and the order of operands if it
 * keeps it. */
static bool has_rival(const struct algorithm *algorithm, const struct shape *shape,
                      const struct finding *finding) {
    uint32_t parts = inputs(algorithm, shape);
    for (size_t entry = 0; entry < catalogue_entries; entry++) {
        const struct algorithm *rival = catalogue[entry];
        struct finding its;
        struct shape same = *shape;
        if (rival->operation != algorithm->operation || rival->ports < algorithm->ports ||
            (algorithm->ordered && !rival->ordered) || (algorithm->on_array && !rival->on_array) ||
            (rival->copies && !algorithm->copies))
            continue;
        /* A rival that may divide a message as it likes is given packets as large as those that
         * were found. */
        if ((rival->varies & ~algorithm->varies) & VARIES_PACKETS)
            same.packets = (parts + finding->blocks - 1) / finding->blocks;
        if ((algorithm_applicable(rival, &same)) && check_schedule(rival, &same, &its) &&
            its.steps <= finding->bound && its.relays <= finding->relays &&
            its.blocks * parts <= finding->blocks * inputs(rival, &same))
            return true;
    }
    return false;
}

/* Some bounds are reached on all small cubes. */
enum { LARGEST_OPEN = 9 };

/* Checks that where a schedule takes more steps than its bound, another one takes as few as that,
 * or that the catalogue says that there is none. Goes up to cubes where it says so. */
static void check_rivals(const struct algorithm *algorithm) {
    struct finding finding = {.message = ""};
    struct shape shape;
    unsigned open = 0, wrong = 0;
    uint32_t most = 5;
    for (uint32_t n = 0; n <= most; n++) {
        bool more = shape_first(algorithm, n, SHAPES_FEW, &shape);
        for (; more; more = shape_next(algorithm, SHAPES_FEW, &shape))
            if (check_schedule(algorithm, &shape, &finding) && finding.steps > finding.bound) {
                bool is_open = algorithm_is_open(algorithm, &shape);
                open += is_open;
                wrong += has_rival(algorithm, &shape, &finding) == is_open;
            }
        if (n == most && algorithm_is_open(algorithm, NULL) && open == 0 && most < LARGEST_OPEN)
            most++;
    }
    ok(wrong == 0 && (open > 0) == algorithm_is_open(algorithm, NULL), algorithm->name,
       algorithm_is_open(algorithm, NULL) ? ", no other takes so few steps as its bound"
                                          : ", its bound is reached",
       most, finding.message);
}

int main(void) {
    check_catalogue();
    check_mistakes();
    for (size_t entry = 0; entry < catalogue_entries; entry++)
        for (uint32_t n = 0; n <= 5; n++)
            check_moved_bounds(catalogue[entry], n);
    for (size_t entry = 0; entry < catalogue_entries; entry++)
        check_rivals(catalogue[entry]);
    printf("1..%u\n", tests);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
