#include "mpi/object/group.h"

#include <stdlib.h>
#include <string.h>

NODE_LOCAL int group_self;

static NODE_LOCAL struct MPI_ABI_Group empty = {.references = 1, .rank = MPI_UNDEFINED};

MPI_Group group_object(MPI_Group group) {
    if (group == MPI_GROUP_EMPTY)
        return &empty;
    return group == MPI_GROUP_NULL ? NULL : group;
}

MPI_Group group_make(int size, const int world[]) {
    if (size == 0)
        return MPI_GROUP_EMPTY;
    MPI_Group group = malloc(sizeof *group + (size_t)size * sizeof *group->world);
    if (!group)
        return NULL;
    group->references = 1;
    group->size = size;
    memcpy(group->world, world, (size_t)size * sizeof *world);
    group->rank = group_find(group, group_self);
    return group;
}

void group_keep(MPI_Group group) {
    if (group != MPI_GROUP_EMPTY)
        group->references++;
}

void group_release(MPI_Group group) {
    if (group != MPI_GROUP_EMPTY && --group->references == 0)
        free(group);
}

int group_find(const struct MPI_ABI_Group *group, int world) {
    if (group_keeps(group, world))
        return world;
    for (int rank = 0; rank < group->size; rank++)
        if (group->world[rank] == world)
            return rank;
    return MPI_UNDEFINED;
}
