/* The product of a banded matrix, divided by rows, with a vector: blocks of the vector are shifted
 * along the ring in both directions at once, until each node has had all within its band (Ozveren,
 * section 3.3.1). A band of r blocks to each side takes r steps.
 *
 * If the band reaches the blocks of all n nodes, n - 1 shifts bring them: floor(n / 2) forward and
 * floor((n - 1) / 2) backward. */
#ifndef COMPUTATIONS_SPARSE_SHIFTS_H
#define COMPUTATIONS_SPARSE_SHIFTS_H

#include <stddef.h>

#include "programs/computations/account.h"
#include "programs/computations/cost.h"
#include "programs/computations/sparse/division.h"
#include "programs/computations/sparse/rows.h"

struct sparse_shifts {
    struct sparse_rows rows;  /* this node's, with columns by places in the node's vector */
    size_t forward, backward; /* shifts towards the next node, and towards the previous one */
    size_t most;              /* elements of a block */
    int next, previous;       /* the links' dimensions */
    double *vector; /* blocks: those of the `forward` nodes before, its own, the `backward` ones
                       after */
};

/* How far the band reaches: the largest distance along the ring, in blocks, of an element's column
 * from its row. The division is an even one, and `matrix` is the whole matrix. */
size_t sparse_shifts_reach(const struct sparse_rows *matrix, const struct division *division);

/* Prepares for a band that reaches `reach` blocks. `matrix` is this node's rows, with columns by
 * their places; it is taken over, and freed with the shifts. The caller ends with
 * sparse_shifts_free. */
void sparse_shifts_make(struct sparse_shifts *shifts, const struct division *division, size_t reach,
                        struct sparse_rows *matrix);
void sparse_shifts_free(struct sparse_shifts *shifts);

/* The map of struct linear_map (programs/computations/solver) with a struct sparse_shifts as
 * context. */
void sparse_shifts_apply(void *shifts, const double *from, double *to, struct account *account);

/* The cost of a product. */
struct cost sparse_shifts_cost(const struct division *division, size_t reach);

#endif
