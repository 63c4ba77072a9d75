/* QR by Givens rotations over a tree (Ozveren, section 3.4.1; Golub and Van Loan, Matrix
 * Computations). */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "programs/computations/matrix/cyclic.h"
#include "programs/computations/matrix/qr.h"
#include "programs/computations/matrix/rotation.h"
#include "programs/computations/must.h"
#include "programs/computations/pairs.h"

size_t qr_own(size_t size) {
    return cyclic_before(size, cube_node());
}

size_t qr_room(size_t size) {
    return qr_own(size) + 1;
}

/* Rotates the nodes' rows `row`, of `count` elements, along the tree with this root: in step d the
 * nodes that agree with the root in the dimensions below d are left, and pairs are rotated along
 * dimension d. `other` has room for a row. */
static void rotate_along_tree(struct account *account, int root, double *row, double *other,
                              size_t count) {
    unsigned place = (unsigned)(cube_node() ^ root);
    for (int d = 0; d < cube_dim(); d++) {
        bool takes_part = (place & ((1u << d) - 1)) == 0;
        pairs_exchange(account, d, takes_part, row, other, count * sizeof *row);
        if (takes_part && (place >> d & 1) == 0)
            rotate_first(row, other, count);
        else if (takes_part)
            rotate_second(other, row, count);
    }
}

void qr_givens(struct account *account, const struct qr_rows *rows) {
    size_t columns = rows->columns, room = qr_room(rows->size);
    double *other = allocate(columns, sizeof *other);
    memset(&rows->element[(room - 1) * columns], 0, columns * sizeof *rows->element);
    for (size_t i = 0; i < rows->size; i++) {
        size_t first = cyclic_before(i, cube_node());
        double *pivot = &rows->element[first * columns + i];
        for (size_t k = first + 1; k < room; k++)
            rotate(pivot, &rows->element[k * columns + i], columns - i);
        rotate_along_tree(account, cyclic_owner(i), pivot, other, columns - i);
    }
    free(other);
}

struct cost qr_givens_cost(size_t size, size_t columns) {
    uint64_t pairs = (uint64_t)cube_nodes() - 1, dimension = (uint64_t)cube_dim();
    struct cost cost = {.steps = size * dimension};
    for (size_t i = 0; i < size; i++) {
        cost.words += 2 * pairs * (columns - i);
        cost.time += (double)dimension * cost_of_exchange(0, columns - i, sizeof(double)).time;
    }
    return cost;
}

double qr_givens_share(size_t size, size_t columns) {
    double alone = 0, busiest = 0;
    for (size_t i = 0; i < size; i++) {
        /* The root has as many rows as any node, and half of each rotation along the tree. */
        size_t own = cyclic_before(size, cyclic_owner(i)) - cyclic_before(i, cyclic_owner(i));
        alone += (double)(size - i - 1) * (double)(columns - i);
        busiest += ((double)(own - 1) + cube_dim() / 2.0) * (double)(columns - i);
    }
    return alone == 0 ? 1 : busiest / alone;
}
