/* The names of the basic types. They are in a file of their own, because most programs do not ask
 * for them. */
#include <stdio.h>

#include "mpi/datatype/basic.h"

#define BASIC(handle, ...)  #handle,
#define PAIR(handle, ...)   #handle,
#define BOUND(handle, code) #handle,

/* Without the MPI_ with which all of them begin. */
static const char *const names[] = {
#include "mpi/datatype/basic_list.h"
};

const char *basic_name(int number, char text[MPI_MAX_OBJECT_NAME]) {
    snprintf(text, MPI_MAX_OBJECT_NAME, "MPI_%s", names[number]);
    return text;
}
