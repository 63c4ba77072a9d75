/* Communicators that are split by colour (MPI 5.0, section 7.4.2). */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "mpi/collective/collective.h"
#include "mpi/communicator/making.h"
#include "mpi/object/info.h"

/* What a process tells all others. */
struct vote {
    int colour, key;
    uint32_t offer; /* a context, which counts if the process becomes the leader */
};

struct member {
    int rank, key;
};

static int compare_members(const void *left, const void *right) {
    const struct member *one = left, *other = right;
    if (one->key != other->key)
        return one->key < other->key ? -1 : 1;
    return one->rank - other->rank;
}

/* Makes the group of the processes with a colour, in the order of their keys. *first becomes the
 * rank in `whole` of the new group's first process, or MPI_UNDEFINED if there is none. Returns
 * whether there was memory. */
static bool make_group(MPI_Group whole, const struct vote votes[], int colour, MPI_Group *newgroup,
                       int *first) {
    struct member *members = malloc(((size_t)whole->size + 1) * sizeof *members);
    int *ranks = malloc(((size_t)whole->size + 1) * sizeof *ranks), size = 0;
    bool made = members && ranks;
    if (made) {
        for (int rank = 0; rank < whole->size; rank++)
            if (votes[rank].colour == colour)
                members[size++] = (struct member){rank, votes[rank].key};
        qsort(members, (size_t)size, sizeof *members, compare_members);
        for (int i = 0; i < size; i++)
            ranks[i] = members[i].rank;
        *first = size > 0 ? ranks[0] : MPI_UNDEFINED;
        made = making_group(whole, size, ranks, newgroup);
    }
    free(members);
    free(ranks);
    return made;
}

/* Makes the communicator of the processes with this colour. `votes` are those of all processes, of
 * both groups of an intercommunicator. If one of these has nobody of the colour, *newcomm is left
 * as it is. Returns the same errors as making_end (making.h). */
static int split_votes(MPI_Comm comm, const struct vote votes[], int colour, MPI_Comm *newcomm) {
    bool is_inter = comm_is_inter(comm);
    int start = is_inter ? making_local_start(comm) : 0, first = 0, other = 0;
    MPI_Group local = NULL, remote = NULL;
    int error = MPI_SUCCESS;
    if (!make_group(comm->local, votes + start, colour, &local, &first) ||
        (is_inter &&
         !make_group(comm->remote, votes + making_remote_start(comm), colour, &remote, &other)))
        error = MPI_ERR_NO_MEM;
    else if (other != MPI_UNDEFINED)
        error = making_end(comm, votes[start == 0 ? first : other].offer, local, remote, start == 0,
                           newcomm);
    if (local)
        group_release(local);
    if (remote)
        group_release(remote);
    return error;
}

static int split(MPI_Comm comm, int colour, int key, MPI_Comm *newcomm) {
    MPI_Comm all = making_all(comm);
    struct vote own = {colour, key, context_next()};
    struct vote *votes = malloc((size_t)all->local->size * sizeof *votes);
    if (!votes)
        return MPI_ERR_NO_MEM;
    *newcomm = MPI_COMM_NULL;
    int error = collective_allgather(all, &own, votes, sizeof own);
    if (error == MPI_SUCCESS && colour != MPI_UNDEFINED)
        error = split_votes(comm, votes, colour, newcomm);
    free(votes);
    return error;
}

int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *newcomm) {
    COMM_OR_RETURN(object, comm, newcomm);
    if (color < 0 && color != MPI_UNDEFINED)
        return FAIL_ON(comm, MPI_ERR_ARG, "color is %d (expected: 0 or more, or MPI_UNDEFINED)",
                       color);
    return making_raise(comm, __func__, split(object, color, key, newcomm));
}

/* Nodes share no memory and no other resource, so each process is alone with its memory. Returns
 * the colour of the set of processes or of the resource that the hints name, or MPI_UNDEFINED. */
static int guided_colour(int split_type, MPI_Info info) {
    if (info == MPI_INFO_NULL)
        return MPI_UNDEFINED;
    const char *resource = info_value(info, "mpi_hw_resource_type");
    const char *set = info_value(info, "mpi_pset_name");
    if (resource)
        return strcmp(resource, "mpi_shared_memory") == 0 ? group_self : MPI_UNDEFINED;
    if (!set || split_type == MPI_COMM_TYPE_HW_GUIDED)
        return MPI_UNDEFINED;
    if (strcasecmp(set, "mpi://WORLD") == 0)
        return comm_world.local->world[0];
    return strcasecmp(set, "mpi://SELF") == 0 ? group_self : MPI_UNDEFINED;
}

int MPI_Comm_split_type(MPI_Comm comm, int split_type, int key, MPI_Info info, MPI_Comm *newcomm) {
    COMM_OR_RETURN(object, comm, newcomm);
    RETURN_UNLESS_HINTS(comm, __func__, info);
    int colour = MPI_UNDEFINED;
    switch (split_type) {
    case MPI_COMM_TYPE_SHARED:
        colour = group_self;
        break;
    case MPI_COMM_TYPE_HW_GUIDED:
    case MPI_COMM_TYPE_RESOURCE_GUIDED:
        colour = guided_colour(split_type, info);
        break;
    case MPI_COMM_TYPE_HW_UNGUIDED:
    case MPI_UNDEFINED:
        break;
    default:
        return FAIL_ON(comm, MPI_ERR_ARG, "unknown split type %d", split_type);
    }
    return making_raise(comm, __func__, split(object, colour, key, newcomm));
}
