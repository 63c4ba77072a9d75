/* The program's buffers of elements, for tools that watch its memory (net/system/buffers.h). The
 * bytes in the gaps of a datatype are none of them. */
#ifndef MPI_USED_H
#define MPI_USED_H

#include "compiler.h"
#include "mpi.h"
#include "mpi/datatype/layout.h"
#include "net/system/buffers.h"

/* Tells of a use of the first `bytes` packed bytes of elements at `first`, in a buffer of the
 * program that begins at `buffer`. Both may be MPI_BOTTOM. */
void elements_tell(enum buffer_use use, const struct layout *layout, const void *buffer,
                   const void *first, MPI_Count bytes);

/* Tells of a use of `count` elements. */
ALWAYS_INLINE void elements_used(enum buffer_use use, const struct layout *layout,
                                 const void *buffer, MPI_Count count) {
    if (UNLIKELY(buffers_watched))
        elements_tell(use, layout, buffer, buffer, count * layout->size);
}

#endif
