/* Repeatedly multiplies a matrix and a vector, as the power method and Jacobi's method do. Each
 * node has some rows of the matrix, and after each multiplication an all-gather brings the parts of
 * the vector together. The result is the same, bit for bit, on any number of nodes up to 512. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "cube_catalogue.h"
#include "programs/computations/must.h"
#include "programs/parts/options.h"
#include "programs/parts/speedup.h"

enum { USUAL_SIZE = 512, MOST_SIZE = 1 << CUBE_DIMENSIONS, TIMES = 4 };

static int size; /* of the matrix: there is at least one row for each node */

/* Returns element (i, j). The elements of each row add up to less than 1. */
static double element(int i, int j) {
    return (i == j ? 0.5 : 0.25 / (1 + (double)((i ^ j) & 255))) / 4;
}

static void multiply(const double *rows, int count, const double *vector, double *part) {
    for (int i = 0; i < count; i++) {
        double sum = 0;
        for (int j = 0; j < size; j++)
            sum += rows[i * size + j] * vector[j];
        part[i] = sum;
    }
}

int main(int argc, char *argv[]) {
    options_read(argc, argv, "iterate: a matrix times a vector, again and again; no options", NULL,
                 0);
    size = cube_nodes() > USUAL_SIZE ? cube_nodes() : USUAL_SIZE;
    int count = size / cube_nodes();
    int first = cube_node() * count;
    size_t bytes = (size_t)count * sizeof(double);
    double *rows = allocate((size_t)count * (size_t)size, sizeof *rows);
    double *part = allocate((size_t)count, sizeof *part);
    static double vector[MOST_SIZE];
    for (int i = 0; i < count; i++)
        for (int j = 0; j < size; j++)
            rows[i * size + j] = element(first + i, j);
    for (int j = 0; j < size; j++)
        vector[j] = 1 + j % 7;

    uint64_t begun = speedup_begin();
    for (int k = 0; k < TIMES; k++) {
        multiply(rows, count, vector, part);
        must(cube_allgather(part, vector, bytes), "gathering");
    }
    speedup_end(begun, TIMES * cube_catalogue_estimate("allgather-exchange", NULL, bytes));

    uint64_t sum = 0; /* sum of the elements' bits, so that no rounding hides a difference */
    for (int j = 0; j < size; j++) {
        uint64_t bits;
        memcpy(&bits, &vector[j], sizeof bits);
        sum = sum * 31 + bits;
    }
    if (cube_node() == 0)
        printf("the vector after %d times has the sum %016" PRIx64 "\n", TIMES, sum);
    free(rows);
    free(part);
    return EXIT_SUCCESS;
}
