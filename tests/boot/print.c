/* Prints in the way that the first argument says. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cube.h"

/* Node 0 copies its input to its output. */
static void copy(int bytes, int count) {
    static char buffer[5000];
    (void)bytes;
    (void)count;
    size_t got;
    while ((got = fread(buffer, 1, sizeof buffer, stdin)) > 0)
        fwrite(buffer, 1, got, stdout);
}

/* All nodes print at once, each of them lines of N bytes of the node's own letter. */
static void lines(int bytes, int count) {
    static char line[10000];
    memset(line, 'a' + cube_node(), (size_t)bytes);
    line[bytes] = '\n';
    cube_barrier();
    for (int i = 0; i < count; i++)
        fwrite(line, 1, (size_t)bytes + 1, stdout);
}

/* All nodes print numbered lines at once: some in one piece, some in two, some by two calls. */
static void numbered(int bytes, int count) {
    (void)bytes;
    cube_barrier();
    for (int line = 0; line < count; line++) {
        printf("node %d", cube_node());
        if (line % 3 == 1)
            fflush(stdout);
        printf(" line %d%s\n", line, line % 3 == 2 ? " of those that are longer than most" : "");
    }
}

/* The nodes print one after the other, and no line has an end. */
static void unended(int bytes, int count) {
    (void)bytes;
    (void)count;
    for (int i = 0; i < cube_nodes(); i++) {
        if (i == cube_node()) {
            printf("node %d", i);
            fflush(stdout);
        }
        cube_barrier();
    }
}

/* Prints lines for ever. Where `bytes` is 0, it is silent after `count` of them. */
static void for_ever(int bytes, int count) {
    for (int i = 0;; i++) {
        if (i < count || bytes)
            printf("line %d\n", i);
        else
            sleep(1);
    }
}

/* The nodes print in turns, line after line. */
static void turns(int bytes, int count) {
    (void)bytes;
    for (int i = 0; i < count; i++) {
        if (i % cube_nodes() == cube_node())
            printf("line %d\n", i);
        cube_barrier();
    }
}

/* Prints the beginning of a line that never ends. */
static void begin(int bytes, int count) {
    printf("begun");
    fflush(stdout);
    for_ever(bytes, count);
}

static void give_up(int bytes, int count) {
    (void)bytes;
    (void)count;
    printf("in the middle of a line");
    fflush(stdout);
    abort();
}

int main(int argc, char *argv[]) {
    static const struct {
        const char *name;
        void (*function)(int bytes, int count);
    } ways[] = {{"copy", copy},   {"lines", lines},   {"unended", unended}, {"for-ever", for_ever},
                {"begin", begin}, {"abort", give_up}, {"turns", turns},     {"numbered", numbered}};
    for (size_t i = 0; argc > 3 && i < sizeof ways / sizeof ways[0]; i++)
        if (strcmp(argv[1], ways[i].name) == 0)
            ways[i].function(atoi(argv[2]), atoi(argv[3]));
    return 0;
}
