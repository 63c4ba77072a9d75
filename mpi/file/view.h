/* Views: which bytes of a file a process sees, and in which order (MPI 5.0, section 14.3). The data
 * of a view are the bytes of its filetype, again and again from the displacement on. */
#ifndef MPI_FILE_VIEW_H
#define MPI_FILE_VIEW_H

#include <stdbool.h>

#include "mpi.h"
#include "mpi/datatype/pieces.h"
#include "mpi/datatype/type.h"

struct view {
    MPI_Offset displacement;      /* bytes */
    MPI_Datatype etype, filetype; /* handles, each with a reference */
    MPI_Datatype placed;         /* made for the view: the filetype with the sizes that its elements
                                  * have in the file; or null, if these are those in memory */
    const struct layout *layout; /* of the filetype, as it lies in the file */
    MPI_Count etype_bytes;       /* of an etype, in the file */
    const char *representation;  /* its name */
    bool is_external;            /* numbers are converted to external32 */
    bool is_ascending;           /* the places of its bytes ascend */
};

/* The view of a file that was just opened: bytes from the first one on. Returns whether there was
 * memory. */
bool view_start(struct view *view);

/* Frees a view's memory. */
void view_end(struct view *view);

/* Begins with the pieces of the file that have `bytes` bytes of the view's data, from byte `first`
 * on: addresses of pieces_next are offsets in the file. The filetype is not empty. */
static inline void view_pieces(const struct view *view, MPI_Count first, MPI_Count bytes,
                               struct pieces *pieces) {
    pieces_begin(pieces, view->layout, (void *)(intptr_t)view->displacement, first, bytes);
}

/* Returns the place in the file of a byte of the view's data. */
MPI_Offset view_place(const struct view *view, MPI_Count byte);

/* Whether all offsets of this many bytes of data fit in an MPI_Offset. */
bool view_reaches(const struct view *view, MPI_Count first, MPI_Count bytes);

/* Returns how many bytes of the view's data lie before a place in the file. */
MPI_Count view_bytes_before(const struct view *view, MPI_Offset place);

/* Returns the approximate number of pieces of the file with this many bytes of data. */
MPI_Count view_count_pieces(const struct view *view, MPI_Count bytes);

/* ---- The representation external32 ---- */

/* Makes the type of the same elements with the sizes that these have in the file, where they are
 * bytes: displacements that are counted in elements grow or shrink with them, and those that are
 * counted in bytes stay. Returns it with a reference, or null. */
MPI_Datatype portable_type(MPI_Datatype type);

/* Convert `count` elements from memory to the file's representation; and back, those in `bytes` of
 * its bytes, with the complete basic elements of a last incomplete one. They return MPI_SUCCESS,
 * MPI_ERR_CONVERSION if a value cannot be represented, or MPI_ERR_NO_MEM. */
int portable_pack(char *external, const void *buffer, MPI_Count count, MPI_Datatype type);
int portable_unpack(const char *external, MPI_Count bytes, void *buffer, MPI_Datatype type);

/* Returns how many bytes in memory the basic elements have that are whole in the first `bytes`
 * bytes in the file. */
MPI_Count portable_in_memory(MPI_Datatype type, MPI_Count bytes);

#endif
