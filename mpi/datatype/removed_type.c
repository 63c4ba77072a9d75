/* Datatype calls whose names the standard has replaced (MPI 5.0, chapter 17), but which old
 * programs use. */
#include "mpi.h"
#include "mpi/object/error.h"

int MPI_Address(void *location, MPI_Aint *address) {
    return PMPI_Get_address(location, address);
}

int MPI_Type_hvector(int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype,
                     MPI_Datatype *newtype) {
    return PMPI_Type_create_hvector(count, blocklength, stride, oldtype, newtype);
}

int MPI_Type_hindexed(int count, int blocklengths[], MPI_Aint displacements[], MPI_Datatype oldtype,
                      MPI_Datatype *newtype) {
    return PMPI_Type_create_hindexed(count, blocklengths, displacements, oldtype, newtype);
}

int MPI_Type_struct(int count, int blocklengths[], MPI_Aint displacements[], MPI_Datatype types[],
                    MPI_Datatype *newtype) {
    return PMPI_Type_create_struct(count, blocklengths, displacements, types, newtype);
}

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
