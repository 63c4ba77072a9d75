/* Size, ranks and comparison of groups (MPI 5.0, section 7.3.1). */
#include <string.h>

#include "mpi/object/error.h"
#include "mpi/object/group.h"

int MPI_Group_size(MPI_Group group, int *size) {
    RETURN_IF_NULL(size);
    GROUP_OR_RETURN(object, group);
    *size = object->size;
    return MPI_SUCCESS;
}

int MPI_Group_rank(MPI_Group group, int *rank) {
    RETURN_IF_NULL(rank);
    GROUP_OR_RETURN(object, group);
    *rank = object->rank;
    return MPI_SUCCESS;
}

int MPI_Group_translate_ranks(MPI_Group group1, int n, const int ranks1[], MPI_Group group2,
                              int ranks2[]) {
    RETURN_IF_NULL_ARRAY(n, ranks2);
    GROUP_OR_RETURN(from, group1);
    GROUP_OR_RETURN(to, group2);
    if (n < 0)
        return FAIL(MPI_ERR_ARG, "n is %d (expected: 0 or more)", n);
    for (int i = 0; i < n; i++) {
        if (ranks1[i] == MPI_PROC_NULL) {
            ranks2[i] = MPI_PROC_NULL;
            continue;
        }
        if (ranks1[i] < 0 || ranks1[i] >= from->size)
            return FAIL(MPI_ERR_RANK, "a group of %d has no rank %d", from->size, ranks1[i]);
        ranks2[i] = group_find(to, from->world[ranks1[i]]);
    }
    return MPI_SUCCESS;
}

int MPI_Group_compare(MPI_Group group1, MPI_Group group2, int *result) {
    RETURN_IF_NULL(result);
    GROUP_OR_RETURN(one, group1);
    GROUP_OR_RETURN(other, group2);
    *result = MPI_UNEQUAL;
    if (one->size != other->size)
        return MPI_SUCCESS;
    if (memcmp(one->world, other->world, (size_t)one->size * sizeof *one->world) == 0) {
        *result = MPI_IDENT;
        return MPI_SUCCESS;
    }
    for (int rank = 0; rank < one->size; rank++)
        if (group_find(other, one->world[rank]) == MPI_UNDEFINED)
            return MPI_SUCCESS;
    *result = MPI_SIMILAR;
    return MPI_SUCCESS;
}

int MPI_Group_free(MPI_Group *group) {
    RETURN_IF_NULL(group);
    if (!group_object(*group))
        return FAIL(MPI_ERR_GROUP, NO_GROUP);
    group_release(*group);
    *group = MPI_GROUP_NULL;
    return MPI_SUCCESS;
}
