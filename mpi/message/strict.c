#include "mpi/message/strict.h"

#include <stdlib.h>

#include "mpi/datatype/basic.h"
#include "mpi/datatype/type.h"

NODE_LOCAL bool strict;

void strict_start(void) {
    const char *wanted = getenv("MPI_STRICT");
    strict = wanted && wanted[0] != 0 && wanted[0] != '0';
    if (strict)
        type_without_plain();
}

/* A signature is the polynomial whose coefficients are the basic types' numbers, modulo 2^24. Equal
 * neighbours may be counted together, for b BASE^(n-1) + ... + b is b times a sum that doubling
 * finds. */
enum { BASE = 0x9e3779b1u & 0xffffff, SIGNATURE_MASK = 0xffffff };

struct powers {
    uint32_t power; /* BASE^n */
    uint32_t sum;   /* BASE^(n-1) + ... + 1 */
};

static struct powers powers_of(uint64_t n) {
    struct powers result = {1, 0}, square = {BASE, 1};
    for (; n > 0; n /= 2) {
        if (n % 2 != 0)
            result = (struct powers){result.power * square.power,
                                     result.sum * square.power + square.sum};
        square =
            (struct powers){square.power * square.power, square.sum * square.power + square.sum};
    }
    return result;
}

uint32_t strict_signature(const struct layout *layout, MPI_Count bytes) {
    uint32_t signature = 0;
    if (layout->signature_count == 0)
        return 0;
    while (bytes > 0)
        for (size_t s = 0; s < layout->signature_count && bytes > 0; s++) {
            const struct elements *elements = &layout->signature[s];
            const struct basic *basic = &basic_types[elements->basic];
            if (basic->code == (uintptr_t)MPI_PACKED)
                return 0;
            MPI_Count count = elements->count, all = bytes / basic->size;
            if (layout->signature_count == 1 || count > all)
                count = all;
            if (count == 0)
                return 0; /* the bytes end within an element */
            const struct powers powers = powers_of((uint64_t)count);
            signature = signature * powers.power + (uint32_t)(elements->basic + 1) * powers.sum;
            bytes -= count * basic->size;
        }
    signature &= SIGNATURE_MASK;
    return signature != 0 ? signature : 1;
}
