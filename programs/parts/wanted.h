/* A user's request to the catalogue, in words: an operation, some of its algorithms, and a case. */
#ifndef PROGRAMS_PARTS_WANTED_H
#define PROGRAMS_PARTS_WANTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cube_catalogue.h"

/* Sizes of messages, in bytes: the first one, and each double of it up to the last one. */
struct wanted_sizes {
    size_t least, most;
};

enum { WANTED_MOST = 256 }; /* algorithms: more than the catalogue and a program's own together */

struct wanted {
    const char *operation;
    const char *algorithm; /* its name; null for every algorithm of the operation */
    const char *ports;     /* "all", "one" or "simd": only algorithms of this port model; null: of
                            * any port model */
    struct cube_case given;
    size_t bytes;              /* of a block */
    struct wanted_sizes sizes; /* 0 if one size is wanted, in blocks of `bytes` bytes */
    unsigned repetitions;
    size_t count;                /* of the requested algorithms, in any case */
    size_t numbers[WANTED_MOST]; /* of theirs in the catalogue, ascending: on the largest cubes it
                                  * takes seconds to look at all that there are */
};

/* Reads the program's arguments: the operation, and options by their names (--help prints them).
 * Ends the program after the help text, or after node 0 has said which word is wrong, and which
 * words are right. Every node calls this. The words stay the caller's. */
void wanted_read(int count, char *words[], struct wanted *wanted);

/* Describes requested algorithm `index`, from 0, in the case `given`. Returns whether it applies
 * there. */
bool wanted_find(const struct wanted *wanted, size_t index, const struct cube_case *given,
                 struct cube_algorithm *found);

/* Returns how many cubes the operation runs in at once. These are the subcubes of the dimensions
 * that are asked for, which together have all nodes. It is 1 if no dimensions are asked for. */
uint64_t wanted_cubes(const struct wanted *wanted);

#endif
