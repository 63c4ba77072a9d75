/* Copies between two parts, each of which may be in pieces. */
#include "mpi/collective/schedule.h"
#include "mpi/datatype/pieces.h"

void part_copy(const struct part *from, const struct part *to) {
    struct pieces source, target;
    pieces_begin(&source, from->layout, from->address, 0, part_size(*from));
    pieces_begin(&target, to->layout, to->address, 0, part_size(*to));
    pieces_copy(&source, &target);
}
