/* Shared by the proofs: values of which only the bounds are known. */
#ifndef TESTS_PROVE_PROVE_H
#define TESTS_PROVE_PROVE_H

#include <__fc_builtin.h>
#include <stddef.h>
#include <stdint.h>

static inline uint32_t between32(uint32_t least, uint32_t most) {
    return Frama_C_unsigned_int_interval(least, most);
}
static inline uint32_t any32(void) {
    return between32(0, UINT32_MAX);
}

/* Makes `bytes` bytes at `at` any bytes. */
static inline void any_bytes(void *at, size_t bytes) {
    Frama_C_make_unknown((char *)at, bytes);
}

#endif
