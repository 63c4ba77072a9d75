#include "programs/computations/pm2b/transform.h"

#include <math.h>

static const double PI = 3.14159265358979323846;

void transform_roots(const struct transform *transform) {
    for (uint64_t k = 0; k < transform->size / 2; k++) {
        double angle = -2 * PI * (double)k / (double)transform->size;
        transform->roots[k] = (struct transform_number){cos(angle), sin(angle)};
    }
}

/* Decimation in frequency (Gentleman and Sande, 1966): of a pair 2^b apart the first becomes the
 * sum, and the second the difference times a power of the root of order 2^(b+1), whose exponent is
 * the pair's number modulo 2^b.
 *
 * Example, 4 numbers, roots 1 and -i:
 *     b = 1    a0 + a2    a1 + a3    a0 - a2    (a1 - a3) (-i)
 *     b = 0    of the first two the sum, X[0], and the difference, X[2]; of the others X[1], X[3]
 */
static void transform_function(unsigned b, uint64_t i, const void *own_number, const void *plus,
                               const void *minus, void *result, const void *context) {
    const struct transform *transform = context;
    const struct transform_number *own = own_number;
    uint64_t offset = UINT64_C(1) << b;
    if ((i & offset) == 0) {
        const struct transform_number *other = plus;
        *(struct transform_number *)result =
            (struct transform_number){own->real + other->real, own->imaginary + other->imaginary};
        return;
    }
    const struct transform_number *other = minus;
    struct transform_number root =
        transform->roots[(i & (offset - 1)) * (transform->size / 2 >> b)];
    double real = other->real - own->real, imaginary = other->imaginary - own->imaginary;
    *(struct transform_number *)result =
        (struct transform_number){real * root.real - imaginary * root.imaginary,
                                  real * root.imaginary + imaginary * root.real};
}

void transform_program(struct pm2b *program, const struct transform *transform) {
    *program = (struct pm2b){
        .bytes = sizeof(struct transform_number),
        .elements = transform->size,
        .function = transform_function,
        .context = transform,
        .order = PM2B_DESCEND,
    };
}

uint64_t transform_place(const struct transform *transform, uint64_t k) {
    uint64_t place = 0;
    for (uint64_t bit = 1; bit < transform->size; bit *= 2) {
        place = 2 * place + k % 2;
        k /= 2;
    }
    return place;
}
