/* An algorithm that sends from an accumulator of which some blocks are written and others still are
 * the input.
 *
 * No algorithm of the catalogue does so. This all-reduce of two halves of eight blocks between two
 * nodes combines a block of each half in a step of its own. Then each node sends the first half of
 * its result as one run, in the midst of which is the block that is written, and the other half as
 * two sets of every other block, of which one has the block that is written. These sets are
 * received into an accumulator, too. In the end what came of the other blocks is combined. */
#include "collectives/catalogue/catalogue.h"
#include "tests/check/plans/trials.h"

enum { CAME = AREA_OUTPUT + 1, ON_ITS_WAY, MIXED_AREAS };

/* Two halves, a block of each of which is combined in a step of its own. */
enum { HALF = 8, MIXED_BLOCKS = 2 * HALF, MIXED_STEPS = 5 };
static const uint32_t combined[] = {3, HALF + 4};

/* The bits by which the blocks differ that are sent as a set: every other one of a half. */
enum { OTHERS = HALF - 1 - 1 };

static uint32_t mixed_blocks(UNUSED const struct shape *shape, UNUSED uint32_t node,
                             UNUSED uint32_t area) {
    return MIXED_BLOCKS;
}

static uint32_t mixed_steps(UNUSED const struct shape *shape) {
    return MIXED_STEPS;
}

static uint64_t mixed_packets(UNUSED const struct shape *shape) {
    return 2 * MIXED_STEPS; /* one of each node in each step */
}

static uint64_t mixed_words(UNUSED const struct shape *shape) {
    return 2 * (1 + 1 + MIXED_BLOCKS);
}

static uint32_t mixed_bound(UNUSED const struct shape *shape) {
    return 2; /* with packets of half of the blocks */
}

/* Both nodes send each other blocks of the output, which are stored in another area. */
static void swap(struct step *step, struct run run, uint16_t area) {
    step_send(step, 0, run);
    run.area = area;
    step_receive(step, 0, run);
}

/* Combines the blocks of a half that have not been combined on arrival: those that are first
 * different from the one that has in each bit, from the lowest on. What came of the first half has
 * to be copied. */
static void combine_half(struct step *step, uint32_t node, uint32_t half) {
    for (uint32_t bit = 1; bit < HALF; bit *= 2) {
        uint32_t first = combined[half] ^ bit, free = (HALF - 1) & ~(2 * bit - 1);
        struct block_set came = {CAME, first & ~free, free}, on_its_way = came, result = came;
        on_its_way.area = ON_ITS_WAY;
        result.area = AREA_OUTPUT;
        if (half == 0)
            step_move(step, came, on_its_way, MOVE_COPY);
        step_move(step, on_its_way, result, node == 1 ? MOVE_LEFT : MOVE_RIGHT);
    }
}

static void mixed_step(UNUSED const struct shape *shape, uint32_t node, uint32_t number,
                       struct step *step) {
    step_clear(step);
    if (number <= 2) {
        const struct run run = single_block(AREA_OUTPUT, combined[number - 1]);
        step_send(step, 0, run);
        step_combine(step, 0, run, node == 1);
    } else if (number == 3) {
        swap(step, consecutive_blocks(AREA_OUTPUT, 0, HALF), CAME);
    } else if (number <= MIXED_STEPS) {
        const struct block_set others = {AREA_OUTPUT, HALF + number - 4, OTHERS};
        swap(step, run_of_set(others), ON_ITS_WAY);
    } else {
        combine_half(step, node, 0);
        combine_half(step, node, 1);
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
