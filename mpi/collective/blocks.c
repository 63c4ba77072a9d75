#include "mpi/collective/schedule.h"

#include <stdint.h>

#include "mpi/datatype/type.h"

struct part blocks_at(const struct blocks *blocks, int number) {
    MPI_Datatype type = type_object(blocks->types ? blocks->types[number] : blocks->type);
    MPI_Count count = blocks->counts ? blocks->counts[number] : blocks->count;
    MPI_Aint displacement = number * count;
    if (blocks->addresses)
        displacement = blocks->addresses[number];
    else if (blocks->displacements)
        displacement = blocks->displacements[number];
    if (!blocks->types)
        displacement *= layout_extent(&type->layout);
    return (struct part){(void *)((uintptr_t)blocks->buffer + (uintptr_t)displacement), count,
                         &type->layout};
}
