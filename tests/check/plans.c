/* Checks that plans do what schedules say. The plans of all nodes are written for every algorithm
 * of the catalogue. This file stands in the place of collectives/run/plan_run.c and takes them
 * instead of running them. Then they are interpreted (tests/check/interpreter.h), and what they do
 * is compared with what the checker has seen of the schedule. With CUBE_THOROUGH in the environment
 * every shape is tried with every size. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "collectives/run/executor.h"
#include "collectives/run/plan_run.h"
#include "collectives/schedule/catalogue.h"
#include "collectives/schedule/operations.h"
#include "collectives/schedule/subcube.h"
#include "tests/check/planned.h"
#include "tests/check/shapes.h"
#include "tests/host/host.h"
#include "tests/host/job.h"

/* ---- Taking plans ---- */

/* All that a node's call has handed over: one plan, or the parts of a long one. */
static _Thread_local struct plan *taken;

/* Whether no part of a plan ends between actions that belong together. */
static bool is_whole(const struct plan *plan) {
    uint32_t k = 0;
    while (k < plan->length) {
        bool group =
            plan->action[k].kind == ACTION_ANY_ORDER || plan->action[k].kind == ACTION_TOGETHER;
        k += 1u + (group ? plan->action[k].count : 0);
    }
    return k == plan->length;
}

static int take(const struct plan *plan) {
    host_check(is_whole(plan));
    uint32_t before = taken == NULL ? 0 : taken->length;
    struct plan *all =
        realloc(taken, sizeof *plan + (before + plan->length) * sizeof *plan->action);
    if (all == NULL)
        abort();
    memcpy(all, plan, sizeof *plan);
    memcpy(all->action + before, plan->action, plan->length * sizeof *plan->action);
    all->length += before;
    taken = all;
    return 0;
}

int plan_do(struct plan *plan) {
    return take(plan);
}

int plan_run(const void *input, void *output, struct plan *plan) {
    plan->buffer[BUFFER_INPUT] = (uint8_t *)(uintptr_t)input;
    plan->buffer[BUFFER_OUTPUT] = output;
    return take(plan);
}

/* ---- Calls ---- */

enum { MOST_NODES = 1 << 6 };

/* A call, and the plans of its nodes. */
struct trial {
    struct planned call;
    const struct cube_type *type;
    const struct cube_op *op; /* null: nothing is combined */
    const struct sightings *seen;
    struct plan *plan[MOST_NODES];
};

/* Block b of the v forms lies between offsets b and b + 1. Where each block is for, or of, one
 * rank, `rank` is any. */
static void set_offsets(const struct planned *call, bool to, uint32_t rank, size_t offsets[]) {
    offsets[0] = 3; /* offsets need not begin with 0 */
    for (uint32_t v = 0; v < shape_nodes(&call->shape); v++)
        offsets[v + 1] =
            offsets[v] + (to ? planned_size(call, rank, v) : planned_size(call, v, rank));
}

static int call_uneven(const struct planned *call, const void *input, void *output, uint32_t rank) {
    const struct cube_choice choice = {.algorithm = call->algorithm->name,
                                       .dimensions = call->free};
    const char *name = operation_name(call->algorithm->operation->tag);
    size_t from[MOST_NODES + 1], to[MOST_NODES + 1];
    bool all_to_all = strcmp(name, "alltoall") == 0;
    set_offsets(call, false, all_to_all ? rank : 0, from);
    set_offsets(call, true, rank, to);
    if (all_to_all)
        return cube_alltoallv_by(&choice, input, to, output, from);
    if (strcmp(name, "gather") == 0)
        return cube_gatherv_by(&choice, input, output, from, (int)call->shape.root);
    if (strcmp(name, "scatter") == 0)
        return cube_scatterv_by(&choice, input, output, to, (int)call->shape.root);
    return cube_allgatherv_by(&choice, input, output, from);
}

static int call_even(const struct trial *trial, const void *input, uint8_t *output) {
    const struct planned *planned = &trial->call;
    struct call call = {
        .algorithm = planned->algorithm,
        .shape = planned->shape,
        .node = subcube_rank((uint32_t)cube_node(), planned->free),
        .free = planned->free,
        .input = input,
        .layout = {planned->bytes, planned->longer, planned->element, NULL},
        .type = trial->type,
        .op = trial->op,
    };
    for (uint32_t k = 0; k < SCHEDULE_OUTPUTS; k++)
        call.output[k] = output + k;
    return execute(&call);
}

