/* What the basic types are called: by itself, for most programs do not ask. */
#include <string.h>

#include "mpi/datatype/basic.h"
#include "mpi/object/text_list.h"

#define BASIC(handle, ...)  #handle "\0"
#define PAIR(handle, ...)   #handle "\0"
#define BOUND(handle, code) #handle "\0"

/* One name behind the other, without a pointer each, and without the MPI_ of all. */
static const char names[] =
#include "mpi/datatype/basic_list.h"
    ;

const char *basic_name(int number, char text[MPI_MAX_OBJECT_NAME]) {
    strcpy(text, "MPI_");
    return strcat(text, text_in(names, number));
}
