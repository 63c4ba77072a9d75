/* One-sided communication with large counts. */
#include <limits.h>
#include <stdint.h>

#include "mpi/large/large.h"
#include "mpi/object/error.h"

/* The buffer of the target is not looked at here: any address stands for it. */
#define TARGET_BUFFER ((const void *)UINTPTR_MAX)

#define ORIGIN(qualified)                                                                          \
    qualified *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype
#define RESULT void *result_addr, MPI_Count result_count, MPI_Datatype result_datatype
#define TARGET                                                                                     \
    int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype
#define SIDES                                                                                      \
    MPI_Comm comm = MPI_COMM_SELF;                                                                 \
    LARGE(origin, origin_addr, origin_count, origin_datatype)                                      \
    LARGE(target, TARGET_BUFFER, target_count, target_datatype)
#define ORIGIN_SMALL origin_addr, origin.count, origin.type
#define TARGET_SMALL target_rank, target_disp, target.count, target.type

/* The form without a request, and that with one. */
#define OPERATION(name, with_request, qualified)                                                   \
    MPI_CALL(int, name##_c, ORIGIN(qualified), TARGET, MPI_Win win) {                              \
        SIDES return PMPI_##name(ORIGIN_SMALL, TARGET_SMALL, win);                                 \
    }                                                                                              \
    MPI_CALL(int, with_request##_c, ORIGIN(qualified), TARGET, MPI_Win win,                        \
             MPI_Request *request) {                                                               \
        SIDES return PMPI_##with_request(ORIGIN_SMALL, TARGET_SMALL, win, request);                \
    }

OPERATION(Put, Rput, const void)
OPERATION(Get, Rget, void)

MPI_CALL(int, Accumulate_c, ORIGIN(const void), TARGET, MPI_Op op, MPI_Win win) {
    SIDES return PMPI_Accumulate(ORIGIN_SMALL, TARGET_SMALL, op, win);
}

MPI_CALL(int, Raccumulate_c, ORIGIN(const void), TARGET, MPI_Op op, MPI_Win win,
         MPI_Request *request) {
    SIDES return PMPI_Raccumulate(ORIGIN_SMALL, TARGET_SMALL, op, win, request);
}

MPI_CALL(int, Get_accumulate_c, ORIGIN(const void), RESULT, TARGET, MPI_Op op, MPI_Win win) {
    SIDES LARGE(result, result_addr, result_count, result_datatype) return PMPI_Get_accumulate(
        ORIGIN_SMALL, result_addr, result.count, result.type, TARGET_SMALL, op, win);
}

MPI_CALL(int, Rget_accumulate_c, ORIGIN(const void), RESULT, TARGET, MPI_Op op, MPI_Win win,
         MPI_Request *request) {
    SIDES LARGE(result, result_addr, result_count, result_datatype) return PMPI_Rget_accumulate(
        ORIGIN_SMALL, result_addr, result.count, result.type, TARGET_SMALL, op, win, request);
}

/* ---- Windows, whose unit of displacements is large ---- */

#define CHECK_UNIT(comm, unit)                                                                     \
    if ((unit) > INT_MAX)                                                                          \
    return error_raise(comm, __func__, MPI_ERR_DISP, "disp_unit is %lld, and may be %d bytes",     \
                       (long long)(unit), INT_MAX)
#define UNIT(unit) ((unit) < 0 ? -1 : (int)(unit))

MPI_CALL(int, Win_create_c, void *base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info,
         MPI_Comm comm, MPI_Win *win) {
    CHECK_UNIT(MPI_COMM_SELF, disp_unit);
    return PMPI_Win_create(base, size, UNIT(disp_unit), info, comm, win);
}

MPI_CALL(int, Win_allocate_c, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm,
         void *baseptr, MPI_Win *win) {
    CHECK_UNIT(MPI_COMM_SELF, disp_unit);
    return PMPI_Win_allocate(size, UNIT(disp_unit), info, comm, baseptr, win);
}

MPI_CALL(int, Win_allocate_shared_c, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info,
         MPI_Comm comm, void *baseptr, MPI_Win *win) {
    CHECK_UNIT(MPI_COMM_SELF, disp_unit);
    return PMPI_Win_allocate_shared(size, UNIT(disp_unit), info, comm, baseptr, win);
}

MPI_CALL(int, Win_shared_query_c, MPI_Win win, int rank, MPI_Aint *size, MPI_Aint *disp_unit,
         void *baseptr) {
    CHECK_OUTPUT(disp_unit);
    int unit = 0, error = PMPI_Win_shared_query(win, rank, size, &unit, baseptr);
    *disp_unit = unit;
    return error;
}
