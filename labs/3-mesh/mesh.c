/* Lab 3: nodes as a wraparound mesh. Each node learns the numbers of its four neighbours on it.
 *
 * Usage: mesh ROWS COLUMNS; both are powers of two, and there are ROWS x COLUMNS nodes.
 *
 * This program is a skeleton: README.md says what is to be done. */
#include <cube.h>
#include <stdio.h>
#include <stdlib.h>

static int rows, columns;

/* The node at a place of the mesh, and the place of a node. */
static int node_at(int row, int column) {
    return row * columns + column; /* TODO: neighbours on the mesh have to be neighbours */
}

static void find_place(int node, int *row, int *column) {
    *row = node / columns;
    *column = node % columns;
}

/* What the node at a place has. */
static int number_of(int row, int column) {
    return (row + 1) * 100 + column * column;
}

int main(int argc, char *argv[]) {
    int row, column, mine, theirs, sum = 0;

    if (argc < 3)
        return 1;
    rows = atoi(argv[1]);
    columns = atoi(argv[2]);
    find_place(cube_node(), &row, &column);
    mine = number_of(row, column);

    int neighbours[] = {
        node_at((row + rows - 1) % rows, column),
        node_at((row + 1) % rows, column),
        node_at(row, (column + columns - 1) % columns),
        node_at(row, (column + 1) % columns),
    };
    /* TODO: these calls take any number of links to get there. */
    for (int i = 0; i < 4; i++)
        cube_send(neighbours[i], &mine, sizeof mine);
    for (int i = 0; i < 4; i++) {
        cube_recv(neighbours[i], &theirs, sizeof theirs);
        sum += theirs;
    }
    printf("row %d column %d: %d\n", row, column, sum);
    return 0;
}
