/* Copies between two parts, each of which may be in pieces. */
#include "mpi/collective/schedule.h"
#include "mpi/datatype/pieces.h"

void part_copy(const struct part *from, const struct part *to) {
    MPI_Count bytes = part_size(*from), room = part_size(*to);
    pieces_copy(from->layout, from->address, 0, to->layout, to->address, 0,
                bytes < room ? bytes : room);
}