/* Whether the plan that was taken works on these buffers, where it works on them. */
static bool has_buffers(const uint8_t *input, const uint8_t *output) {
    bool right = true;
    for (uint32_t area = 0; area <= SCHEDULE_OUTPUTS; area++)
        if (taken->buffers >> area & 1)
            right = right && taken->buffer[area] == (area == 0 ? input : output + area - 1);
    return right;
}

/* Makes a call at this node, and takes its plan. No buffer is touched: one byte will do. */
static struct plan *take_plan(const struct trial *trial) {
    static _Thread_local uint8_t input[1];
    static _Thread_local uint8_t output[SCHEDULE_OUTPUTS];
    uint32_t rank = subcube_rank((uint32_t)cube_node(), trial->call.free);
    taken = NULL;
    int error = trial->call.uneven ? call_uneven(&trial->call, input, output, rank)
                                   : call_even(trial, input, output);
    if (error != 0 || taken == NULL)
        printf("# node %d: %s, error %d\n", cube_node(), trial->call.algorithm->name, error);
    host_check(error == 0 && taken != NULL);
    host_check(taken == NULL || has_buffers(input, output));
    return taken;
}

static bool are_alike(const struct plan *one, const struct plan *other) {
    return one->length == other->length && one->buffers == other->buffers &&
           one->arrived == other->arrived && one->scratch_bytes == other->scratch_bytes &&
           memcmp(one->action, other->action, one->length * sizeof *one->action) == 0;
}

/* ---- Lists of calls, which every node makes ---- */

enum { MOST_TRIALS = 256 };

struct list {
    struct trial trial[MOST_TRIALS];
    uint32_t trials;
    struct sightings seen[MOST_TRIALS]; /* of the shapes of the trials */
    uint32_t shapes;
};

static int take_plans(void *argument) {
    struct list *list = argument;
    static _Thread_local struct cube_step_record records[1];
    for (uint32_t k = 0; k < list->trials; k++) {
        struct trial *trial = &list->trial[k];
        cube_trace(trial->call.recorded ? records : NULL, 1);
        struct plan *plan = take_plan(trial);
        struct plan *again = take_plan(trial); /* which may be one that was kept */
        host_check(plan != NULL && again != NULL && are_alike(plan, again));
        free(again);
        trial->plan[cube_node()] = plan;
    }
    return 0;
}

static void print_trial(const struct trial *trial) {
    const struct planned *call = &trial->call;
    printf("# %s, %s, dimensions 0x%x of %u, %zu bytes, %zu longer, element %zu%s%s%s%s\n",
           call->algorithm->name, shape_text(call->algorithm, &call->shape), call->free,
           call->dimension, call->bytes, call->longer, call->element,
           call->uneven ? ", uneven" : "", call->commutes ? ", commutes" : "",
           call->in_place ? ", in place" : "", call->recorded ? ", recorded" : "");
}

/* Makes all calls of the list on one host cube, compares their plans, and empties the list. */
static void run(struct list *list, const struct host_options *options) {
    if (list->trials == 0)
        return;
    uint32_t dimension = list->trial[0].call.dimension, trials = list->trials;
    enum host_verdict verdict = host_run(dimension, options, take_plans, list);
    bool right = verdict == HOST_OK;
    for (uint32_t k = 0; right && k < trials; k++) {
        const struct trial *trial = &list->trial[k];
        right = planned_is_right(&trial->call, trial->seen, trial->plan);
        if (!right)
            print_trial(trial);
    }
    for (uint32_t k = 0; k < trials; k++)
        for (uint32_t v = 0; v < 1u << dimension; v++)
            free(list->trial[k].plan[v]);
    for (uint32_t k = 0; k < list->shapes; k++)
        sightings_end(&list->seen[k]);
    list->trials = list->shapes = 0;
    assert_int_equal(verdict, HOST_OK);
    assert_true(right);
}

/* ---- What is tried ---- */

