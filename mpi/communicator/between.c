/* Intercommunicators: how they are made of two groups, and merged (MPI 5.0,
 * sections 7.4.2 and 7.6.2). */
#include <stdlib.h>
#include <string.h>

#include "mpi/collective/call.h"
#include "mpi/collective/collective.h"
#include "mpi/communicator/making.h"
#include "mpi/object/error.h"

/* What the two leaders tell each other about their groups, and then tell their own groups. */
struct side {
    int size;
    int leader; /* the leader's rank in MPI_COMM_WORLD */
    uint32_t offer;
};

/* What a leader tells its group about the other group. */
struct other_side {
    struct side side;
    uint32_t context; /* of the new communicator */
    int error;        /* MPI_SUCCESS, or why there will be none */
};

/* Whether a group may have so many processes, and whether those may be its processes. Who has told
 * of it may have told anything. */
static bool may_have_size(int size) {
    return size > 0 && size <= comm_processes->size;
}

static bool may_be_group(int size, const int world[]) {
    for (int i = 0; i < size; i++)
        if (comm_world_rank(world[i]) == MPI_UNDEFINED)
            return false;
    return true;
}

/* Exchanges the groups, and what struct side has of them, with the other leader. *remote becomes a
 * list of the other group's processes, which the caller frees, or null without memory. */
static struct other_side meet(MPI_Comm local, MPI_Comm peer, int remote_leader, int tag,
                              int **remote, const char *call) {
    uint32_t context = peer->context + CONTEXT_MAKING;
    int there = peer->remote->world[remote_leader];
    struct side own = {local->local->size, group_self, context_next()};
    struct other_side other = {.error = MPI_SUCCESS};
    other.error =
        talk_exchange(context, there, tag, &own, sizeof own, &other.side, sizeof other.side, call);
    if (other.error == MPI_SUCCESS && other.side.offer == CONTEXT_NONE)
        other.error = MPIX_ERR_PROC_FAILED;
    if (other.error != MPI_SUCCESS)
        return other;
    if (!may_have_size(other.side.size)) {
        other.error = MPI_ERR_GROUP;
        return other;
    }
    *remote = malloc((size_t)other.side.size * sizeof **remote);
    if (!*remote) {
        other.error = MPI_ERR_NO_MEM;
        return other;
    }
    other.error =
        talk_exchange(context, there, tag, local->local->world, (size_t)own.size * sizeof(int),
                      *remote, (size_t)other.side.size * sizeof(int), call);
    if (other.error != MPI_SUCCESS)
        return other;
    other.context = group_self < other.side.leader ? own.offer : other.side.offer;
    for (int i = 0; i < other.side.size; i++)
        if (group_find(local->local, (*remote)[i]) != MPI_UNDEFINED)
            other.error = MPI_ERR_COMM;
    return other;
}

void making_decline(MPI_Comm peer, int remote_leader, int tag, const char *call) {
    const struct side own = {1, group_self, CONTEXT_NONE};
    struct side other;
    talk_exchange(peer->context + CONTEXT_MAKING, peer->remote->world[remote_leader], tag, &own,
                  sizeof own, &other, sizeof other, call);
}

/* Makes the intercommunicator from what all processes of a group have been told. The group whose
 * leader has the lower rank in MPI_COMM_WORLD is the first one, and its leader chooses the
 * context. */
static int connect(MPI_Comm local, int local_leader, const struct other_side *other,
                   const int remote[], MPI_Comm *newcomm) {
    inter_start();
    if (!may_be_group(other->side.size, remote))
        return MPI_ERR_GROUP;
    MPI_Group group = group_make(other->side.size, remote);
    if (!group)
        return MPI_ERR_NO_MEM;
    bool local_first = local->local->world[local_leader] < other->side.leader;
    int error = making_end(local, other->context, local->local, group, local_first, newcomm);
    group_release(group);
    return error;
}

int making_between(MPI_Comm local, int local_leader, MPI_Comm peer, int remote_leader, int tag,
                   MPI_Comm *newcomm, const char *call) {
    struct other_side other = {.error = MPI_SUCCESS};
    int *remote = NULL;
    bool leads = local->rank == local_leader;
    if (leads)
        other = meet(local, peer, remote_leader, tag, &remote, call);
    int error = collective_broadcast(local, &other, sizeof other, local_leader);
    if (error == MPI_SUCCESS)
        error = other.error;
    if (error == MPI_SUCCESS && !may_have_size(other.side.size))
        error = MPI_ERR_GROUP;
    if (error == MPI_SUCCESS && !leads) {
        remote = malloc((size_t)other.side.size * sizeof *remote);
        error = remote ? MPI_SUCCESS : MPI_ERR_NO_MEM;
    }
    if (error == MPI_SUCCESS)
        error = collective_broadcast(local, remote, (size_t)other.side.size * sizeof *remote,
                                     local_leader);
    if (error == MPI_SUCCESS)
        error = connect(local, local_leader, &other, remote, newcomm);
    free(remote);
    return error;
}

