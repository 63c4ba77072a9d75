/* What a person asks for of the catalogue, in words: an operation, algorithms of it, and a case. */
#ifndef PROGRAMS_WANTED_H
#define PROGRAMS_WANTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cube_catalogue.h"

/* Sizes of messages, in bytes: the first one and each double of it up to the last one. */
struct wanted_sizes {
    size_t least, most;
};

struct wanted {
    const char *operation;
    const char *algorithm; /* its name; null: every algorithm of the operation */
    const char *ports;     /* "all", "one" or "simd": only algorithms of this port model; null: of
                              any */
    struct cube_case given;
    size_t bytes;              /* of a block */
    struct wanted_sizes sizes; /* 0: blocks of `bytes` are wanted, and not several sizes */
    unsigned repetitions;
};

/* Reads the program's arguments: the operation, and options by their names (--help prints them).
 * Returns true, or false if the program has to end with *status: the help text was asked for, or
 * node 0 has said what is wrong with which word, and which words are right. Every node calls it.
 * The words stay the caller's. */
bool wanted_read(int count, char *words[], struct wanted *wanted, int *status);

/* Whether the algorithm is one of those that are asked for, whatever the case. */
bool wanted_has(const struct wanted *wanted, const struct cube_algorithm *algorithm);

/* How many cubes the operation runs in at once: the subcubes of the dimensions that are asked for,
 * which together have every node, or 1. */
uint64_t wanted_cubes(const struct wanted *wanted);

#endif
