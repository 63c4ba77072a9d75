/* Parts of arrays, whose sizes are ints. */
#include <stdbool.h>

#include "mpi/datatype/type.h"
#include "mpi/object/error.h"
#include "mpi/object/profile.h"

#define FORM(name)     name
#define COUNT          int
#define MADE_OF_COUNTS type_made_of_integers
#include "mpi/datatype/type_array_list.h"
