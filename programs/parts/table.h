/* The tables that the demonstrations of collective operations print. */
#ifndef PROGRAMS_PARTS_TABLE_H
#define PROGRAMS_PARTS_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cube_catalogue.h"

/* The figures of a step, for all nodes together. */
struct step_sum {
    uint64_t links; /* directed links on which a packet arrived */
    uint64_t bytes;
};

/* The figures of an algorithm, for all nodes together. */
struct result {
    struct cube_algorithm algorithm;
    uint32_t steps; /* the largest step tag that any node received */
    uint64_t packets;
    uint64_t bytes;
    uint64_t cycles; /* of the whole call, at the slowest node */
    bool right;      /* whether every byte and every count was right */
};

/* Prints a line for each step, or one for several steps if there are many. `sums` has an element
 * for each step. `cycles` has one for each step and node, at index step * nodes + node, and is
 * sorted here. */
void print_steps(const struct cube_algorithm *algorithm, const struct step_sum *sums,
                 uint64_t *cycles);

/* Prints a line for each of the `count` algorithms, and a legend of the columns. */
void print_comparison(const struct result results[], size_t count);

#endif
