/* A balanced grid for a number of processes (MPI 5.0, section 8.5.2). */
#include "mpi/object/error.h"

/* If more dimensions than this are free, the others are 1, because no int has more than 31 prime
 * factors: not even 2^31 would. */
enum { MOST_FACTORS = 31 };

/* The search for the best grid: lists of factors that do not increase. */
struct search {
    int count;                 /* dimensions that are free */
    int now[MOST_FACTORS];     /* the list so far */
    int best[MOST_FACTORS];    /* the best complete list */
    int best_first, best_last; /* its largest and its smallest factor; 0 before there is one */
};

/* Whether the product of `count` factors of at most `most` each can reach `product`. */
static int can_reach(int product, int count, int most) {
    for (long reached = 1; count-- > 0;)
        if ((reached *= most) >= product)
            return 1;
    return product == 1;
}

/* Tries all factors for place `place` and those behind it. Their product is to be `product`, and
 * none may be more than `most`. The best list has the smallest first factor and, among lists with
 * the same one, the largest last factor. */
static void try_factors(struct search *search, int place, int product, int most) {
    int left = search->count - place;
    if (left == 1) {
        if (product > most)
            return;
        search->now[place] = product;
        if (search->best_first != 0 &&
            (search->now[0] > search->best_first ||
             (search->now[0] == search->best_first && product <= search->best_last)))
            return;
        for (int i = 0; i < search->count; i++)
            search->best[i] = search->now[i];
        search->best_first = search->now[0];
        search->best_last = product;
        return;
    }
    /* Factors do not increase, so the first one is at least the root of the product. can_reach
     * leaves out smaller ones. */
    for (int factor = 1; factor <= product && factor <= most; factor++) {
        if (product % factor != 0 || !can_reach(product, left, factor))
            continue;
        if (place == 0 && search->best_first != 0 && factor > search->best_first)
            return;
        search->now[place] = factor;
        try_factors(search, place + 1, product / factor, factor);
    }
}

int MPI_Dims_create(int nnodes, int ndims, int dims[]) {
    RETURN_IF_NULL_ARRAY(ndims, dims);
    if (nnodes < 1)
        return FAIL(MPI_ERR_ARG, "nnodes is %d (expected: 1 or more)", nnodes);
    if (ndims < 0 || (ndims == 0 && nnodes != 1))
        return FAIL(MPI_ERR_DIMS, "ndims is %d (expected: 1 or more for %d nodes)", ndims, nnodes);
    int product = nnodes, free_dims = 0;
    for (int i = 0; i < ndims; i++) {
        if (dims[i] < 0)
            return FAIL(MPI_ERR_DIMS, "dimension %d is %d (expected: 0 or more)", i, dims[i]);
        if (dims[i] > 0 && product % dims[i] != 0)
            return FAIL(MPI_ERR_DIMS, "%d nodes are not a multiple of the given dimensions",
                        nnodes);
        if (dims[i] > 0)
            product /= dims[i];
        else
            free_dims++;
    }
    if (free_dims == 0)
        return product == 1 ? MPI_SUCCESS
                            : FAIL(MPI_ERR_DIMS, "the product of the dimensions is not %d", nnodes);
    struct search search = {.count = free_dims < MOST_FACTORS ? free_dims : MOST_FACTORS};
    try_factors(&search, 0, product, product);
    for (int i = 0, place = 0; i < ndims; i++)
        if (dims[i] == 0) {
            dims[i] = place < search.count ? search.best[place] : 1;
            place++;
        }
    return MPI_SUCCESS;
}
