/* The exception syndrome, ESR_EL1 (Arm ARM, D19.2.40). */
#ifndef KERNEL_SYNDROME_H
#define KERNEL_SYNDROME_H

#include <stdbool.h>
#include <stdint.h>

enum exception_class {
    EXCEPTION_SVC = 0x15,
    EXCEPTION_FETCH = 0x20, /* EL0 fetched an instruction at an address that it may not execute */
    EXCEPTION_PC_ALIGNMENT = 0x22,
    EXCEPTION_DATA = 0x24, /* EL0 read or wrote at an address where it may not */
    EXCEPTION_SP_ALIGNMENT = 0x26,
    EXCEPTION_FLOATING_POINT = 0x2c,
    EXCEPTION_BREAKPOINT = 0x3c,
};

static inline enum exception_class syndrome_class(uint64_t syndrome) {
    return (enum exception_class)(syndrome >> 26 & 0x3f);
}

/* Whether the access of an EXCEPTION_DATA was a write. Cache maintenance, which the processor also
 * reports as a write, does not count. */
static inline bool syndrome_is_write(uint64_t syndrome) {
    return (syndrome >> 6 & 1) && !(syndrome >> 8 & 1);
}

/* Whether the failed access of an EXCEPTION_FETCH or EXCEPTION_DATA lacked a right, at any level of
 * the tables; or was misaligned. */
static inline bool syndrome_is_permission(uint64_t syndrome) {
    return (syndrome & 0x3c) == 0x0c;
}

static inline bool syndrome_is_alignment(uint64_t syndrome) {
    return (syndrome & 0x3f) == 0x21;
}

#endif
