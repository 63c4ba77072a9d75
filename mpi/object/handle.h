/* Handles of objects (MPI 5.0, section 20.3): numbers of the predefined ones, and addresses. */
#ifndef MPI_HANDLE_H
#define MPI_HANDLE_H

#include <stdbool.h>
#include <stdint.h>

/* No handle below this is an address: those of predefined objects are less than 2^10. */
enum { HANDLE_END = 0x1000 };

/* Whether a handle is an address. If not, it may be that of a predefined object of another kind. */
static inline bool handle_is_address(const void *handle) {
    return (uintptr_t)handle >= HANDLE_END;
}

#endif
