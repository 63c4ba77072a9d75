/* Where the bytes of a datatype lie (MPI 5.0, sections 5.1 and 5.1.6), flattened once, when the
 * type is made.
 *
 * A type map is a list of pairs (basic type, displacement). It is kept as two lists. The
 * displacements are kept as runs, in the order of the map: a run is a number of bytes that are
 * copied together, and it may repeat at a stride. The basic types are kept as a signature, in which
 * equal neighbours are counted. So a column of a matrix is one run, and so is a vector of blocks,
 * and packing needs to know nothing of basic types. */
#ifndef MPI_LAYOUT_H
#define MPI_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>

#include "mpi.h"

struct run {
    MPI_Aint displacement; /* of the first byte, from the buffer's address */
    MPI_Aint bytes;
    MPI_Aint repeats; /* how often: 1 for bytes that do not repeat */
    MPI_Aint stride;  /* from one repetition to the next */
    MPI_Count before; /* bytes in all runs before this one */
};

/* `count` elements of the basic type with this number (basic.h). */
struct elements {
    int basic;
    MPI_Count count;
};

struct layout {
    MPI_Count size;                  /* bytes of all elements */
    MPI_Aint lower, upper;           /* bounds; their difference is the extent */
    MPI_Aint true_lower, true_upper; /* bounds of the bytes themselves */
    bool marked_lower, marked_upper; /* whether a bound was set by the user */
    bool contiguous;                 /* any number of these in a row is one piece of memory */
    bool failed;                     /* there was no memory for it */
    bool too_large;     /* a size or a displacement is more than an MPI_Count can hold */
    MPI_Aint alignment; /* the greatest one of the basic types */
    struct run *runs;
    struct elements *signature;
    size_t run_count, signature_count;
    size_t run_room, signature_room;
};

/* Appends `count` copies of a child, each of which lies the child's extent behind the one before.
 * The first one is displaced by `displacement` bytes. A new layout is all zeros. */
void layout_add(struct layout *layout, const struct layout *child, MPI_Aint displacement,
                MPI_Count count);

/* Appends `repeats` blocks of `count` copies of a child. The first block is displaced by
 * `displacement` bytes, and each other one lies `stride` bytes behind the one before. */
void layout_add_blocks(struct layout *layout, const struct layout *child, MPI_Aint displacement,
                       MPI_Count count, MPI_Aint stride, MPI_Count repeats);

/* Appends one element of a basic type, of so many bytes, behind all others. Predefined types are
 * made in this way, of two such elements at most. */
void layout_add_bytes(struct layout *layout, int basic, MPI_Aint displacement, MPI_Aint bytes,
                      MPI_Aint alignment);

/* Returns the product of two numbers, which is a displacement in this layout. If an MPI_Aint cannot
 * hold it, marks the layout as too large and returns 0. */
MPI_Aint layout_product(struct layout *layout, MPI_Aint one, MPI_Aint other);

/* Sets both bounds for good: they count in a type that contains this one, too. */
void layout_mark(struct layout *layout, MPI_Aint lower, MPI_Aint upper);

/* Ends a layout: computes its bounds, and what depends on them. Returns whether the layout is
 * valid, that is, whether there was memory for it and it is not too large. */
bool layout_end(struct layout *layout);

/* Frees the memory of a layout, whether ended or not. */
void layout_free(struct layout *layout);

/* Returns the bytes from one element of the type to the next one. */
static inline MPI_Aint layout_extent(const struct layout *layout) {
    return layout->upper - layout->lower;
}

#endif
