/* The extended diagonals of a square matrix, and the decomposition that follows from them (Ozveren,
 * section 3.3.3).
 *
 * Extended diagonal p of an N x N matrix has the elements (i, j) with j - i = p modulo N. If all
 * elements lie on the diagonals r_0 ... r_{p-1}, the problem falls into q = gcd(r_0, ..., r_{p-1},
 * N) problems that have nothing to do with each other: problem c is about the unknowns
 * {c, c + q, c + 2q, ..., c + N - q}, a coset of the subgroup that q generates (Propositions 3.1
 * and 3.2). In each the unknown c + q t is number t, and diagonal r is diagonal r / q. */
#ifndef COMPUTATIONS_SPARSE_DIAGONALS_H
#define COMPUTATIONS_SPARSE_DIAGONALS_H

#include <stddef.h>
#include <stdint.h>

#include "programs/computations/sparse/division.h"
#include "programs/computations/sparse/rows.h"

struct diagonals {
    size_t size;      /* of the matrix: N */
    size_t count;     /* of the diagonals that have an element */
    size_t *offset;   /* of each: p, ascending */
    size_t *elements; /* of each: how many there are */
    size_t width;     /* of the band around the main diagonal, round the corners: the largest of
                         min(p, N - p) */
    size_t problems;  /* q */
};

/* Finds the diagonals of a square matrix. The caller ends with diagonals_free. */
void diagonals_find(struct diagonals *diagonals, const struct sparse_rows *matrix);
void diagonals_free(struct diagonals *diagonals);

/* Unknown t of a problem may as well be number u t modulo N / q, for any u prime to N / q, which
 * makes diagonal r / q diagonal u r / q. Returns the u for which the band is narrowest, and sets
 * *width to its width. */
size_t diagonals_narrow(const struct diagonals *diagonals, size_t *width);

/* Puts the unknowns in the order of the problems, each renumbered by `unit`, which is the
 * u above: place[i] becomes the place of unknown i. */
void diagonals_order(const struct diagonals *diagonals, size_t unit, size_t place[]);

/* Divides the places of that order among the nodes of the cube: the problems among groups of nodes,
 * The number of groups is the largest power of two that is neither above q nor above the number of
 * nodes. With q >= nodes each node has whole problems. Returns the number of groups. The caller
 * ends with division_free. */
size_t diagonals_divide(const struct diagonals *diagonals, struct division *division);

#endif
