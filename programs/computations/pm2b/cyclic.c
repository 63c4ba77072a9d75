#include "programs/computations/pm2b/cyclic.h"

#include <string.h>

/* Both copies of an element make the hop of this offset, or stay. */
static void cyclic_function(unsigned b, uint64_t i, const void *own, const void *plus,
                            const void *minus, void *result, const void *context) {
    const struct cyclic *cyclic = context;
    size_t bytes = cyclic->bytes;
    uint64_t up = cyclic->shift, down = cyclic->elements - cyclic->shift;
    (void)i;
    memcpy(result, (up >> b & 1) != 0 ? minus : own, bytes);
    const char *from = (down >> b & 1) != 0 ? plus : own;
    memcpy((char *)result + bytes, from + bytes, bytes);
}

void cyclic_program(struct pm2b *program, const struct cyclic *cyclic, const void *neutral,
                    enum pm2b_order order) {
    *program = (struct pm2b){
        .bytes = 2 * cyclic->bytes,
        .elements = cyclic->elements,
        .neutral = neutral,
        .function = cyclic_function,
        .context = cyclic,
        .order = order,
    };
}

void cyclic_pairs(const struct cyclic *cyclic, const void *elements, size_t count, void *pairs) {
    size_t bytes = cyclic->bytes;
    for (size_t k = 0; k < count; k++)
        for (size_t copy = 0; copy < 2; copy++)
            memcpy((char *)pairs + (2 * k + copy) * bytes, (const char *)elements + k * bytes,
                   bytes);
}

void cyclic_result(const struct cyclic *cyclic, uint64_t first, const void *pairs, size_t count,
                   void *elements) {
    size_t bytes = cyclic->bytes;
    for (size_t k = 0; k < count; k++) {
        size_t copy = first + k >= cyclic->shift ? 0 : 1; /* the copy that went up, or the one that
                                                             went down */
        memcpy((char *)elements + k * bytes, (const char *)pairs + (2 * k + copy) * bytes, bytes);
    }
}
