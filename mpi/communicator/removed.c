/* Names that the standard has replaced (MPI 5.0, chapters 16 and 17), but that old programs use. */
#include "mpi.h"
#include "mpi/object/error.h"

#define RENAMED(old, call, ...)                                                                    \
    int old(__VA_ARGS__) {                                                                         \
        return call;                                                                               \
    }
RENAMED(MPI_Errhandler_create, PMPI_Comm_create_errhandler(function, errhandler),
        MPI_Handler_function *function, MPI_Errhandler *errhandler)
RENAMED(MPI_Errhandler_set, PMPI_Comm_set_errhandler(comm, errhandler), MPI_Comm comm,
        MPI_Errhandler errhandler)
RENAMED(MPI_Errhandler_get, PMPI_Comm_get_errhandler(comm, errhandler), MPI_Comm comm,
        MPI_Errhandler *errhandler)
RENAMED(MPI_Keyval_create, PMPI_Comm_create_keyval(copy_fn, delete_fn, keyval, extra_state),
        MPI_Copy_function *copy_fn, MPI_Delete_function *delete_fn, int *keyval, void *extra_state)
RENAMED(MPI_Keyval_free, PMPI_Comm_free_keyval(keyval), int *keyval)
RENAMED(MPI_Attr_put, PMPI_Comm_set_attr(comm, keyval, value), MPI_Comm comm, int keyval,
        void *value)
RENAMED(MPI_Attr_get, PMPI_Comm_get_attr(comm, keyval, value, flag), MPI_Comm comm, int keyval,
        void *value, int *flag)
RENAMED(MPI_Attr_delete, PMPI_Comm_delete_attr(comm, keyval), MPI_Comm comm, int keyval)
RENAMED(MPI_Address, PMPI_Get_address(location, address), void *location, MPI_Aint *address)
RENAMED(MPI_Type_hvector, PMPI_Type_create_hvector(count, blocklength, stride, oldtype, newtype),
        int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype, MPI_Datatype *newtype)
RENAMED(MPI_Type_hindexed,
        PMPI_Type_create_hindexed(count, blocklengths, displacements, oldtype, newtype), int count,
        int blocklengths[], MPI_Aint displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype)
RENAMED(MPI_Type_struct,
        PMPI_Type_create_struct(count, blocklengths, displacements, types, newtype), int count,
        int blocklengths[], MPI_Aint displacements[], MPI_Datatype types[], MPI_Datatype *newtype)

int MPI_Type_extent(MPI_Datatype datatype, MPI_Aint *extent) {
    RETURN_IF_NULL(extent);
    MPI_Aint lower;
    return PMPI_Type_get_extent(datatype, &lower, extent);
}

int MPI_Type_lb(MPI_Datatype datatype, MPI_Aint *displacement) {
    RETURN_IF_NULL(displacement);
    MPI_Aint extent;
    return PMPI_Type_get_extent(datatype, displacement, &extent);
}

int MPI_Type_ub(MPI_Datatype datatype, MPI_Aint *displacement) {
    RETURN_IF_NULL(displacement);
    MPI_Aint lower, extent;
    int error = PMPI_Type_get_extent(datatype, &lower, &extent);
    if (error == MPI_SUCCESS)
        *displacement = lower + extent;
    return error;
}
