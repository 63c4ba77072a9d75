/* The places of a datatype's bytes (MPI 5.0, sections 5.1 and 5.1.6), computed once, when the type
 * is made.
 *
 * A type map is a list of pairs (basic type, displacement). It is kept as two lists. The
 * displacements are kept as runs, in the order of the map: a run is a number of bytes that are
 * copied together, and it may repeat at a stride. The basic types are kept as a signature, in which
 * equal neighbours are counted. So a column of a matrix is one run, and so is a vector of blocks,
 * and packing needs to know nothing of basic types.
 *
 * A repetition may also be of another list, which its users share. So both lists are as long as the
 * user's description, whatever the counts are. */
#ifndef MPI_LAYOUT_H
#define MPI_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>

#include "mpi.h"

struct runs;
struct signature;
struct pieces;

struct run {
    MPI_Aint displacement; /* of the first byte, from the buffer's address */
    MPI_Aint bytes;        /* of one repetition */
    MPI_Aint repeats;      /* how often: 1 for bytes that do not repeat */
    MPI_Aint stride;       /* from one repetition to the next */
    MPI_Count before;      /* bytes in all runs of the list before this one */
    struct runs *inner;    /* the repeated list; null: bytes in a row */
};

struct runs {
    int references;
    MPI_Aint alike; /* the bytes of each run, if all are the same and bytes in a row, otherwise 0 */
    size_t count, room;
    struct run run[];
};

/* `count` elements of the basic type with this number (basic.h), or `count` repetitions of another
 * signature. */
struct elements {
    int basic;
    MPI_Count bytes; /* of one repetition */
    MPI_Count count;
    struct signature *inner; /* null: of a basic type */
};

struct signature {
    int references;
    size_t count, room;
    struct elements elements[];
};

/* Functions for layouts with nested lists, as pointers, so that programs without derived types are
 * linked without them. */
struct layout_nested {
    /* As pieces_next (pieces.h), for types with gaps. */
    bool (*next)(struct pieces *pieces, void **address, size_t *bytes);
    /* Copies all pieces, which have gaps between them, to packed bytes, or from these. */
    void (*copy)(const struct pieces *pieces, void *packed, bool packs);
    /* As signature_walk. */
    bool (*walk)(const struct signature *signature, MPI_Count *bytes,
                 bool (*each)(void *context, int basic, MPI_Count count), void *context);
    /* Gives back references to lists, either of which may be null. */
    void (*free)(struct runs *runs, struct signature *signature);
};

struct layout {
    MPI_Count size;                  /* bytes of all elements */
    MPI_Aint lower, upper;           /* bounds; their difference is the extent */
    MPI_Aint true_lower, true_upper; /* bounds of the bytes themselves */
    bool marked_lower, marked_upper; /* whether a bound was set by the user */
    bool contiguous;                 /* any number of these in a row is one piece of memory */
    bool is_piece;                   /* one of these is */
    bool failed;                     /* there was no memory for it */
    bool too_large;     /* a size or a displacement is more than an MPI_Count can hold */
    MPI_Aint alignment; /* the greatest one of the basic types */
    struct runs *runs;
    struct signature *signature;
    const struct layout_nested *nested; /* null if no list has another one in it */
};

/* Appends `count` copies of a child, each of which lies the child's extent behind the one before.
 * The first one is displaced by `displacement` bytes. A new layout is all zeros. */
void layout_add(struct layout *layout, const struct layout *child, MPI_Aint displacement,
                MPI_Count count);

/* Appends `repeats` blocks of `count` copies of a child. The first block is displaced by
 * `displacement` bytes, and each other one lies `stride` bytes behind the one before. */
void layout_add_blocks(struct layout *layout, const struct layout *child, MPI_Aint displacement,
                       MPI_Count count, MPI_Aint stride, MPI_Count repeats);

/* Appends one element of a basic type behind all others. Predefined types are made of at most two.
 */
void layout_add_bytes(struct layout *layout, int basic, MPI_Aint displacement, MPI_Aint bytes,
                      MPI_Aint alignment);

/* Returns the product of two numbers, which is a displacement in this layout. If an MPI_Aint cannot
 * hold it, marks the layout as too large and returns 0. */
MPI_Aint layout_product(struct layout *layout, MPI_Aint one, MPI_Aint other);

/* Sets both bounds for good: they count in a type that contains this one, too. */
void layout_mark(struct layout *layout, MPI_Aint lower, MPI_Aint upper);

/* Ends a layout: computes its bounds, and values that depend on them. Returns whether the layout is
 * valid, that is, whether there was memory for it and it is not too large. */
bool layout_end(struct layout *layout);

/* Frees the memory of a layout, whether ended or not. */
void layout_free(const struct layout *layout);

/* Whether the first `bytes` packed bytes of a buffer are one piece of memory, which begins at the
 * type's lowest byte. */
static inline bool layout_is_piece(const struct layout *layout, MPI_Count bytes) {
    return layout->contiguous || (layout->is_piece && bytes <= layout->size);
}

/* Returns the bytes from one element of the type to the next one. */
static inline MPI_Aint layout_extent(const struct layout *layout) {
    return layout->upper - layout->lower;
}

/* ---- Signatures: the basic types of a datatype, in order ---- */

/* Calls `each` for the basic types of the first *bytes packed bytes of an element: `count` elements
 * of the type with the number `basic` (basic.h). Of a signature of one entry there may be more
 * bytes than one element has. `count` is 0 if the bytes end within an element. Counts *bytes down.
 * Returns false as soon as `each` does, which has to if `count` is 0. */
bool signature_walk(const struct signature *signature, MPI_Count *bytes,
                    bool (*each)(void *context, int basic, MPI_Count count), void *context);

/* Returns how many elements of basic types there are, and how many bytes these have in the
 * representation external32. */
MPI_Count signature_elements(const struct signature *signature);
MPI_Count signature_external(const struct signature *signature);

/* ---- The representation external32 (MPI 5.0, section 14.5.2) ---- */

/* Returns how many bytes an element of a type takes in external32. */
MPI_Count external_size(const struct layout *layout);

/* Turns an element of a type from the machine's packed form to external32, or back. Returns whether
 * all values could be represented. */
bool external_convert(const struct layout *layout, unsigned char *native, unsigned char *external,
                      bool to_external);

#endif
