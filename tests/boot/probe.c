/* Runs the case named by its first argument. */
#include <cube.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "arguments") == 0) {
        size_t bytes = 0;
        for (int i = 2; i < argc; i++)
            bytes += strlen(argv[i]) + 1;
        for (int i = 2; cube_node() == 0 && i < argc && argc < 12; i++)
            printf("<%.20s>\n", argv[i]);
        printf("%d words, %zu bytes, and %s\n", argc - 2, bytes, argv[argc] ? "more" : "no more");
        /* As programs do that look whether all is written: */
        return fclose(stdout) == 0 && fclose(stdin) == 0 ? 0 : 1;
    } else if (strcmp(what, "status") == 0) {
        return cube_node() == cube_nodes() - 1 ? atoi(argv[2]) : 0;
    }
    return 0;
}
