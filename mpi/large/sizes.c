/* Functions whose large form has no count of elements: sizes of buffers, and units of
 * displacements. */
#include <limits.h>

#include "mpi/large/large.h"
#include "mpi/object/error.h"

PROFILED(MPI_Buffer_attach_c);
int MPI_Buffer_attach_c(void *buffer, MPI_Count size) {
    if (size > INT_MAX)
        return FAIL(MPI_ERR_COUNT, "size is %lld (a buffer has at most %d bytes)", (long long)size,
                    INT_MAX);
    return PMPI_Buffer_attach(buffer, size < 0 ? -1 : (int)size);
}

PROFILED(MPI_Buffer_detach_c);
int MPI_Buffer_detach_c(void *buffer_addr, MPI_Count *size) {
    RETURN_IF_NULL(buffer_addr);
    RETURN_IF_NULL(size);
    int bytes = 0, error = PMPI_Buffer_detach(buffer_addr, &bytes);
    *size = bytes;
    return error;
}

/* Sets *small to a unit of displacements. */
static int small_unit(const char *call, MPI_Aint unit, int *small) {
    if (unit > INT_MAX)
        return FAIL_IN(call, MPI_ERR_DISP, "disp_unit is %lld (at most %d bytes)", (long long)unit,
                       INT_MAX);
    *small = unit < 0 ? -1 : (int)unit;
    return MPI_SUCCESS;
}

PROFILED(MPI_Win_create_c);
int MPI_Win_create_c(void *base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm,
                     MPI_Win *win) {
    int unit = 0, error = small_unit(__func__, disp_unit, &unit);
    return error == MPI_SUCCESS ? PMPI_Win_create(base, size, unit, info, comm, win) : error;
}

PROFILED(MPI_Win_allocate_c);
int MPI_Win_allocate_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm,
                       void *baseptr, MPI_Win *win) {
    int unit = 0, error = small_unit(__func__, disp_unit, &unit);
    return error == MPI_SUCCESS ? PMPI_Win_allocate(size, unit, info, comm, baseptr, win) : error;
}

PROFILED(MPI_Win_allocate_shared_c);
int MPI_Win_allocate_shared_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm,
                              void *baseptr, MPI_Win *win) {
    int unit = 0, error = small_unit(__func__, disp_unit, &unit);
    return error == MPI_SUCCESS ? PMPI_Win_allocate_shared(size, unit, info, comm, baseptr, win)
                                : error;
}

PROFILED(MPI_Win_shared_query_c);
int MPI_Win_shared_query_c(MPI_Win win, int rank, MPI_Aint *size, MPI_Aint *disp_unit,
                           void *baseptr) {
    RETURN_IF_NULL(disp_unit);
    int unit = 0, error = PMPI_Win_shared_query(win, rank, size, &unit, baseptr);
    *disp_unit = unit;
    return error;
}
