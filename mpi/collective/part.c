/* Copies between two parts, each of which may be in pieces. */
#include <string.h>

#include "mpi/collective/schedule.h"
#include "mpi/datatype/pieces.h"

void part_copy(const struct part *from, const struct part *to) {
    struct pieces reading, writing;
    void *source, *target;
    size_t readable = 0, writable = 0;
    pieces_begin(&reading, from->layout, from->address, 0, part_size(*from));
    pieces_begin(&writing, to->layout, to->address, 0, part_size(*to));
    while ((readable > 0 || pieces_next(&reading, &source, &readable)) &&
           (writable > 0 || pieces_next(&writing, &target, &writable))) {
        size_t bytes = readable < writable ? readable : writable;
        memcpy(target, source, bytes);
        source = (char *)source + bytes;
        target = (char *)target + bytes;
        readable -= bytes;
        writable -= bytes;
    }
}
