/* Datatypes as objects (MPI 5.0, chapter 5). */
#ifndef MPI_TYPE_H
#define MPI_TYPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compiler.h"
#include "mpi.h"
#include "mpi/datatype/basic.h"
#include "mpi/datatype/layout.h"
#include "mpi/object/handle.h"

struct attribute;

/* The contents of a type, in the order of section 5.1.13. */
struct contents {
    int combiner;
    int *integers;
    MPI_Aint *addresses;
    MPI_Datatype *types; /* each with a reference */
    int integer_count, address_count, type_count;
    bool is_large; /* of a call with large counts: the addresses are these counts */
};

struct MPI_ABI_Datatype {
    struct layout layout;
    int references; /* handles, types that are made of it, and operations that use it */
    int handles;    /* how many of these are the user's handles */
    int state;      /* TYPE_MADE or TYPE_COMMITTED; without TYPE_MADE, the user has freed it */
    struct contents contents;
    char *name; /* if null, the name is that of a basic type, or "" */
    struct attribute *attributes;
};

/* Values of a type's member `state`. Freed memory has another value there, which identifies handles
 * of freed types. TYPE_COMMITTED is odd, unlike an address. */
enum { TYPE_MADE = 0x5a3c96e2, TYPE_COMMITTED = TYPE_MADE | 1 };

/* For each handle of a predefined type: the bytes of an element, if any number of elements in a row
 * is one piece of memory and the type has been asked for before, otherwise 0. */
extern NODE_LOCAL uint8_t type_plain[BASIC_HANDLES];

/* Keeps the table above empty, so that no call takes the ways that check less. */
void type_without_plain(void);

/* Returns the table's entry for a predefined type, or 0 for any other type. */
ALWAYS_INLINE uint64_t type_plain_bytes(MPI_Datatype handle) {
    uintptr_t place = (uintptr_t)handle - BASIC_FIRST;
    return LIKELY(place < BASIC_HANDLES) ? type_plain[place] : 0;
}

/* Frees the objects of predefined types. They are made again when they are asked for. */
void type_free_predefined(void);

/* Returns the object of a handle, or null if the handle is invalid, if the type was freed, or if
 * memory for a predefined type's object is short. */
MPI_Datatype type_object(MPI_Datatype handle);

/* Returns the same for the handle that the function `call` was given. Returns null, too, if the
 * type has to be committed and is not. First raises an error on the communicator then. */
MPI_Datatype type_argument(MPI_Comm comm, const char *call, MPI_Datatype handle, bool committed);

/* Take a reference to a type, or give one back. With the last reference, its memory is freed. For
 * predefined types these do nothing. */
void type_keep(MPI_Datatype type);
void type_release(MPI_Datatype type);

/* Returns a new type without contents, or null without memory. */
MPI_Datatype type_begin(int combiner);

/* Append to the contents of a new type. Without memory, the type's layout fails. */
void type_made_of_integers(MPI_Datatype type, int count, const int values[]);
void type_made_of_addresses(MPI_Datatype type, int count, const MPI_Aint values[]);
void type_made_of_counts(MPI_Datatype type, MPI_Count count, const MPI_Count values[]);
void type_made_of_types(MPI_Datatype type, int count, const MPI_Datatype values[]);

/* Ends the making of a type in the function `call`; `type` is null if there was no memory for it.
 * Returns MPI_SUCCESS and sets *newtype, or frees the type, raises an error and returns its class:
 * MPI_ERR_NO_MEM, or MPI_ERR_COUNT if the type is too large. */
int type_end(const char *call, MPI_Datatype type, MPI_Datatype *newtype);

/* The handles of types that the program has made, or been given, and not freed. */
extern NODE_LOCAL int type_made;

/* In a function with an argument `handle`: declares its object, or raises an error and returns if
 * the handle is invalid. Behind the handle may follow pointers that must not be null. */
#define TYPE_OR_RETURN(object, ...) TYPE_AND_POINTERS(object, __VA_ARGS__, "")
#define TYPE_AND_POINTERS(object, handle, ...)                                                     \
    RETURN_IF_NULL(__VA_ARGS__);                                                                   \
    TYPE_ARGUMENT_OR_RETURN(object, MPI_COMM_SELF, __func__, handle, false)

/* Declares what type_argument returns for the arguments that follow, or returns if that is null. */
#define TYPE_ARGUMENT_OR_RETURN(object, ...)                                                       \
    MPI_Datatype object = type_argument(__VA_ARGS__);                                              \
    if (!(object))                                                                                 \
    return MPI_ERR_TYPE

#endif
