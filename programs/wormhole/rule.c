/* The routing rules. */
#include <stdbool.h>
#include <string.h>

#include "programs/wormhole/rule.h"

static uint32_t e_cube(uint32_t dimensions, uint32_t node, uint32_t destination, uint32_t input) {
    (void)dimensions;
    (void)input;
    uint32_t left = node ^ destination;
    return left & -left;
}

const struct rule rule_e_cube = {
    .name = "e-cube",
    .source = "Sullivan and Bashkow 1977",
    .lanes = 1,
    .outputs = e_cube,
};

static uint32_t p_cube(uint32_t dimensions, uint32_t node, uint32_t destination, uint32_t input) {
    (void)dimensions;
    (void)input;
    uint32_t down = node & ~destination;
    return down != 0 ? down : destination & ~node;
}

const struct rule rule_p_cube = {
    .name = "p-cube",
    .source = "Glass and Ni 1994",
    .lanes = 1,
    .outputs = p_cube,
};

/* Whether the steps that are left after a step along dimension `last` can all be made: those of the
 * set `down` go from 1 to 0, and those of `up` from 0 to 1. The lowest one down must be higher than
 * `last`, or there must be a step up in a dimension below it. */
static bool can_end(uint32_t last, uint32_t down, uint32_t up) {
    uint32_t lowest = down & -down;
    return down == 0 || 1u << last < lowest || (up & (lowest - 1)) != 0;
}

static uint32_t min(uint32_t dimensions, uint32_t node, uint32_t destination, uint32_t input) {
    uint32_t down = node & ~destination, up = destination & ~node;
    uint32_t above = input == dimensions ? ~0u : ~0u << input; /* after injection all dimensions are
                                                                  above */
    uint32_t outputs = 0;
    for (uint32_t left = up | (down & above); left != 0; left &= left - 1) {
        uint32_t step = left & -left;
        if (can_end((uint32_t)__builtin_ctz(step), down & ~step, up & ~step))
            outputs |= step;
    }
    return outputs;
}

const struct rule rule_min = {
    .name = "min",
    .source = "Li 1992, reconstructed",
    .lanes = 1,
    .outputs = min,
};

/* The lane for all orders has the lower numbers, so that a header takes it if it is free. */
static uint32_t adaptive(uint32_t dimensions, uint32_t node, uint32_t destination, uint32_t input) {
    return (node ^ destination) | e_cube(dimensions, node, destination, input) << dimensions;
}

const struct rule rule_adaptive = {
    .name = "adaptive",
    .source = "after Duato 1993",
    .lanes = 2,
    .escape = 1,
    .outputs = adaptive,
};

const struct rule *const rules[] = {&rule_e_cube, &rule_p_cube, &rule_min, &rule_adaptive};
const size_t rule_count = sizeof rules / sizeof rules[0];
