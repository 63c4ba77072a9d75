/* Runs the case named by its first argument. */
#include <cube.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "arguments") == 0) {
        for (int i = 2; cube_node() == 0 && i < argc; i++)
            printf("<%s>\n", argv[i]);
    } else if (strcmp(what, "status") == 0) {
        return cube_node() == cube_nodes() - 1 ? atoi(argv[2]) : 0;
    } else if (strcmp(what, "spin") == 0) {
        printf("spinning\n");
        for (volatile int forever = 1; forever;)
            continue;
    }
    return 0;
}
