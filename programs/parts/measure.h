/* Measures all algorithms of a collective operation: the program alltoall, and others like it. */
#ifndef PROGRAMS_PARTS_MEASURE_H
#define PROGRAMS_PARTS_MEASURE_H

#include <stddef.h>

/* A program that measures an operation. */
struct measured {
    const char *operation;            /* its name in the catalogue */
    const char *purpose;              /* for the help text */
    void (*print_head)(size_t bytes); /* prints the first line, for blocks of that many bytes */
};

/* Reads the arguments, -m BYTES and -r REPETITIONS, and runs every algorithm that the catalogue has
 * for the operation. Every byte and every count is checked. Node 0 prints the table of each
 * algorithm's steps, and a table that compares the algorithms. Every node calls this. Returns the
 * exit status of the program: success at node 0 if everything was right at all nodes, and at each
 * other node if everything was right at that node. */
int measure(const struct measured *measured, int count, char *words[]);

#endif