/* Raises an error unless the remote leader is in a leader's peer communicator, and the tag is
 * right. Returns the error, or MPI_SUCCESS. */
static int check_peer(MPI_Comm comm, MPI_Comm peer_comm, int remote_leader, int tag,
                      const char *call) {
    MPI_Comm peer = comm_object(peer_comm);
    if (!peer)
        return error_raise(comm, call, MPI_ERR_COMM, "peer_comm is not a communicator");
    if (remote_leader < 0 || remote_leader >= peer->remote->size)
        return error_raise(comm, call, MPI_ERR_RANK, "peer_comm of %d has no rank %d",
                           peer->remote->size, remote_leader);
    if (tag < 0)
        return error_raise(comm, call, MPI_ERR_TAG, "tag is %d (expected: 0 or more)", tag);
    return MPI_SUCCESS;
}

/* Only the local leader's peer_comm, remote_leader and tag mean anything. */
int MPI_Intercomm_create(MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm,
                         int remote_leader, int tag, MPI_Comm *newintercomm) {
    COMM_OR_RETURN(local, local_comm, newintercomm);
    if (comm_is_inter(local))
        return FAIL_ON(local_comm, MPI_ERR_COMM,
                       "local_comm is an intercommunicator (expected: an intracommunicator)");
    if (local_leader < 0 || local_leader >= local->local->size)
        return FAIL_ON(local_comm, MPI_ERR_RANK, "local_comm of %d has no rank %d",
                       local->local->size, local_leader);
    if (local->rank == local_leader) {
        RETURN_ON_ERROR(check_peer(local_comm, peer_comm, remote_leader, tag, __func__));
    }
    *newintercomm = MPI_COMM_NULL;
    MPI_Comm peer = local->rank == local_leader ? comm_object(peer_comm) : NULL;
    int error =
        making_between(local, local_leader, peer, remote_leader, tag, newintercomm, __func__);
    if (error == MPI_ERR_COMM)
        return FAIL_ON(local_comm, error, "the two groups have processes in common");
    return making_raise(local_comm, __func__, error);
}

/* What a process tells all others, for MPI_Intercomm_merge. */
struct preference {
    int high;
    uint32_t offer;
};

/* Makes the group of all processes of `both`. It has those of the second part first if
 * `second_first`. */
static bool merged_group(MPI_Group both, int second_start, bool second_first, MPI_Group *newgroup) {
    int *ranks = malloc((size_t)both->size * sizeof *ranks);
    if (!ranks)
        return false;
    for (int i = 0; i < both->size; i++)
        ranks[i] = second_first ? (i + second_start) % both->size : i;
    bool made = making_group(both, both->size, ranks, newgroup);
    free(ranks);
    return made;
}

/* Makes the intracommunicator of both groups. If all processes give the same `high`, the first
 * group stays first. Returns MPI_ERR_ARG if processes of one group differ. */
static int merge(MPI_Comm comm, bool high, MPI_Comm *newcomm) {
    MPI_Comm both = comm->both;
    int start = making_local_start(comm);
    int second = start > 0 ? start : making_remote_start(comm);
    struct preference own = {high, context_next()};
    struct preference *given = malloc((size_t)both->local->size * sizeof *given);
    if (!given)
        return MPI_ERR_NO_MEM;
    int error = collective_allgather(both, &own, given, sizeof own);
    for (int i = 0; i < both->local->size && error == MPI_SUCCESS; i++)
        if (given[i].high != given[i < second ? 0 : second].high)
            error = MPI_ERR_ARG;
    if (error == MPI_SUCCESS) {
        bool second_first = given[0].high && !given[second].high;
        MPI_Group group;
        error = MPI_ERR_NO_MEM;
        if (merged_group(both->local, second, second_first, &group)) {
            error = making_end(comm, given[second_first ? second : 0].offer, group, NULL, true,
                               newcomm);
            group_release(group);
        }
    }
    free(given);
    return error;
}

int MPI_Intercomm_merge(MPI_Comm intercomm, int high, MPI_Comm *newintracomm) {
    COMM_OR_RETURN(object, intercomm, newintracomm);
    if (!comm_is_inter(object))
        return FAIL_ON(intercomm, MPI_ERR_COMM, "the communicator is not an intercommunicator");
    *newintracomm = MPI_COMM_NULL;
    int error = merge(object, high != 0, newintracomm);
    if (error == MPI_ERR_ARG)
        return FAIL_ON(intercomm, error, "high differs between processes of a group");
    return making_raise(intercomm, __func__, error);
}
