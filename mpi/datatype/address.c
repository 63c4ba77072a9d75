/* Addresses in memory (MPI 5.0, section 5.1.5). MPI_BOTTOM is address 0, so they are the same as
 * C's. */
#include "mpi.h"
#include "mpi/object/error.h"
#include "mpi/object/profile.h"

MPI_CALL(int, Get_address, const void *location, MPI_Aint *address) {
    CHECK_OUTPUT(address);
    *address = (MPI_Aint)location;
    return MPI_SUCCESS;
}

/* Addresses are added as unsigned numbers, because C defines an overflow only for these. */
MPI_CALL(MPI_Aint, Aint_add, MPI_Aint base, MPI_Aint displacement) {
    return (MPI_Aint)((uintptr_t)base + (uintptr_t)displacement);
}

MPI_CALL(MPI_Aint, Aint_diff, MPI_Aint address1, MPI_Aint address2) {
    return (MPI_Aint)((uintptr_t)address1 - (uintptr_t)address2);
}
