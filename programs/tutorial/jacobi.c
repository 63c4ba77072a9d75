/* The heat of a square plate, by Jacobi's method: its upper edge has 100 degrees, and the other
 * three have 0. Each node has a strip of its rows; the strips lie along the ring of Gray codes. */
#include "link_to.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 64, SWEEPS = 100 };
typedef double row[SIZE + 2]; /* with the edges on both sides */

static row plate[SIZE + 2], next[SIZE + 2]; /* a strip, the row above it and the row below it */

/* Swaps rows with the strips above and below: on at most two links, both ways, all at once. */
static void exchange(int place, int rows) {
    const void *send[CUBE_DIMENSIONS];
    void *recv[CUBE_DIMENSIONS];
    unsigned links = 0; /* a set: bit d is for dimension d */
    if (place > 0) {
        int up = link_to(cube_gray(place - 1));
        send[up] = plate[1], recv[up] = plate[0], links |= 1u << up;
    }
    if (place < cube_nodes() - 1) {
        int down = link_to(cube_gray(place + 1));
        send[down] = plate[rows], recv[down] = plate[rows + 1], links |= 1u << down;
    }
    cube_links_exchange(links, send, links, recv, sizeof(row));
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
    int every = argc > 1 ? atoi(argv[1]) : 1; /* all nodes compare after N sweeps */
    int place = cube_gray_inverse(cube_node()), rows = SIZE / cube_nodes();
    double mine, largest = 0;

    for (int j = 0; place == 0 && j < SIZE + 2; j++)
        plate[0][j] = 100;
    for (int i = 1; i <= SWEEPS; i++) {
        exchange(place, rows);
        mine = sweep(rows);
        if (i % every == 0)
            cube_allreduce(&mine, &largest, 1, &cube_double, &cube_max);
    }
    if (place == 0)
        printf("the last of %d sweeps changed no point by more than %.6f\n", SWEEPS, largest);
    return 0;
}
