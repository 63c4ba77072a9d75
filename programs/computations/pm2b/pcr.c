#include "programs/computations/pm2b/pcr.h"

/* Eliminates x[i - 2^b] and x[i + 2^b] from row i, by the rows that have them on the diagonal. Rows
 * near the ends have coefficients of 0 beyond the ends. So the missing neighbours of these rows may
 * be any rows.
 *
 * Example, rows (-1, 4, -1), right sides 2, 4, 6, 8, 10: after offset 1 row 3 (from 0) is 8 + (6 +
 * 10) / 4 = 12 on the right, 4 - 2 / 4 = 7/2 on the diagonal, and -1/4 on both sides of it. */
static inline struct pcr_row eliminate(struct pcr_row own, struct pcr_row plus,
                                       struct pcr_row minus) {
    double before = -own.lower / minus.diagonal, after = -own.upper / plus.diagonal;
    return (struct pcr_row){
        .lower = before * minus.lower,
        .diagonal = own.diagonal + before * minus.upper + after * plus.lower,
        .upper = after * plus.upper,
        .right = own.right + before * minus.right + after * plus.right,
    };
}

static void pcr_run(const struct pm2b_run *run, const void *own_rows, const void *plus_rows,
                    const void *minus_rows, void *result_rows, const void *context) {
    const struct pcr_row *restrict own = own_rows;
    const struct pcr_row *restrict plus = plus_rows;
    const struct pcr_row *restrict minus = minus_rows;
    struct pcr_row *restrict result = result_rows;
    (void)context;
    for (size_t k = 0; k < run->count; k++)
        result[k] = eliminate(own[k], plus[k], minus[k]);
}

void pcr_program(struct pm2b *program, uint64_t rows) {
    static const struct pcr_row no_equation = {.diagonal = 1};
    *program = (struct pm2b){
        .bytes = sizeof(struct pcr_row),
        .elements = rows,
        .neutral = &no_equation,
        .run = pcr_run,
        .order = PM2B_ASCEND,
    };
}

void pcr_solution(const struct pcr_row rows[], size_t count, double x[]) {
    for (size_t k = 0; k < count; k++)
        x[k] = rows[k].right / rows[k].diagonal;
}

void pcr_thomas(struct pcr_row rows[], size_t count, double x[]) {
    for (size_t k = 1; k < count; k++) {
        double factor = rows[k].lower / rows[k - 1].diagonal;
        rows[k].diagonal -= factor * rows[k - 1].upper;
        rows[k].right -= factor * rows[k - 1].right;
    }
    double next = 0;
    for (size_t k = count; k-- > 0;)
        next = x[k] = (rows[k].right - rows[k].upper * next) / rows[k].diagonal;
}
