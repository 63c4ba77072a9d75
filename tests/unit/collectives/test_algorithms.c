/* Runs every algorithm of the catalogue on host cubes, where each node is a thread, and compares
 * each byte of each output with what it must be, and the meters with the schedule's own counts. On
 * small cubes the algorithms run with all sizes, roots, shifts and targets, on larger ones with
 * sizes and shapes drawn at random; and they run mixed, one after the other with nothing between.
 * The random numbers begin with CUBE_SEED, which is 1 if the environment does not say otherwise. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collectives/catalogue/catalogue.h"
#include "collectives/check/shapes.h"
#include "tests/host/host.h"
#include "tests/host/job.h"
#include "tests/unit/seed.h"

enum {
    SMALL_CUBE = HOST_THREADS_ALONE ? 1 : 3,
    LARGEST_CUBE = HOST_THREADS_ALONE ? 4 : 5,
    LARGEST_CUBE_THOROUGHLY = 6,        /* with CUBE_THOROUGH, as make soak has it */
    DRAWS = HOST_THREADS_ALONE ? 1 : 3, /* draws for every algorithm on each larger cube */
    MIXED = HOST_THREADS_ALONE ? 500 : 2000,
    MOST_WORK = 1 << 20, /* bytes that all nodes together compare, about, of one call */
};

/* Bytes of a block. The last size is more than a ring holds. */
static const size_t sizes[] = {0, 1, 7, 8, 64, 1000, 65536};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

/* ---- Lists of jobs, which every node works through ---- */

struct list {
    struct job *job;
    size_t count;
    _Atomic size_t begun; /* jobs that the fastest node has begun */
};

static void add(struct list *list, const struct job *job) {
    if ((list->count & (list->count - 1)) == 0)
        list->job = realloc(list->job, (list->count == 0 ? 1 : 2 * list->count) * sizeof *job);
    list->job[list->count++] = *job;
}

static int run_list(void *argument) {
    struct list *list = argument;
    for (size_t k = 0; k < list->count; k++) {
        size_t begun = atomic_load(&list->begun);
        while (begun < k && !atomic_compare_exchange_weak(&list->begun, &begun, k))
            ;
        int result = job_run(&list->job[k]);
        if (!host_expect(result == JOB_RIGHT, job_text(&list->job[k]), "result", result))
            return 1;
    }
    return 0;
}

/* Runs and empties the list. */
static void run(uint32_t dimension, const struct host_options *options, struct list *list) {
    enum host_verdict verdict = host_run(dimension, options, run_list, list);
    if (verdict != HOST_OK && list->count > 0)
        fprintf(stderr, "# CUBE_SEED=%u; up to: %s\n", first_seed,
                job_text(&list->job[atomic_load(&list->begun)]));
    free(list->job);
    *list = (struct list){0};
    assert_int_equal(verdict, HOST_OK);
}

/* ---- What jobs there are ---- */

/* Adds an algorithm in a shape with blocks of about `bytes` bytes, once for each material that it
 * can combine. */
static void add_size(struct list *list, struct job job, size_t bytes) {
    static const struct material *const materials[] = {&material_bytes, &material_matrices,
                                                       &material_texts};
    size_t kinds = job.algorithm->ordered ? sizeof materials / sizeof materials[0] : 1;
    for (size_t k = 0; k < kinds; k++) {
        size_t element = materials[k]->type->bytes;
        job.material = materials[k];
        job.bytes = bytes - bytes % element;
        job.longer = job_divides(job.algorithm) && bytes % 8 != 0 ? list->count % 3 : 0;
        if (bytes == 0 || bytes >= element)
            add(list, &job);
    }
}

static struct job job_of(const struct algorithm *algorithm, uint32_t free_set) {
    return (struct job){.algorithm = algorithm, .free = free_set};
}

/* Runs every algorithm in all shapes of the n-cube with all sizes, but with the longest size only
 * in one shape. */
TEST(every_size_and_shape_on_small_cubes) {
    for (uint32_t n = 0; n <= SMALL_CUBE; n++) {
        struct list list = {0};
        for (size_t entry = 0; entry < catalogue_entries; entry++) {
            struct job job = job_of(catalogue[entry], (1u << n) - 1);
            size_t count = SIZES;
            bool more = shape_first(job.algorithm, n, SHAPES_FEW, &job.shape);
            for (; more;
                 more = shape_next(job.algorithm, SHAPES_FEW, &job.shape), count = SIZES - 1)
                for (size_t k = 0; k < count; k++)
                    add_size(&list, job, sizes[k]);
        }
        run(n, NULL, &list);
    }
}

/* Draws one of the sizes, or any size up to the largest, but none with which comparing would take
 * long. Its time grows with the square of the nodes, for each of them compares what comes from all.
 * */
static size_t random_size(uint32_t dimension, uint32_t *random) {
    size_t most = (size_t)MOST_WORK >> 2 * dimension;
    uint32_t drawn = random_next(random);
    size_t bytes = drawn % 2 == 0 ? sizes[drawn / 2 % SIZES] : drawn / 2 % sizes[SIZES - 1];
    return bytes < most ? bytes : drawn / 2 % most;
}

TEST(random_sizes_and_shapes_on_larger_cubes) {
    uint32_t random = first_seed;
    uint32_t largest = getenv("CUBE_THOROUGH") ? LARGEST_CUBE_THOROUGHLY : LARGEST_CUBE;
    for (uint32_t n = SMALL_CUBE + 1; n <= largest; n++) {
        struct list list = {0};
        for (size_t entry = 0; entry < catalogue_entries; entry++)
            for (int draw = 0; draw < DRAWS; draw++) {
                struct job job = job_of(catalogue[entry], (1u << n) - 1);
                if (shape_random(job.algorithm, n, &random, &job.shape))
                    add_size(&list, job, random_size(n, &random));
            }
        run(n, NULL, &list);
    }
}

/* Runs any algorithms in any order, each in subcubes of any dimensions, at once in all subcubes of
 * the same dimensions. */
static void mix(uint32_t dimension, const struct host_options *options, int count, size_t most) {
    uint32_t random = first_seed;
    struct list list = {0};
    while (list.count < (size_t)count) {
        uint32_t all = (1u << dimension) - 1;
        uint32_t free_set = random_next(&random) % 2 == 0 ? all : random_next(&random) & all;
        const struct algorithm *algorithm = catalogue[random_next(&random) % catalogue_entries];
        struct job job = job_of(algorithm, free_set);
        uint32_t within = (uint32_t)__builtin_popcount(free_set);
        if (shape_random(algorithm, within, &random, &job.shape))
            add_size(&list, job, random_size(dimension, &random) % most);
    }
    run(dimension, options, &list);
}

TEST(mixed_in_any_order) {
    mix(3, NULL, MIXED, 4000);
    mix(4, NULL, MIXED / 4, 200);
}

/* Blocks of many times the ring's size, cut into pieces at odd places. */
TEST(mixed_on_the_smallest_rings) {
    const struct host_options smallest = {.direct = 4 * CUBE_SLOT_BYTES};
    const struct host_options looking = {.direct = 4 * CUBE_SLOT_BYTES, .spins = 100};
    mix(2, &smallest, MIXED / 2, 2000);
    mix(3, &looking, MIXED / 2, 1000);
}
