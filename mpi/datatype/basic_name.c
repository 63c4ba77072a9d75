/* What the basic types are called: by itself, for most programs do not ask. */
#include "mpi/datatype/basic.h"

#define BASIC(handle, ...)  #handle,
#define PAIR(handle, ...)   #handle,
#define BOUND(handle, code) #handle,

static const char names[][28] = {
#include "mpi/datatype/basic_list.h"
};

const char *basic_name(int number) {
    return names[number];
}
