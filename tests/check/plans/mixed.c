#include "tests/check/plans/mixed.h"

#include "collectives/schedule/catalogue.h"

enum { CAME = AREA_OUTPUT + 1, ON_ITS_WAY, MIXED_AREAS };

/* Two halves, the first block of each of which is combined in a step of its own. */
enum { HALF = 8, MIXED_BLOCKS = 2 * HALF, MIXED_STEPS = 5 };

/* The bits by which the blocks differ that are sent as a set: every other one of a half. */
enum { OTHERS = HALF - 1 - 1 };

static uint32_t mixed_blocks(const struct shape *shape, uint32_t node, uint32_t area) {
    (void)shape, (void)node, (void)area;
    return MIXED_BLOCKS;
}

static uint32_t mixed_steps(const struct shape *shape) {
    (void)shape;
    return MIXED_STEPS;
}

static uint64_t mixed_packets(const struct shape *shape) {
    (void)shape;
    return 2 * MIXED_STEPS; /* one of each node in each step */
}

static uint64_t mixed_words(const struct shape *shape) {
    (void)shape;
    return 2 * (1 + 1 + MIXED_BLOCKS);
}

static uint32_t mixed_bound(const struct shape *shape) {
    (void)shape;
    return 2; /* with packets of half of the blocks */
}

/* Both nodes send each other blocks of the output, which are stored. */
static void swap(struct step *step, struct run run) {
    step_send(step, 0, run);
    run.area = CAME;
    step_receive(step, 0, run);
}

/* Combines a set of blocks that has come with the output's, by way of another area. */
static void combine_set(struct step *step, uint32_t node, uint32_t first, uint32_t free) {
    const struct block_set came = {CAME, first, free}, on_its_way = {ON_ITS_WAY, first, free},
                           result = {AREA_OUTPUT, first, free};
    step_move(step, came, on_its_way, MOVE_COPY);
    step_move(step, on_its_way, result, node == 1 ? MOVE_LEFT : MOVE_RIGHT);
}

static void mixed_step(const struct shape *shape, uint32_t node, uint32_t number,
                       struct step *step) {
    (void)shape;
    step_clear(step);
    switch (number) {
    case 1:
    case 2: {
        const struct run first = single_block(AREA_OUTPUT, number == 1 ? 0 : HALF);
        step_send(step, 0, first);
        step_combine(step, 0, first, node == 1);
        return;
    }
    case 3:
        swap(step, consecutive_blocks(AREA_OUTPUT, 0, HALF));
        return;
    case 4:
    case 5:
        swap(step, run_of_set((struct block_set){AREA_OUTPUT, HALF + number - 4, OTHERS}));
        return;
    default: /* all blocks but those that were combined on arrival */
        combine_set(step, node, 1, MIXED_BLOCKS - 2);
        for (uint32_t bit = 2; bit < HALF; bit *= 2)
            combine_set(step, node, bit, (MIXED_BLOCKS - 1) & ~(2 * bit - 1));
    }
}

struct algorithm mixed_algorithm(void) {
    return (struct algorithm){
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
}
