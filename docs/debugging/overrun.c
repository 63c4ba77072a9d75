/* Writes one byte too many: what strlen counts has no room for the zero at its end. */
#include <cube.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *copy(const char *text) {
    char *to = malloc(strlen(text));
    return strcpy(to, text);
}

int main(void) {
    char *word = copy("hypercube");
    printf("node %d: %s\n", cube_node(), word);
    free(word);
}
