/* The functions of type_create.c with large counts (MPI 5.0, section 2.5.8). */
#include "mpi.h" /* declares both forms */

#define MPI_Type_contiguous            MPI_Type_contiguous_c
#define MPI_Type_vector                MPI_Type_vector_c
#define MPI_Type_create_hvector        MPI_Type_create_hvector_c
#define MPI_Type_indexed               MPI_Type_indexed_c
#define MPI_Type_create_hindexed       MPI_Type_create_hindexed_c
#define MPI_Type_create_indexed_block  MPI_Type_create_indexed_block_c
#define MPI_Type_create_hindexed_block MPI_Type_create_hindexed_block_c
#define MPI_Type_create_struct         MPI_Type_create_struct_c
#define MPI_Type_create_resized        MPI_Type_create_resized_c

#define COUNT          MPI_Count
#define PLACE          MPI_Count
#define MADE_OF_COUNTS type_made_of_counts
#define MADE_OF_PLACES type_made_of_counts
#include "mpi/datatype/type_create.c" /* NOLINT(bugprone-suspicious-include) */
