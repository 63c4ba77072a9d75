/* The catalogue: the list of all algorithms. The checker, the tests, the programs and every table
 * read it. */
#ifndef COLLECTIVES_CATALOGUE_CATALOGUE_H
#define COLLECTIVES_CATALOGUE_CATALOGUE_H

#include <stddef.h>

#include "collectives/schedule/algorithm.h"

/* The library's own algorithms, and their number. */
extern const struct algorithm *const catalogue[];
extern const size_t catalogue_entries;

/* Some of the algorithms, in the catalogue's order. */
struct algorithms {
    const struct algorithm *const *first;
    uint32_t count;
};

/* Returns the algorithms of one operation. They are the node's own, and stay. */
struct algorithms catalogue_of(const struct operation *operation);

/* Returns the algorithm of that name, a program's own included, or null. `name` may be null. */
const struct algorithm *catalogue_find(const char *name);

/* Returns the program's algorithm (cube_algorithm_add) number `index`, from 0, or null. */
const struct algorithm *catalogue_own(size_t index);

/* Adds a copy of an algorithm that is a program's own, of a name that the catalogue does not have
 * yet. Returns whether there was room: for CUBE_OWN_ALGORITHMS of them. */
bool catalogue_add(const struct algorithm *own);

/* Adds a program's own algorithm as it describes itself, and returns what cube_algorithm_add
 * returns: own.c. The second writes to stderr why that refuses it, by the error. */
struct cube_own_algorithm;
int catalogue_add_own(const struct cube_own_algorithm *own);
void catalogue_refuse_own(const struct cube_own_algorithm *own, int error);

#endif
