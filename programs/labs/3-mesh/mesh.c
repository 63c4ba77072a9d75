/* Lab 3: nodes as a wraparound mesh. Each node adds up its four neighbours' numbers.
 *
 * Usage: mesh ROWS COLUMNS; both are powers of two, and there are ROWS x COLUMNS nodes.
 *
 * This program is a skeleton: README.md has the task. */
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

/* A number that no other node knows (cuberun --secret). */
static unsigned secret(void) {
    const char *text = getenv("CUBE_SECRET");
    return text ? (unsigned)strtoul(text, NULL, 0) : (unsigned)cube_node();
}

int main(int argc, char *argv[]) {
    int row, column, mine, theirs, sum = 0;

    if (argc < 3)
        return 1;
    rows = atoi(argv[1]);
    columns = atoi(argv[2]);
    find_place(cube_node(), &row, &column);
    mine = (int)(secret() % 1000);

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
    printf("node %d row %d column %d: %d\n", cube_node(), row, column, sum);
    return 0;
}
