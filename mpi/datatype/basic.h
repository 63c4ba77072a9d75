/* The basic types, of which every datatype is made (MPI 5.0, section 3.2.2). Signatures and
 * operators identify them by number. */
#ifndef MPI_BASIC_H
#define MPI_BASIC_H

#include "mpi.h"

/* The kinds of types for operators: section 6.9.2. */
enum basic_kind {
    BASIC_CHARACTER, /* nothing: MPI_CHAR, MPI_WCHAR, MPI_PACKED */
    BASIC_SIGNED,
    BASIC_UNSIGNED,
    BASIC_REAL,
    BASIC_COMPLEX,
    BASIC_LOGICAL,
    BASIC_BYTE,
    BASIC_PAIR, /* a value and an index: two elements (section 6.9.4) */
    BASIC_BOUND /* no element: MPI_LB or MPI_UB, as in MPI 1.1, section 3.12.3 */
};

struct basic {
    unsigned short code; /* the handle */
    unsigned char kind;  /* an enum basic_kind */
    unsigned char size;
    unsigned char alignment;
    unsigned char external;      /* bytes in the representation external32 (section 14.5.2) */
    unsigned char index_offset;  /* of a pair: bytes from its start to its index */
    unsigned short value, index; /* of a pair: the handles of its two types */
};

/* The predefined handles of types are numbers from BASIC_FIRST to BASIC_FIRST + BASIC_HANDLES -
 * 1. */
enum { BASIC_FIRST = 0x200, BASIC_HANDLES = 0x100 };

/* The numbers of the basic types, in the order of their handles, and how many there are. */
#define BASIC(handle, ...)  NUMBER_##handle,
#define PAIR(handle, ...)   NUMBER_##handle,
#define BOUND(handle, code) NUMBER_##handle,
enum {
#include "mpi/datatype/basic_list.h"
    BASIC_COUNT
};

/* The basic types by their numbers. */
extern const struct basic basic_types[];

/* Returns the number of a predefined handle, or -1 for any other handle. */
int basic_number(MPI_Datatype handle);

/* Returns the number of the basic type that operators combine for this handle, or -1 if they do not
 * know it. Programs with Fortran's parametrized types (type_f90.c) have another function of this
 * name. Its symbol is weak here, so that the linker does not look for that function. */
int basic_number_of_type(MPI_Datatype type);

/* Writes the handle of the basic type with this number to `text`, as programs write it: "MPI_INT".
 * Returns `text`. */
const char *basic_name(int number, char text[MPI_MAX_OBJECT_NAME]);

#endif
