/* Reads standard input in the way that the first argument says. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cube.h"

enum { PAGE = 4096 };

/* Adds up every byte of the input. Nodes but 0 see its end at once. */
static void sum(void) {
    unsigned long bytes = 0, sum = 0;
    int c;
    while ((c = getchar()) != EOF) {
        bytes++;
        sum = (sum * 31 + (unsigned long)c) % 1000003;
    }
    printf("node %d: %lu bytes, sum %lu, %s\n", cube_node(), bytes, sum,
           feof(stdin) && !ferror(stdin) ? "end" : "error");
    printf("node %d: %s\n", cube_node(), getchar() == EOF ? "end again" : "more");
}

/* The other nodes wait for what node 0 reads, which is no deadlock. While node 0 reads, a message
 * from node 1 to node 2 passes it. */
static void pass(void) {
    char line[80] = "";
    for (int answers = 0; answers < 2; answers++) {
        if (cube_node() == 0) {
            printf("line %d? ", answers);
            if (!fgets(line, sizeof line, stdin))
                strcpy(line, "nothing\n");
        }
        if (cube_node() == 0)
            printf("node 0 has %s", line);
        if (cube_node() == 1)
            cube_send(2, "passed", 7);
        if (cube_node() == 2) {
            cube_recv(1, line, 7);
            cube_send(0, line, 7);
        }
        for (int node = 1; cube_node() == 0 && node < cube_nodes(); node++)
            cube_send(node, line, sizeof line);
        if (cube_node() != 0)
            cube_recv(0, line, sizeof line);
        else {
            char passed[7];
            cube_recv(2, passed, sizeof passed);
        }
        if (cube_node() != 0)
            printf("node %d has %s", cube_node(), line);
        cube_barrier();
    }
}

/* The whole prompt is seen before its answer is there, and no other line joins it. */
static void prompt(void) {
    char line[80] = "";
    if (cube_node() == 0) {
        printf("name? ");
        if (fgets(line, sizeof line, stdin))
            printf("good day, %s", line);
    }
    cube_barrier();
    printf("node %d\n", cube_node());
}

/* Reads words and numbers by the other calls of the C library, and a line to the end of a page and
 * the beginning of the next. */
static void scan(void) {
    static _Alignas(PAGE) char pages[2 * PAGE];
    char word[20] = "", *rest = pages + PAGE - 1;
    int number = 0;
    double fraction = 0;
    if (cube_node() != 0)
        return;
    int found = scanf("%19s %d %lf", word, &number, &fraction);
    printf("%d: %s %d %.3f\n", found, word, number, fraction);
    int got = 0; /* a line may come in pieces */
    for (ssize_t piece = 1; piece > 0 && !strchr(rest, '\n'); got += (int)piece)
        piece = read(0, rest + got, (size_t)(PAGE - got));
    printf("read: %d %s\n", got, strtok(rest, "\n"));
}

int main(int argc, char *argv[]) {
    static const struct {
        const char *name;
        void (*function)(void);
    } ways[] = {{"sum", sum}, {"pass", pass}, {"prompt", prompt}, {"scan", scan}};
    for (size_t i = 0; argc > 1 && i < sizeof ways / sizeof ways[0]; i++)
        if (strcmp(argv[1], ways[i].name) == 0)
            ways[i].function();
    return 0;
}
