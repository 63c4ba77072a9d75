#include "tests/check/plans/mixed.h"

#include "collectives/schedule/catalogue.h"

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
