/* The product of a sparse matrix, divided by rows, with a vector that is divided in the same way.
 * The matrix determines the elements that each node needs; they are found once.
 *
 * An element travels to the nodes that need it by E-cube paths, dimension 0 first. These paths are
 * a tree, on each link of which it is sent once, however many nodes lie beyond. All elements that
 * cross a link are one message: at most n steps, each between neighbours along one dimension. The
 * plan is made from the last dimension to the first: in step d a node needs some elements from its
 * neighbour. These are the elements of nodes that differ from it in bit d and in no higher one, as
 * far as it needs them itself, or a node needs them to which it passes elements on in a later step.
 */
#ifndef COMPUTATIONS_SPARSE_PRODUCT_H
#define COMPUTATIONS_SPARSE_PRODUCT_H

#include <stddef.h>
#include <stdint.h>

#include "cube.h"
#include "programs/computations/account.h"
#include "programs/computations/cost.h"
#include "programs/computations/sparse/division.h"
#include "programs/computations/sparse/rows.h"

/* The traffic on the link of one dimension. */
struct sparse_step {
    size_t sent, taken; /* elements */
    uint32_t *send;     /* of each that is sent: its place in the node's vector */
    uint32_t *take;     /* of each that is taken: its place in the whole vector, ascending */
    size_t first;       /* place of the received elements in the node's vector */
};

struct sparse_product {
    struct sparse_rows rows; /* this node's, with columns by places in the node's vector */
    struct sparse_step step[CUBE_DIMENSIONS];
    unsigned used;  /* the set of dimensions that any node uses */
    double *vector; /* the node's own elements, and those that it takes */
    double *packed; /* room for a message */
};

/* Makes the plan: `matrix` is this node's rows by the division, with columns by their places. The
 * matrix is taken over, and freed with the product. Every node calls it. The caller ends with
 * sparse_product_free. */
void sparse_product_make(struct sparse_product *product, const struct division *division,
                         struct sparse_rows *matrix);
void sparse_product_free(struct sparse_product *product);

/* The communication of a product alone: brings the elements that this node's rows need into
 * product->vector, at the places that the columns of product->rows name. `from` is this node's part
 * of the vector. Every node calls it. */
void sparse_product_collect(struct sparse_product *product, const double *from,
                            struct account *account);

/* The map of struct linear_map (programs/computations/solver) with a struct sparse_product as
 * context. */
void sparse_product_apply(void *product, const double *from, double *to, struct account *account);

/* Returns the cost of a product with the whole matrix: a word for each link that an element
 * crosses, and a step for each dimension in which any does. It is counted from the matrix itself,
 * apart from any plan. */
struct cost sparse_product_cost(const struct sparse_rows *matrix, const struct division *division);

#endif
