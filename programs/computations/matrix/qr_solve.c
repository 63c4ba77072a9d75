/* Back-substitution with the rows of a QR decomposition (Ozveren, section 3.4.1). */
#include <math.h>

#include "cube.h"
#include "programs/computations/matrix/cyclic.h"
#include "programs/computations/matrix/qr.h"
#include "programs/computations/pairs.h"

bool qr_solve(struct account *account, const struct qr_rows *triangle, size_t right, double *x) {
    size_t columns = triangle->columns;
    double *rows = triangle->element;
    for (size_t i = triangle->size; i-- > 0;) {
        size_t above = cyclic_before(i, cube_node());
        if (cyclic_owner(i) == cube_node())
            x[i] = rows[above * columns + right] / rows[above * columns + i];
        pairs_broadcast(account, cyclic_owner(i), &x[i], sizeof *x);
        if (!isfinite(x[i]))
            return false;
        for (size_t k = 0; k < above; k++)
            rows[k * columns + right] -= rows[k * columns + i] * x[i];
    }
    return true;
}

struct cost qr_solve_cost(size_t size) {
    uint64_t nodes = (uint64_t)cube_nodes(), dimension = (uint64_t)cube_dim();
    return (struct cost){
        .steps = size * dimension,
        .words = size * (nodes - 1),
        .time = (double)size * cube_catalogue_estimate("bcast-binomial", NULL, sizeof(double)),
    };
}