static void compose(const void *left_in, void *right_inout, size_t count,
                    const struct cube_type *type) {
    (void)left_in, (void)right_inout, (void)count, (void)type;
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

/* A way of making calls. */
struct course {
    struct host_options options;
    uint32_t least, most; /* dimensions of the (sub)cubes */
    uint32_t more;        /* dimensions that the whole cube has beside them */
    uint32_t every;       /* each shape is tried with one of so many sizes, the next with others */
    bool recorded;
    bool uneven;
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
static void add(struct list *list, const struct course *course, const struct algorithm *algorithm,
                const struct shape *shape, const struct sightings *seen, size_t bytes,
                uint32_t number) {
    struct trial *trial = &list->trial[list->trials++];
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
    if (job_divides(algorithm) && number % 5 < 3)
        call->longer = number % 5;
}

/* Adds calls of an algorithm in a shape, the number `number` of all. */
static void add_shape(struct list *list, const struct course *course,
                      const struct algorithm *algorithm, const struct shape *shape,
                      uint32_t number) {
    uint32_t every = getenv("CUBE_THOROUGH") == NULL ? course->every : 1;
    size_t sizes[SIZES];
    set_sizes(slots_of(course), sizes);
    if (list->trials + SIZES > MOST_TRIALS)
        run(list, &course->options);
    struct sightings *seen = &list->seen[list->shapes++];
    assert_true(sightings_of(algorithm, shape, seen));
    for (uint32_t k = 0; k < (course->uneven ? 1 : SIZES); k++)
        if (course->uneven || (k + number) % every == 0)
            add(list, course, algorithm, shape, seen, sizes[k], number + k);
}

/* Adds all shapes of an algorithm on the n-cube. Returns how many. */
static uint32_t add_shapes(struct list *list, const struct course *course,
                           const struct algorithm *algorithm, uint32_t n, uint32_t number) {
    struct shape shape;
    uint32_t count = 0;
    bool more = shape_first(algorithm, n, SHAPES_FEW, &shape);
    for (; more; more = shape_next(algorithm, SHAPES_FEW, &shape))
        add_shape(list, course, algorithm, &shape, number + count++);
    return count;
}

/* Adds random meshes. Returns how many. */
static uint32_t add_meshes(struct list *list, const struct course *course,
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
    static struct list list;
    uint32_t number = 0;
    for (uint32_t n = course->least; n <= course->most; n++) {
        for (size_t entry = 0; entry < catalogue_entries; entry++)
            if (!course->uneven || has_v_form(catalogue[entry]))
                number += (course->meshes ? add_meshes : add_shapes)(&list, course,
                                                                     catalogue[entry], n, number);
        run(&list, &course->options);
    }
    assert_true(number > 0);
}

/* ---- The courses ---- */

static void of_every_size(void **state) {
    (void)state;
    try(&(struct course){.options = {.direct = 1024}, .most = 3, .every = 3});
    try(&(struct course){.options = {.direct = 256}, .most = 3, .every = 9});
    try(&(struct course){.options = {.direct = 0}, .most = 1, .every = 9});
}

static void in_larger_cubes(void **state) {
    (void)state;
    try(&(struct course){.options = {.direct = 1024}, .least = 4, .most = 4, .every = 9});
    try(&(struct course){.options = {.direct = 512}, .least = 5, .most = 5, .every = SIZES});
}

static void in_subcubes(void **state) {
    (void)state;
    try(&(struct course){.options = {.direct = 1024}, .most = 3, .more = 1, .every = 9});
    try(&(struct course){.options = {.direct = 512}, .most = 2, .more = 2, .every = 9});
}

/* Messages of so many packets that a plan is written in parts, and that there are more blocks than
 * the lowering keeps sets of (workspace.h). */
static void of_many_packets(void **state) {
    (void)state;
    static const struct shape shapes[] = {
        {.dimension = 3, .target = 6, .packets = 150, .axes = 1, .side = {8}},
        {.dimension = 1, .target = 1, .packets = 512, .axes = 1, .side = {2}},
        {.dimension = 1, .target = 1, .packets = 600, .axes = 1, .side = {2}},
    };
    static struct list list;
    for (size_t k = 0; k < sizeof shapes / sizeof shapes[0]; k++) {
        const struct course course = {.options = {.direct = 256}, .every = SIZES};
        uint32_t number = 0;
        for (size_t entry = 0; entry < catalogue_entries; entry++)
            if ((catalogue[entry]->varies & VARIES_PACKETS) != 0 &&
                algorithm_applicable(catalogue[entry], &shapes[k]))
                add_shape(&list, &course, catalogue[entry], &shapes[k], number++);
        assert_true(list.trials > 0);
        run(&list, &course.options);
    }
}

/* ---- An accumulator of which some blocks are written and others still are the input ----
 *
 * No algorithm of the catalogue sends from one. This all-reduce of four blocks between two nodes
 * does: in step 1 they combine block 0, in step 2 each sends all four of its result, and in the end
 * what came of the other three is combined, by way of another accumulator.
 */
enum { CAME = AREA_OUTPUT + 1, ON_ITS_WAY, MIXED_AREAS, MIXED_BLOCKS = 4 };

static uint32_t mixed_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    (void)shape, (void)node, (void)area;
    return MIXED_BLOCKS;
}

static uint32_t mixed_steps(const struct shape *shape) {
    (void)shape;
    return 2;
}

static uint64_t mixed_packets(const struct shape *shape) {
    (void)shape;
    return 2 + 2; /* one packet of each node in each step */
}

static uint64_t mixed_words(const struct shape *shape) {
    (void)shape;
    return 2 * (1 + MIXED_BLOCKS);
}

static uint32_t mixed_bound(const struct shape *shape) {
    (void)shape;
    return 1; /* with packets of all blocks */
}

static void mixed_step(const struct shape *shape, uint32_t node, uint32_t number,
                       struct step *step) {
    const struct run first = single_block(AREA_OUTPUT, 0);
    (void)shape;
    step_clear(step);
    if (number == 1) {
        step_send(step, 0, first);
        step_combine(step, 0, first, node == 1);
    } else if (number == 2) {
        step_send(step, 0, (struct run){AREA_OUTPUT, MIXED_BLOCKS, 0, 0});
        step_receive(step, 0, (struct run){CAME, MIXED_BLOCKS, 0, 0});
    } else {
        for (uint32_t block = 1; block < MIXED_BLOCKS; block++) {
            const struct block_set came = {.area = CAME, .first = block};
            const struct block_set on_its_way = {.area = ON_ITS_WAY, .first = block};
            const struct block_set result = {.area = AREA_OUTPUT, .first = block};
            step_move(step, came, on_its_way, MOVE_COPY);
            step_move(step, on_its_way, result, node == 1 ? MOVE_LEFT : MOVE_RIGHT);
        }
    }
}

static void from_an_accumulator_in_part(void **state) {
    (void)state;
    struct algorithm mixed = {
        .name = "allreduce-mixed",
        .operation = catalogue_find("allreduce-exchange")->operation,
        .ports = PORTS_SIMD,
        .ordered = true,
        .areas = MIXED_AREAS,
        .accumulators = 1u << AREA_OUTPUT | 1u << ON_ITS_WAY,
        .blocks = mixed_blocks,
        .steps = mixed_steps,
        .packets = mixed_packets,
        .link_words = mixed_words,
        .bound = mixed_bound,
        .step = mixed_step,
    };
    const struct course course = {.options = {.direct = 512}, .every = 1};
    const struct shape shape = shape_of(1);
    static struct list list;
    for (uint32_t number = 0; number < 2; number++) { /* in place, and not in place */
        add_shape(&list, &course, &mixed, &shape, number);
        run(&list, &course.options);
    }
}

static void on_meshes(void **state) {
    (void)state;
    try(&(struct course){.options = {.direct = 1024}, .most = 4, .every = 6, .meshes = true});
}

static void of_blocks_of_any_sizes(void **state) {
    (void)state;
    try(&(struct course){.options = {.direct = 1024}, .most = 4, .uneven = true});
    try(&(struct course){
        .options = {.direct = 256}, .least = 1, .most = 3, .more = 1, .uneven = true});
}

static void where_steps_are_recorded(void **state) {
    (void)state;
    try(&(struct course){.options = {.direct = 1024}, .most = 3, .every = 9, .recorded = true});
}

static void by_clocks(void **state) {
    (void)state;
    const struct cube_costs costs = {.start = 100, .hop = 10, .byte = 1};
    struct course course = {.options = {.direct = 1024, .costs = costs}, .most = 3, .every = 9};
    course.options.flags = CUBE_PAGE_CLOCK;
    try(&course);
    course.options.flags |= CUBE_PAGE_ONE_PORT;
    course.recorded = true;
    try(&course);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_every_size),
        cmocka_unit_test(in_larger_cubes),
        cmocka_unit_test(in_subcubes),
        cmocka_unit_test(on_meshes),
        cmocka_unit_test(of_many_packets),
        cmocka_unit_test(from_an_accumulator_in_part),
        cmocka_unit_test(of_blocks_of_any_sizes),
        cmocka_unit_test(where_steps_are_recorded),
        cmocka_unit_test(by_clocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
