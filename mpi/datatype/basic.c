#include "mpi/datatype/basic.h"

#include <complex.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <wchar.h>

#define BASIC(handle, code, kind, type, external)                                                  \
    {code, BASIC_##kind, sizeof(type), _Alignof(type), external, 0, 0, 0},

/* A pair lies in memory like a struct in C: the index lies behind the value where its alignment
 * puts it. */
#define PAIR(handle, code, type, type_code, index, index_code, external)                           \
    {code,                                                                                         \
     BASIC_PAIR,                                                                                   \
     sizeof(type) + sizeof(index),                                                                 \
     _Alignof(struct {                                                                             \
         type value;                                                                               \
         index place;                                                                              \
     }),                                                                                           \
     external,                                                                                     \
     offsetof(                                                                                     \
         struct {                                                                                  \
             type value;                                                                           \
             index place;                                                                          \
         },                                                                                        \
         place),                                                                                   \
     type_code,                                                                                    \
     index_code},

#define BOUND(handle, code) {code, BASIC_BOUND, 0, 1, 0, 0, 0, 0},

const struct basic basic_types[] = {
#include "mpi/datatype/basic_list.h"
};

/* For each handle, one more than the number of its basic type, or 0 if it has none. */
#define BASIC(handle, code, ...) [code - BASIC_FIRST] = 1 + NUMBER_##handle,
#define PAIR(handle, code, ...)  [code - BASIC_FIRST] = 1 + NUMBER_##handle,
#define BOUND(handle, code)      [code - BASIC_FIRST] = 1 + NUMBER_##handle,

static const uint8_t numbers[BASIC_HANDLES] = {
#include "mpi/datatype/basic_list.h"
};

int basic_number(MPI_Datatype handle) {
    uintptr_t place = (uintptr_t)handle - BASIC_FIRST;
    return place < BASIC_HANDLES ? numbers[place] - 1 : -1;
}

int basic_number_of_type(MPI_Datatype type) __attribute__((weak, alias("basic_number")));

/* ---- The names of the basic types ---- */

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
