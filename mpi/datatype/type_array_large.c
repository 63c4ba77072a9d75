/* The functions of type_array.c with large counts (MPI 5.0, section 2.5.8). */
#include "mpi.h" /* declares both forms */

#define MPI_Type_create_subarray MPI_Type_create_subarray_c
#define MPI_Type_create_darray   MPI_Type_create_darray_c

#define COUNT          MPI_Count
#define MADE_OF_COUNTS type_made_of_counts
#include "mpi/datatype/type_array.c" /* NOLINT(bugprone-suspicious-include) */
