/* The names of the basic types. They are in a file of their own, because most programs do not ask
 * for them. */
#include <string.h>

#include "mpi/datatype/basic.h"
#include "mpi/object/text_list.h"

#define BASIC(handle, ...)  #handle "\0"
#define PAIR(handle, ...)   #handle "\0"
#define BOUND(handle, code) #handle "\0"

/* The names stand one behind the other, so that no pointers to them are needed, and without the
 * MPI_ with which all of them begin. */
static const char names[] =
#include "mpi/datatype/basic_list.h"
    ;

const char *basic_name(int number, char text[MPI_MAX_OBJECT_NAME]) {
    strcpy(text, "MPI_");
    return strcat(text, text_in(names, number));
}
