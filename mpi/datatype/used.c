#include "mpi/datatype/used.h"

#include "mpi/datatype/pieces.h"

void elements_tell(enum buffer_use use, const struct layout *layout, const void *buffer,
                   const void *first, MPI_Count bytes) {
    struct pieces pieces;
    void *address;
    size_t length;
    if (bytes <= 0)
        return;
    pieces_begin(&pieces, layout, (void *)(uintptr_t)first, 0, bytes);
    while (pieces_next(&pieces, &address, &length))
        buffers_tell(use, buffer, address, length);
}
