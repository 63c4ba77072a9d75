#include "mpi/object/group.h"

#include <stdlib.h>
#include <string.h>

#include "cube_abi.h"
#include "mpi/object/handle.h"

NODE_LOCAL int group_self;

#define NODES_4(n)    (n), (n) + 1, (n) + 2, (n) + 3
#define NODES_16(n)   NODES_4(n), NODES_4((n) + 4), NODES_4((n) + 8), NODES_4((n) + 12)
#define NODES_64(n)   NODES_16(n), NODES_16((n) + 16), NODES_16((n) + 32), NODES_16((n) + 48)
#define NODES_256(n)  NODES_64(n), NODES_64((n) + 64), NODES_64((n) + 128), NODES_64((n) + 192)
#define NODES_1024(n) NODES_256(n), NODES_256((n) + 256), NODES_256((n) + 512), NODES_256((n) + 768)
const int group_nodes[CUBE_MAX_NODES] = {
    NODES_1024(0),    NODES_1024(1024), NODES_1024(2048), NODES_1024(3072),
    NODES_1024(4096), NODES_1024(5120), NODES_1024(6144), NODES_1024(7168),
};

static NODE_LOCAL struct MPI_ABI_Group empty = {
    .references = 1, .rank = MPI_UNDEFINED, .world = group_nodes};

MPI_Group group_object(MPI_Group group) {
    if (group == MPI_GROUP_EMPTY)
        return &empty;
    return handle_is_address(group) ? group : NULL;
}

MPI_Group group_make(int size, const int world[]) {
    if (size == 0)
        return MPI_GROUP_EMPTY;
    size_t bytes = (size_t)size * sizeof *world;
    bool consecutive = (unsigned)world[0] < CUBE_MAX_NODES &&
                       (unsigned)size <= CUBE_MAX_NODES - (unsigned)world[0] &&
                       memcmp(world, group_nodes + world[0], bytes) == 0;
    MPI_Group group = malloc(sizeof *group + (consecutive ? 0 : bytes));
    if (!group)
        return NULL;
    group->references = 1;
    group->size = size;
    group->world = consecutive ? group_nodes + world[0] : memcpy(group->list, world, bytes);
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
