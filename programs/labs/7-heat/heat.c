/* Lab 7: the heat of a square plate, by Jacobi's method. SEED determines the temperature of its
 * upper edge; the other three have 0 degrees. The sweeps end when every point changes by less than
 * LEAST.
 *
 * Usage: heat LEAST SEED
 *
 * This program is a skeleton: README.md has the task. Each node computes the whole
 * plate, which makes any number of nodes as slow as one. */
#include <cube.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 64 };
typedef double row[SIZE + 2]; /* with the edges on both sides */

static row plate[SIZE + 2], next[SIZE + 2];

/* The degrees of column `j` of the upper edge, 50 .. 100. */
static double upper(unsigned seed, int j) {
    return 50 + ((seed + (unsigned)j) * 2654435761u >> 24) % 51;
}

/* Makes each point the mean of its four neighbours. Returns the largest change. */
static double sweep(int rows) {
    double largest = 0;
    for (int i = 1; i <= rows; i++) {
        for (int j = 1; j <= SIZE; j++) {
            next[i][j] =
                (plate[i - 1][j] + plate[i + 1][j] + plate[i][j - 1] + plate[i][j + 1]) / 4;
            double change = next[i][j] - plate[i][j];
            if (change > largest)
                largest = change; /* the plate only gets warmer */
        }
    }
    memcpy(plate[1], next[1], (size_t)rows * sizeof(row));
    return largest;
}

int main(int argc, char *argv[]) {
    double least = argc > 1 ? strtod(argv[1], NULL) : 1, largest;
    unsigned seed = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;
    int sweeps = 0;

    for (int j = 0; j < SIZE + 2; j++)
        plate[0][j] = upper(seed, j);
    /* TODO: a strip of the plate for each node. How often has it to be asked whether to go on? */
    do {
        largest = sweep(SIZE);
        sweeps++;
    } while (largest >= least);
    if (cube_node() == 0)
        printf("%d sweeps, the last changed no point by more than %.6f\n", sweeps, largest);
    return 0;
}
