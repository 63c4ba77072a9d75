/* The calls that make types, with counts that are ints. */
#include "mpi/datatype/type.h"
#include "mpi/object/error.h"
#include "mpi/object/profile.h"

#define FORM(name)     name
#define COUNT          int
#define PLACE          MPI_Aint
#define MADE_OF_COUNTS type_made_of_integers
#define MADE_OF_PLACES type_made_of_addresses
#include "mpi/datatype/type_create_list.h"
