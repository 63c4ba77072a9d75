/* The elements of a buffer as pieces of memory, one after the other, and copies between these and
 * packed bytes. Packed bytes are the elements without what lies between them. */
#ifndef MPI_PIECES_H
#define MPI_PIECES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mpi.h"
#include "mpi/datatype/layout.h"

struct pieces {
    const struct layout *layout;
    char *element;  /* the address of the type's element that has the next piece */
    MPI_Count byte; /* the next packed byte of this element */
    MPI_Count left; /* bytes in all pieces to come */
    /* The next piece, if the layout's lists may have lists in them (nested.c). */
    const struct run *run;
    uintptr_t at;     /* the address of the next repetition of this run */
    MPI_Aint repeats; /* repetitions left of it: 0 before a run is chosen */
    MPI_Aint within;  /* the byte in the next repetition */
};

/* The layout of packed bytes. */
extern const struct layout pieces_row;

/* Returns the layout of packed bytes that are elements of `layout`. It still has the signature with
 * their basic types, which belongs to `layout` and is valid as long as that. */
struct layout pieces_packed(const struct layout *layout);

/* Begins at packed byte `first` of the elements at `buffer`, and goes on for `bytes` bytes. The
 * caller makes sure that there are so many, and that there is one. */
void pieces_begin(struct pieces *pieces, const struct layout *layout, void *buffer, MPI_Count first,
                  MPI_Count bytes);

/* Sets *address and *bytes to the next piece. Returns whether there is one. */
bool pieces_next(struct pieces *pieces, void **address, size_t *bytes);

/* Copies `bytes` packed bytes of one buffer, from packed byte `source_first` on, to packed byte
 * `target_first` and what follows of another one. Where both are pieces, or both are rows of bytes,
 * they may overlap. */
void pieces_copy(const struct layout *from, const void *source, MPI_Count source_first,
                 const struct layout *to, void *target, MPI_Count target_first, MPI_Count bytes);

/* Copy `bytes` packed bytes, from packed byte `first` on, out of a buffer (pack) or into it
 * (unpack). */
void pieces_pack(const struct layout *layout, const void *buffer, MPI_Count first, void *packed,
                 MPI_Count bytes);
void pieces_unpack(const struct layout *layout, void *buffer, MPI_Count first, const void *packed,
                   MPI_Count bytes);

/* ---- Runs whose lists may have lists in them ----
 *
 * Runs whose lists may have lists in them (layout.h). Programs have them with derived types, and
 * with windows. */

/* Where a packed byte of an element lies. */
struct nested_place {
    const struct run *run; /* of bytes in a row */
    MPI_Aint displacement; /* of the repetition that has the byte, from the element's address */
    MPI_Aint repeat;       /* the number of this repetition */
    MPI_Aint within;       /* the byte in it */
};

/* Returns where packed byte `byte` of an element lies. The list may be that of any type. */
struct nested_place nested_place(const struct runs *runs, MPI_Count byte);

/* Returns the displacement of this byte from the element's address. */
MPI_Aint nested_displacement(const struct runs *runs, MPI_Count byte);

/* Returns the number of the run in a list that has this packed byte. */
size_t nested_run(const struct runs *runs, MPI_Count byte);

/* The functions of struct layout_nested. */
bool nested_next(struct pieces *pieces, void **address, size_t *bytes);
void nested_copy(const struct pieces *pieces, void *packed, bool packs);
void nested_free(struct runs *runs, struct signature *signature);

#endif
