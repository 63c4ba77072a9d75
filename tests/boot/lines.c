/* Prints N numbered lines, its argument, on every node at once: some in one piece, some in two,
 * some by two calls. The caller counts them. */
#include <stdio.h>
#include <stdlib.h>

#include "cube.h"

int main(int argc, char *argv[]) {
    int lines = argc > 1 ? atoi(argv[1]) : 1;
    cube_barrier(); /* so that all print at once */
    for (int line = 0; line < lines; line++) {
        printf("node %d", cube_node());
        if (line % 3 == 1)
            fflush(stdout);
        printf(" line %d%s\n", line, line % 3 == 2 ? " of those that are longer than most" : "");
    }
    return 0;
}
