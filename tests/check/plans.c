/* Finds a plan that differs from its schedule. The plans of all nodes are written for every
 * algorithm of the catalogue, and taken instead of being run (tests/check/plans/trials.c). Then
 * they are interpreted (tests/check/interpreter.h), and compared with the checker's view of the
 * schedule. With CUBE_THOROUGH in the environment every shape is tried with every size. */
#include <stdlib.h>
#include <string.h>

#include "collectives/catalogue/catalogue.h"
#include "collectives/check/shapes.h"
#include "formats/operations.h"
#include "tests/check/plans/trials.h"
#include "tests/unit/test.h"

/* ---- What is tried ---- */

static void compose(UNUSED const void *left_in, UNUSED void *right_inout, UNUSED size_t count,
                    UNUSED const struct cube_type *type) {
}

/* Elements that no power of two divides a slot into; larger than one; and operators that do not
 * commute. */
static const struct cube_type odd_type = {.bytes = 24}, large_type = {.bytes = 72};
static const struct cube_op ordered_op = {.function = compose};

static const struct {
    const struct cube_type *type;
    const struct cube_op *op;
} materials[] = {
    {&cube_byte, &cube_sum},    {&cube_uint64, &cube_sum},   {&odd_type, &ordered_op},
    {&large_type, &ordered_op}, {&cube_uint64, &ordered_op},
};
enum { MATERIALS = sizeof materials / sizeof materials[0], COMMUTING = 2 };

/* Whether block b has the same size in every area, so that blocks may differ in size. They may not
 * where the one block of an output is one of many of the input, nor where points go to another
 * edge. */
static bool divides(const struct algorithm *algorithm) {
    uint32_t tag = algorithm->operation->tag;
    return (algorithm->operation->combines || (algorithm->varies & VARIES_PACKETS) != 0) &&
           tag != OPERATION_REDUCE_SCATTER && tag != OPERATION_MESH_REDUCE_SCATTER &&
           tag != OPERATION_MESH_FIVE_POINT && tag != OPERATION_MESH_NINE_POINT;
}

/* A way of making calls. */
struct course {
    struct host_options options;
    uint32_t least, most; /* dimensions of the (sub)cubes */
    uint32_t more;        /* dimensions that the whole cube has beside them */
    uint32_t every;       /* each shape is tried with one of N sizes, the next with others */
    bool recorded;
    bool uneven;
    bool even;   /* blocks of a call are of one size, for the algorithm sends sets of them */
    bool meshes; /* random meshes instead of shapes */
};

static uint64_t slots_of(const struct course *course) {
    return (course->options.direct == 0 ? HOST_DIRECT : course->options.direct) / CUBE_SLOT_BYTES;
}

/* Sizes around what a word, a slot, a packet by itself, half a ring and a ring hold. */
enum { SIZES = 18 };
static void set_sizes(uint64_t slots, size_t sizes[SIZES]) {
    size_t slot = CUBE_SLOT_BYTES, header = sizeof(struct cube_header);
    const size_t all[SIZES] = {
        0,
        1,
        7,
        8,
        9,
        24,
        slot - header,
        slot - header + 1,
        2 * slot - header,
        2 * slot - header + 1,
        (slots / 2 - 1) * slot - header,
        (slots / 2 - 1) * slot - header + 1,
        slots / 2 * slot - header,
        slots / 2 * slot,
        slots * slot - header,
        slots * slot - header + 1,
        slots * slot + 1,
        3 * slots * slot,
    };
    memcpy(sizes, all, sizeof all);
}

static bool has_v_form(const struct algorithm *algorithm) {
    const char *name = operation_name(algorithm->operation->tag);
    return strcmp(name, "gather") == 0 || strcmp(name, "scatter") == 0 ||
           strcmp(name, "allgather") == 0 || strcmp(algorithm->name, "alltoall-ecube-pieces") == 0;
}

/* The dimensions of a subcube: every other one, as far as there are enough, in turn from all. */
static uint32_t free_dimensions(uint32_t dimension, uint32_t count, uint32_t number) {
    uint32_t free_set = 0;
    for (uint32_t d = number; (uint32_t)__builtin_popcount(free_set) < count; d += 2) {
        while (free_set >> d % dimension & 1)
            d++;
        free_set |= 1u << d % dimension;
    }
    return free_set;
}

/* Adds the call number `number` of all. */
static void add(struct trials *list, const struct course *course, const struct algorithm *algorithm,
                const struct shape *shape, const struct sightings *seen, size_t bytes,
                uint32_t number) {
    struct trial *trial = &list->trial[list->count++];
    *trial = (struct trial){.seen = seen};
    struct planned *call = &trial->call;
    call->algorithm = algorithm;
    call->shape = *shape;
    call->dimension = shape->dimension + course->more;
    call->free = free_dimensions(call->dimension, shape->dimension, number);
    call->slots = slots_of(course);
    call->recorded = course->recorded;
    call->uneven = course->uneven;
    call->element = 1;
    call->bytes = bytes;
    if (algorithm->operation->combines) {
        uint32_t material = number % (algorithm->ordered ? MATERIALS : COMMUTING);
        trial->type = materials[material].type;
        trial->op = materials[material].op;
        call->commutes = trial->op->commutative;
        call->element = trial->type->bytes;
        call->bytes -= bytes % call->element;
        call->in_place = (algorithm->accumulators >> AREA_OUTPUT & 1) != 0 && number % 2 != 0;
    }
    trial->divides = divides(algorithm) && !course->even;
    if (trial->divides && number % 5 < 3)
        call->longer = number % 5;
}

