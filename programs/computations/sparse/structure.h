/* Uses of the structure of a sparse matrix: the ways to communicate the elements of a vector for a
 * product, their costs, and the product by any of them (Ozveren, section 3.3). */
#ifndef COMPUTATIONS_SPARSE_STRUCTURE_H
#define COMPUTATIONS_SPARSE_STRUCTURE_H

#include <stddef.h>

#include "programs/computations/account.h"
#include "programs/computations/cost.h"
#include "programs/computations/sparse/diagonals.h"
#include "programs/computations/sparse/division.h"
#include "programs/computations/sparse/entries.h"
#include "programs/computations/sparse/product.h"
#include "programs/computations/sparse/rows.h"
#include "programs/computations/sparse/shifts.h"

enum sparse_method {
    SPARSE_PLANNED,  /* each element to those that need it (product.h) */
    SPARSE_SHIFTS,   /* blocks along the ring, both ways (shifts.h) */
    SPARSE_PROBLEMS, /* planned, with the unknowns in the order of the problems (diagonals.h) */
    SPARSE_METHODS,
};

struct sparse_structure {
    struct sparse_entries entries;    /* as they are numbered */
    struct sparse_entries renumbered; /* by places in the order of the problems */
    struct sparse_rows whole;         /* all rows, as they are numbered */
    struct diagonals diagonals;
    size_t unit, narrow;              /* of diagonals_narrow: the renumbering, and its band */
    size_t *place;                    /* of each unknown in the order of the problems */
    struct division plain;            /* of the unknowns as they are numbered */
    struct division grouped;          /* of the places */
    size_t groups;                    /* of nodes, among which the problems are divided */
    size_t reach;                     /* of the shifts, in blocks */
    struct cost cost[SPARSE_METHODS]; /* of a product */
};

/* Looks for the structure of a square matrix. The entries are taken over, and freed with the
 * structure. Every node calls it with the same entries. The caller ends with
 * sparse_structure_free. */
void sparse_structure_find(struct sparse_structure *structure, struct sparse_entries *entries);
void sparse_structure_free(struct sparse_structure *structure);

/* Returns the method whose product takes the least time by the cost model, or the first of these if
 * several do. */
enum sparse_method sparse_structure_best(const struct sparse_structure *structure);

/* A product by one of the methods, at this node. */
struct sparse_map {
    enum sparse_method method;
    const struct sparse_structure *structure;
    const struct division *division; /* of the vectors */
    struct sparse_product product;
    struct sparse_shifts shifts;
};

/* Prepares a product. The structure stays the caller's and lives longer. Every node calls it.
 * The caller ends with sparse_map_free. */
void sparse_map_make(struct sparse_map *map, const struct sparse_structure *structure,
                     enum sparse_method method);
void sparse_map_free(struct sparse_map *map);

/* The place of an unknown in the vectors. */
size_t sparse_map_place(const struct sparse_map *map, size_t unknown);

/* The map of struct linear_map (programs/computations/solver) with a struct sparse_map as context.
 */
void sparse_map_apply(void *map, const double *from, double *to, struct account *account);

#endif
