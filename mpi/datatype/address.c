/* Addresses in memory (MPI 5.0, section 5.1.5). MPI_BOTTOM is address 0, so they are the same as
 * C's. */
#include "mpi.h"
#include "mpi/object/error.h"

PROFILED(MPI_Get_address);
int MPI_Get_address(const void *location, MPI_Aint *address) {
    RETURN_IF_NULL(address);
    *address = (MPI_Aint)location;
    return MPI_SUCCESS;
}

/* Addresses are added as unsigned numbers, because C defines an overflow only for these. */
PROFILED(MPI_Aint_add);
MPI_Aint MPI_Aint_add(MPI_Aint base, MPI_Aint displacement) {
    return (MPI_Aint)((uintptr_t)base + (uintptr_t)displacement);
}

PROFILED(MPI_Aint_diff);
MPI_Aint MPI_Aint_diff(MPI_Aint address1, MPI_Aint address2) {
    return (MPI_Aint)((uintptr_t)address1 - (uintptr_t)address2);
}
