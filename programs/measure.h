/* What the demonstrations of collective operations share: run an algorithm a few times on all
 * nodes, check every byte and every count, gather the figures at node 0 and print them there. */
#ifndef PROGRAMS_MEASURE_H
#define PROGRAMS_MEASURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cube.h"
#include "cube_catalogue.h"

struct settings {
    size_t bytes;         /* of a block, -m */
    unsigned repetitions; /* -r */
};

/* Reads -m BYTES (K and M allowed) and -r REPETITIONS over the defaults in *settings. `purpose` is
 * the line of the help text that says what the program does. Returns false where the program is to
 * end with *status: after the help text, or after node 0 has said what is wrong. */
bool settings_read(int argc, char *argv[], const char *purpose, struct settings *settings,
                   int *status);

/* How to run one operation with one algorithm. */
struct trial {
    const char *algorithm;
    struct settings settings;
    /* Clears the outputs, and runs the operation once: 0 or a negative errno. */
    void (*clear)(const struct settings *settings);
    int (*run)(const char *algorithm, const struct settings *settings);
    /* Prints what is wrong with the outputs; returns the number of wrong blocks. */
    unsigned (*verify)(const char *algorithm, const struct settings *settings);
};

/* What came of it, at node 0; at the others only `right` is of use. */
struct result {
    struct cube_algorithm algorithm;
    uint32_t steps; /* the largest step tag that any node received */
    uint64_t packets;
    uint64_t bytes;
    uint64_t cycles; /* of the whole call: the slowest node's least over the repetitions */
    bool right;      /* at node 0: every byte and every count at every node; else: this node's */
};

/* Runs the trial; every node calls it. Node 0 prints a table of the steps. */
struct result measure(const struct trial *trial);

/* The closing table, printed by node 0: one line an algorithm. */
void print_comparison(const struct result results[], size_t count);

#endif
