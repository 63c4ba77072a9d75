/* The private fields of a status (MPI 5.0, section 3.2.5): the bytes received, and whether the
 * operation was cancelled. */
#ifndef MPI_STATUS_H
#define MPI_STATUS_H

#include <stdint.h>

#include "mpi.h"

/* The first three of the five internal words. */
enum { STATUS_BYTES_LOW, STATUS_BYTES_HIGH, STATUS_CANCELLED };

static inline MPI_Count status_bytes(const MPI_Status *status) {
    return (MPI_Count)((uint64_t)(uint32_t)status->MPI_internal[STATUS_BYTES_HIGH] << 32 |
                       (uint32_t)status->MPI_internal[STATUS_BYTES_LOW]);
}

static inline void status_set_bytes(MPI_Status *status, MPI_Count bytes) {
    status->MPI_internal[STATUS_BYTES_LOW] = (int)(uint32_t)bytes;
    status->MPI_internal[STATUS_BYTES_HIGH] = (int)(uint32_t)((uint64_t)bytes >> 32);
}

static inline void status_set_cancelled(MPI_Status *status, int cancelled) {
    status->MPI_internal[STATUS_CANCELLED] = cancelled;
}

#endif
