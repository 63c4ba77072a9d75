/* Prints the environment variables that its arguments name, in angle brackets, and changes them.
 * Every node must see the same values. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cube.h"

int main(int argc, char *argv[]) {
    int variables = 0, failures = 0;
    while (environ[variables])
        variables++;
    if (cube_node() == 0)
        printf("%d variables\n", variables);
    for (int i = 1; i < argc; i++) {
        const char *value = getenv(argv[i]);
        if (cube_node() == 0)
            printf("%s: <%s>\n", argv[i], value ? value : "none");
        char own[20];
        snprintf(own, sizeof own, "%d", cube_node());
        failures += setenv(argv[i], own, 1) != 0;
        cube_barrier(); /* each node has changed its own copy alone */
        value = getenv(argv[i]);
        failures += !value || strcmp(value, own) != 0;
        failures += unsetenv(argv[i]) != 0 || getenv(argv[i]);
    }
    return failures != 0;
}
