/* Parts of arrays, whose sizes are large counts (MPI 5.0, section 2.5.8). */
#include <stdbool.h>

#include "mpi/datatype/type.h"
#include "mpi/object/error.h"
#include "mpi/object/profile.h"

#define FORM(name)     name##_c
#define COUNT          MPI_Count
#define MADE_OF_COUNTS type_made_of_counts
#include "mpi/datatype/type_array_list.h"
