/* The basic types: what every datatype is made of (MPI 5.0, section 3.2.2). Each has a number, by
 * which signatures and operators know it. */
#ifndef MPI_BASIC_H
#define MPI_BASIC_H

#include "mpi.h"

/* What operators can do with a type: section 6.9.2. */
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
    unsigned char index_offset;  /* of a pair: where its index is, */
    unsigned short value, index; /* and the handles of its two types */
};

/* All predefined handles of types are numbers from BASIC_FIRST on, and less than BASIC_HANDLES
 * numbers further. */
enum { BASIC_FIRST = 0x200, BASIC_HANDLES = 0x100 };

/* The numbers of the basic types, in the order of their handles, and how many there are. */
#define BASIC(handle, ...)  NUMBER_##handle,
#define PAIR(handle, ...)   NUMBER_##handle,
#define BOUND(handle, code) NUMBER_##handle,
enum {
#include "mpi/datatype/basic_list.h"
    BASIC_COUNT
};

/* By number. */
extern const struct basic basic_types[];

/* The number of a predefined handle, or -1. */
int basic_number(MPI_Datatype handle);

/* Writes the handle of a basic type, as programs write it, by its number, to `text`: "MPI_INT".
 * Returns `text`. */
const char *basic_name(int number, char text[MPI_MAX_OBJECT_NAME]);

#endif
