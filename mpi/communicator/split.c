/* Communicators that are split by colour (MPI 5.0, section 7.4.2). */
#include <stdlib.h>

#include "mpi/collective/collective.h"
#include "mpi/communicator/making.h"
#include "mpi/communicator/split.h"
#include "mpi/object/profile.h"

/* This is weak, so that a program without intercommunicators is linked without the function that
 * splits them. */
#pragma weak split_between

struct place {
    int rank, key;
};

static int compare_places(const void *left, const void *right) {
    const struct place *one = left, *other = right;
    if (one->key != other->key)
        return one->key < other->key ? -1 : 1;
    return one->rank - other->rank;
}

bool split_group(MPI_Group whole, const struct vote votes[], int colour, MPI_Group *newgroup,
                 int *first) {
    struct place *places = malloc(((size_t)whole->size + 1) * sizeof *places);
    int *ranks = malloc(((size_t)whole->size + 1) * sizeof *ranks), size = 0;
    bool made = places != NULL && ranks != NULL;
    if (made) {
        for (int rank = 0; rank < whole->size; rank++)
            if (votes[rank].colour == colour)
                places[size++] = (struct place){rank, votes[rank].key};
        qsort(places, (size_t)size, sizeof *places, compare_places);
        for (int i = 0; i < size; i++)
            ranks[i] = places[i].rank;
        *first = size > 0 ? ranks[0] : MPI_UNDEFINED;
        made = making_group(whole, size, ranks, newgroup);
    }
    free(places);
    free(ranks);
    return made;
}

static int split_one(MPI_Comm comm, const struct vote votes[], int colour, MPI_Comm *newcomm) {
    MPI_Group local;
    int first;
    if (!split_group(comm->local, votes, colour, &local, &first))
        return MPI_ERR_NO_MEM;
    int error = making_end(comm, votes[first].offer, local, NULL, true, newcomm);
    group_release(local);
    return error;
}

static int split(MPI_Comm comm, int colour, int key, MPI_Comm *newcomm) {
    MPI_Comm all = making_all(comm);
    struct vote own = {colour, key, comm_context_next()};
    struct vote *votes = malloc((size_t)all->local->size * sizeof *votes);
    if (votes == NULL)
        return MPI_ERR_NO_MEM;
    *newcomm = MPI_COMM_NULL;
    int error = collective_allgather(all, &own, votes, sizeof own);
    if (error == MPI_SUCCESS && colour != MPI_UNDEFINED)
        error = comm_is_inter(comm) ? split_between(comm, votes, colour, newcomm)
                                    : split_one(comm, votes, colour, newcomm);
    free(votes);
    return error;
}

MPI_CALL(int, Comm_split, MPI_Comm comm, int color, int key, MPI_Comm *newcomm) {
    CHECK_OUTPUT_ON(comm, newcomm);
    COMM_OBJECT(object, comm);
    if (color < 0 && color != MPI_UNDEFINED)
        return FAIL_ON(comm, MPI_ERR_ARG, "color is %d, and has to be 0 or more, or MPI_UNDEFINED",
                       color);
    return making_raise(comm, __func__, split(object, color, key, newcomm));
}

/* Nodes share no memory and no other resource. So with MPI_COMM_TYPE_SHARED each process is alone,
 * and with the other types it gets MPI_COMM_NULL. */
MPI_CALL(int, Comm_split_type, MPI_Comm comm, int split_type, int key, MPI_Info info,
         MPI_Comm *newcomm) {
    CHECK_OUTPUT_ON(comm, newcomm);
    (void)info;
    COMM_OBJECT(object, comm);
    int colour = MPI_UNDEFINED;
    switch (split_type) {
    case MPI_COMM_TYPE_SHARED:
        colour = group_self;
        break;
    case MPI_COMM_TYPE_HW_UNGUIDED:
    case MPI_COMM_TYPE_HW_GUIDED:
    case MPI_COMM_TYPE_RESOURCE_GUIDED:
    case MPI_UNDEFINED:
        break;
    default:
        return FAIL_ON(comm, MPI_ERR_ARG, "there is no split type %d", split_type);
    }
    return making_raise(comm, __func__, split(object, colour, key, newcomm));
}
