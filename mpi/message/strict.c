#include "mpi/message/strict.h"

#include <stdlib.h>
#include <string.h>

#include "mpi/datatype/basic.h"
#include "mpi/datatype/pieces.h"
#include "mpi/datatype/type.h"
#include "net/system/buffers.h"

NODE_LOCAL bool strict, strict_sync;
NODE_LOCAL void (*strict_matches)(const struct transfer *receive);

void strict_start(void) {
    const char *wanted = getenv("MPI_STRICT");
    strict = wanted && wanted[0] != 0 && wanted[0] != '0';
    strict_sync = strict && strcmp(wanted, "sync") == 0;
    if (strict || buffers_watched)
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

/* Returns false if the signature is that of any types: the bytes end within an element, or are
 * packed ones. */
static NOINLINE bool add(void *signature, int basic, MPI_Count count) {
    uint32_t *sum = signature;
    if (count == 0 || basic == NUMBER_PACKED)
        return false;
    const struct powers powers = powers_of((uint64_t)count);
    *sum = *sum * powers.power + (uint32_t)(basic + 1) * powers.sum;
    return true;
}

uint32_t strict_signature(const struct layout *layout, MPI_Count bytes) {
    const struct signature *types = layout->signature;
    uint32_t signature = 0;
    if (!types)
        return 0;
    while (bytes > 0) {
        if (layout->nested) {
            if (!layout->nested->walk(types, &bytes, add, &signature))
                return 0;
            continue;
        }
        /* A predefined type has one element, or two of different types, or any number of one. */
        const struct elements *elements = types->elements;
        for (size_t s = types->count; s > 0 && bytes > 0; s--, elements++) {
            MPI_Count count = bytes / elements->bytes;
            if (types->count > 1 && count > 1)
                count = 1;
            if (!add(&signature, elements->basic, count))
                return 0;
            bytes -= count * elements->bytes;
        }
    }
    signature &= SIGNATURE_MASK;
    return signature != 0 ? signature : 1;
}

/* A word is mixed in by a multiplication with an odd number, which loses nothing. */
ALWAYS_INLINE uint64_t mix(uint64_t sum, uint64_t word) {
    sum = (sum ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return sum ^ sum >> 32;
}

uint64_t strict_sum(const struct layout *layout, void *buffer, MPI_Count bytes) {
    uint64_t sum = 0, word;
    struct pieces pieces;
    void *address;
    size_t length;
    if (bytes == 0)
        return 0;
    pieces_begin(&pieces, layout, buffer, 0, bytes);
    while (pieces_next(&pieces, &address, &length)) {
        const char *at = address;
        for (; length >= sizeof word; at += sizeof word, length -= sizeof word) {
            memcpy(&word, at, sizeof word);
            sum = mix(sum, word);
        }
        word = 0;
        memcpy(&word, at, length);
        sum = mix(sum, word);
    }
    return sum;
}