/* Adds calls of an algorithm in a shape, the number `number` of all. */
static void add_shape(struct trials *list, const struct course *course,
                      const struct algorithm *algorithm, const struct shape *shape,
                      uint32_t number) {
    uint32_t every = !getenv("CUBE_THOROUGH") ? course->every : 1;
    size_t sizes[SIZES];
    set_sizes(slots_of(course), sizes);
    if (list->count + SIZES > MOST_TRIALS)
        trials_run(list, &course->options);
    struct sightings *seen = &list->seen[list->shapes++];
    assert_true(sightings_of(algorithm, shape, seen));
    for (uint32_t k = 0; k < (course->uneven ? 1 : SIZES); k++)
        if (course->uneven || (k + number) % every == 0)
            add(list, course, algorithm, shape, seen, sizes[k], number + k);
}

/* Adds all shapes of an algorithm on the n-cube. Returns how many. */
static uint32_t add_shapes(struct trials *list, const struct course *course,
                           const struct algorithm *algorithm, uint32_t n, uint32_t number) {
    struct shape shape;
    uint32_t count = 0;
    bool more = shape_first(algorithm, n, SHAPES_FEW, &shape);
    for (; more; more = shape_next(algorithm, SHAPES_FEW, &shape))
        add_shape(list, course, algorithm, &shape, number + count++);
    return count;
}

/* Adds random meshes. Returns how many. */
static uint32_t add_meshes(struct trials *list, const struct course *course,
                           const struct algorithm *algorithm, uint32_t n, uint32_t number) {
    enum { MESHES = 4 };
    struct shape shape;
    uint32_t count = 0, random = 1 + number;
    for (int k = 0; k < MESHES && (algorithm->varies & VARIES_SIDES) != 0; k++)
        if (shape_random_mesh(algorithm, n, &random, &shape))
            add_shape(list, course, algorithm, &shape, number + count++);
    return count;
}

static void try(const struct course *course) {
    static struct trials list;
    uint32_t number = 0;
    for (uint32_t n = course->least; n <= course->most; n++) {
        for (size_t entry = 0; entry < catalogue_entries; entry++)
            if (!course->uneven || has_v_form(catalogue[entry]))
                number += (course->meshes ? add_meshes : add_shapes)(&list, course,
                                                                     catalogue[entry], n, number);
        trials_run(&list, &course->options);
    }
    assert_true(number > 0);
}

/* ---- The courses ---- */

TEST(of_every_size) {
    try(&(struct course){.options = {.direct = 1024}, .most = 3, .every = 6});
    try(&(struct course){.options = {.direct = 256}, .most = 3, .every = 9});
    try(&(struct course){.options = {.direct = 0}, .most = 1, .every = 9});
}

TEST(in_larger_cubes) {
    try(&(struct course){.options = {.direct = 1024}, .least = 4, .most = 4, .every = 9});
    try(&(struct course){.options = {.direct = 512}, .least = 5, .most = 5, .every = SIZES});
}

TEST(in_subcubes) {
    try(&(struct course){.options = {.direct = 1024}, .most = 3, .more = 1, .every = 9});
    try(&(struct course){.options = {.direct = 512}, .most = 2, .more = 2, .every = 9});
}

/* Messages of N packets that a plan is written in parts, and that there are more blocks than
 * the lowering keeps sets of (workspace.h). */
TEST(of_many_packets) {
    static const struct shape shapes[] = {
        {.dimension = 3, .target = 6, .packets = 150, .axes = 1, .side = {8}},
        {.dimension = 1, .target = 1, .packets = 512, .axes = 1, .side = {2}},
        {.dimension = 1, .target = 1, .packets = 600, .axes = 1, .side = {2}},
    };
    static struct trials list;
    for (size_t k = 0; k < sizeof shapes / sizeof shapes[0]; k++) {
        const struct course course = {.options = {.direct = 256}, .every = SIZES};
        uint32_t number = 0;
        for (size_t entry = 0; entry < catalogue_entries; entry++)
            if ((catalogue[entry]->varies & VARIES_PACKETS) != 0 &&
                algorithm_applicable(catalogue[entry], &shapes[k]))
                add_shape(&list, &course, catalogue[entry], &shapes[k], number++);
        assert_true(list.count > 0);
        trials_run(&list, &course.options);
    }
}

TEST(from_an_accumulator_in_part) {
    const struct algorithm mixed = mixed_algorithm();
    const struct course course = {.options = {.direct = 512}, .every = 1, .even = true};
    const struct shape shape = shape_of(1);
    static struct trials list;
    for (uint32_t number = 0; number < 2; number++) { /* in place, and not in place */
        add_shape(&list, &course, &mixed, &shape, number);
        trials_run(&list, &course.options);
    }
}

TEST(on_meshes) {
    try(&(struct course){.options = {.direct = 1024}, .most = 4, .every = 9, .meshes = true});
}

TEST(of_blocks_of_any_sizes) {
    try(&(struct course){.options = {.direct = 1024}, .most = 4, .uneven = true});
    try(&(struct course){
        .options = {.direct = 256}, .least = 1, .most = 3, .more = 1, .uneven = true});
}

TEST(where_steps_are_recorded) {
    try(&(struct course){.options = {.direct = 1024}, .most = 3, .every = 9, .recorded = true});
}

TEST(by_clocks) {
    const struct cube_costs costs = {.start = 100, .hop = 10, .byte = 1};
    struct course course = {.options = {.direct = 1024, .costs = costs}, .most = 3, .every = 9};
    course.options.flags = CUBE_PAGE_CLOCK;
    try(&course);
    course.options.flags |= CUBE_PAGE_ONE_PORT;
    course.recorded = true;
    try(&course);
}
