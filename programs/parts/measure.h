/* Measures a collective operation. An algorithm runs a few times on all nodes, every byte and every
 * count is checked, and the figures are gathered at node 0. */
#ifndef PROGRAMS_PARTS_MEASURE_H
#define PROGRAMS_PARTS_MEASURE_H

#include "programs/parts/settings.h"
#include "programs/parts/table.h"

/* An operation, and how to run it once with one algorithm. */
struct trial {
    const char *operation; /* its name in the catalogue */
    struct settings settings;
    void (*clear)(const struct settings *settings);                     /* clears the outputs */
    int (*run)(const char *algorithm, const struct settings *settings); /* 0 or a negative errno */
    /* Prints errors of the outputs. Returns the number of wrong blocks. */
    unsigned (*verify)(const char *algorithm, const struct settings *settings);
};

/* Runs every algorithm that the catalogue has for the operation. Every node calls this. Node 0
 * prints the table of each algorithm's steps, and a table that compares the algorithms. Node 0
 * returns whether everything was right at all nodes, and each other node whether everything was
 * right at that node. */
bool measure_all(const struct trial *trial);

#endif
