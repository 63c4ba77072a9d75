/* Communicators of given groups (MPI 5.0, section 7.4.2). */
#include <stdlib.h>

#include "mpi/collective/collective.h"
#include "mpi/communicator/making.h"
#include "mpi/message/failure.h"
#include "mpi/object/error.h"
#include "mpi/object/error_code.h"

/* Returns the first rank in a group whose process is not in another group, or MPI_UNDEFINED. */
static int outsider(const struct MPI_ABI_Group *group, const struct MPI_ABI_Group *whole) {
    for (int rank = 0; rank < group->size; rank++)
        if (group_find(whole, group->world[rank]) == MPI_UNDEFINED)
            return rank;
    return MPI_UNDEFINED;
}

/* Raises an error in the function `call` if a handle is no group, or if the group has a process
 * that is not in the communicator. */
static int check_group(MPI_Group group, MPI_Comm object, MPI_Comm comm, const char *call) {
    const struct MPI_ABI_Group *members = group_object(group);
    if (!members)
        return error_raise(comm, call, MPI_ERR_GROUP, NO_GROUP);
    int rank = outsider(members, object->local);
    if (rank == MPI_UNDEFINED)
        return MPI_SUCCESS;
    return error_raise(comm, call, MPI_ERR_GROUP,
                       "rank %d of the group, which is process %d of MPI_COMM_WORLD, is not in the "
                       "communicator",
                       rank, comm_world_rank(members->world[rank]));
}

/* What a process of an intercommunicator tells all others, for MPI_Comm_create. */
struct membership {
    int rank; /* in the group that it gives, or MPI_UNDEFINED */
    uint32_t offer;
};

/* Makes the group of those processes of one group of an intercommunicator that gave themselves
 * ranks. Returns MPI_ERR_NO_MEM, or MPI_ERR_GROUP if these are not the ranks of a group. */
static int group_of_members(MPI_Group whole, const struct membership members[],
                            MPI_Group *newgroup) {
    int *ranks = calloc((size_t)whole->size + 1, sizeof *ranks), size = 0, error = MPI_SUCCESS;
    if (!ranks)
        return MPI_ERR_NO_MEM;
    for (int i = 0; i < whole->size; i++)
        size += members[i].rank != MPI_UNDEFINED;
    for (int i = 0; i < whole->size; i++)
        if (members[i].rank >= 0 && members[i].rank < size)
            ranks[members[i].rank] = i;
        else if (members[i].rank != MPI_UNDEFINED)
            error = MPI_ERR_GROUP;
    if (error == MPI_SUCCESS && !making_group(whole, size, ranks, newgroup))
        error = MPI_ERR_NO_MEM;
    free(ranks);
    return error;
}

/* Returns the context that the new intercommunicator's leader has offered. This leader is the first
 * process of `both` that leads a new group, so it leads the first one. */
static uint32_t offer_of_leader(const struct MPI_ABI_Comm *both,
                                const struct membership members[]) {
    int i = 0;
    while (i < both->local->size - 1 && members[i].rank != 0)
        i++;
    return members[i].offer;
}

static int create_between(MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm) {
    MPI_Comm both = comm->both;
    MPI_Group local = group, remote = MPI_GROUP_EMPTY;
    struct membership own = {group_object(group)->rank, context_next()};
    struct membership *members = malloc((size_t)both->local->size * sizeof *members);
    if (!members)
        return MPI_ERR_NO_MEM;
    int error = collective_allgather(both, &own, members, sizeof own);
    if (error == MPI_SUCCESS)
        error = group_of_members(comm->remote, members + making_remote_start(comm), &remote);
    if (error == MPI_SUCCESS && own.rank != MPI_UNDEFINED && remote != MPI_GROUP_EMPTY)
        error = making_end(comm, offer_of_leader(both, members), local, remote,
                           making_local_start(comm) == 0, newcomm);
    if (remote)
        group_release(remote);
    free(members);
    return error;
}

/* Processes of an intracommunicator may give different groups if these have no process in common
 * (section 7.4.2). */
int MPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm) {
    COMM_OR_RETURN(object, comm, newcomm);
    RETURN_ON_ERROR(check_group(group, object, comm, __func__));
    *newcomm = MPI_COMM_NULL;
    return making_raise(comm, __func__,
                        comm_is_inter(object) ? create_between(object, group, newcomm)
                                              : making_of_group(object, group, newcomm));
}

static bool any_dead(const struct MPI_ABI_Group *group) {
    bool dead = false;
    for (int rank = 0; rank < group->size; rank++)
        dead |= failure_is_dead((uint32_t)group->world[rank]);
    return dead;
}

/* Only the processes of the group call this. It brings the context of their leader to them along a
 * binomial tree: the process with rank r gets it from the one whose rank is r without its highest
 * bit. Who knows that a member has died sends CONTEXT_NONE instead, so nobody waits in vain. */
static int spread_context(const struct MPI_ABI_Group *group, uint32_t context, int tag,
                          uint32_t *offer, const char *call) {
    int bit = 1, error = MPI_SUCCESS;
    while (bit <= group->rank)
        bit *= 2;
    if (group->rank > 0)
        error = talk_receive(context, group->world[group->rank - bit / 2], tag, offer,
                             sizeof *offer, call);
    if (error_is_failure(error) || any_dead(group))
        *offer = CONTEXT_NONE;
    for (; group->rank + bit < group->size; bit *= 2) {
        int sent =
            talk_send(context, group->world[group->rank + bit], tag, offer, sizeof *offer, call);
        error = error != MPI_SUCCESS ? error : sent;
    }
    return error == MPI_SUCCESS && *offer == CONTEXT_NONE ? MPIX_ERR_PROC_FAILED : error;
}

int MPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *newcomm) {
    COMM_OR_RETURN(object, comm, newcomm);
    RETURN_IF_INTER(comm, __func__, object);
    RETURN_ON_ERROR(check_group(group, object, comm, __func__));
    if (tag < 0)
        return FAIL_ON(comm, MPI_ERR_TAG, "tag is %d (expected: 0 or more)", tag);
    const struct MPI_ABI_Group *members = group_object(group);
    *newcomm = MPI_COMM_NULL;
    if (members->rank == MPI_UNDEFINED)
        return MPI_SUCCESS;
    uint32_t offer = context_next();
    int error = spread_context(members, object->context + CONTEXT_MAKING, tag, &offer, __func__);
    if (error == MPI_SUCCESS)
        error = making_end(object, offer, group, NULL, true, newcomm);
    return making_raise(comm, __func__, error);
}
