/* mpi: what a process of MPI does with messages that no process sends (forgeries.h). */
#include <stdbool.h>
#include <stdio.h>

#include "tests/hostile/forgeries.h"

/* Set by none: what is allocated when a node is ended lies there until the program ends. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
    return "detect_leaks=0:quarantine_size_mb=8";
}

int main(void) {
    bool right = true;
    setvbuf(stdout, NULL, _IOLBF, 0);
    int tests = forgeries_run(1, &right);
    printf("1..%d\n", tests);
    return !right;
}
