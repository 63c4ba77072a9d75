#include "programs/computations/sparse/diagonals.h"

#include <stdlib.h>

#include "cube.h"
#include "programs/computations/must.h"

static size_t greatest_common_divisor(size_t a, size_t b) {
    while (b != 0) {
        size_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static size_t around(size_t offset, size_t size) {
    return offset < size - offset ? offset : size - offset;
}

static void count_elements(const struct sparse_rows *matrix, size_t elements[]) {
    for (size_t row = 0; row < matrix->rows; row++)
        for (size_t k = matrix->begin[row]; k < matrix->begin[row + 1]; k++)
            elements[(matrix->column[k] + matrix->rows - row) % matrix->rows]++;
}

void diagonals_find(struct diagonals *diagonals, const struct sparse_rows *matrix) {
    size_t size = matrix->rows;
    *diagonals = (struct diagonals){.size = size, .problems = size};
    diagonals->offset = allocate(size, sizeof *diagonals->offset);
    diagonals->elements = allocate(size, sizeof *diagonals->elements);
    count_elements(matrix, diagonals->elements);
    for (size_t p = 0; p < size; p++) {
        if (diagonals->elements[p] == 0)
            continue;
        diagonals->offset[diagonals->count] = p;
        diagonals->elements[diagonals->count++] = diagonals->elements[p];
        diagonals->problems = greatest_common_divisor(diagonals->problems, p);
        if (around(p, size) > diagonals->width)
            diagonals->width = around(p, size);
    }
}

void diagonals_free(struct diagonals *diagonals) {
    free(diagonals->offset);
    free(diagonals->elements);
    *diagonals = (struct diagonals){0};
}

/* The width of the band with the diagonals times `unit`, or `enough` if it is not below that. */
static size_t width_with(const struct diagonals *diagonals, size_t unit, size_t enough) {
    size_t members = diagonals->size / diagonals->problems, width = 0;
    for (size_t k = 0; k < diagonals->count && width < enough; k++) {
        size_t offset = diagonals->offset[k] / diagonals->problems * unit % members;
        width = around(offset, members) > width ? around(offset, members) : width;
    }
    return width < enough ? width : enough;
}

size_t diagonals_narrow(const struct diagonals *diagonals, size_t *width) {
    size_t members = diagonals->size / diagonals->problems, best = 1;
    *width = width_with(diagonals, 1, members);
    /* u and members - u mirror each other. */
    for (size_t unit = 2; unit <= members / 2; unit++) {
        size_t found = width_with(diagonals, unit, *width);
        if (found < *width && greatest_common_divisor(unit, members) == 1) {
            *width = found;
            best = unit;
        }
    }
    return best;
}

void diagonals_order(const struct diagonals *diagonals, size_t unit, size_t place[]) {
    size_t problems = diagonals->problems, members = diagonals->size / problems;
    for (size_t i = 0; i < diagonals->size; i++)
        place[i] = i % problems * members + i / problems * unit % members;
}

size_t diagonals_divide(const struct diagonals *diagonals, struct division *division) {
    size_t problems = diagonals->problems, nodes = (size_t)cube_nodes(), groups = 1;
    while (2 * groups <= nodes && 2 * groups <= problems)
        groups *= 2;
    size_t *ends = allocate(groups, sizeof *ends);
    for (size_t group = 0; group < groups; group++)
        ends[group] = (group + 1) * problems / groups * (diagonals->size / problems);
    division_make_grouped(division, ends, groups);
    free(ends);
    return groups;
}
