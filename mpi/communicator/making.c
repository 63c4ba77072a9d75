#include "mpi/communicator/making.h"

#include <stdlib.h>
#include <string.h>

#include "mpi/collective/collective.h"
#include "mpi/datatype/type.h"
#include "mpi/message/failure.h"
#include "mpi/message/transfer.h"
#include "mpi/object/error_code.h"

/* If others have made the communicator, they have the context that this process offered. If it knew
 * of the failure before, it has offered none. */
static void leave_offer(void) {
    static NODE_LOCAL int known;
    if (failure_news() == known)
        return;
    known = failure_news();
    context_take();
}

int making_raise(MPI_Comm comm, const char *call, int error) {
    if (error_is_failure(error))
        leave_offer();
    const char *reason = "the processes of the communicator called different functions";
    switch (error) {
    case MPI_SUCCESS:
        return MPI_SUCCESS;
    case MPI_ERR_NO_MEM:
        reason = FULL_HEAP;
        break;
    case MPI_ERR_OTHER:
        reason = "too many communicators with the same first process (free some)";
        break;
    case MPIX_ERR_PROC_FAILED:
    case MPIX_ERR_REVOKED:
        reason = "a process of the communicator died (call MPIX_Comm_shrink first)";
        break;
    default:
        break;
    }
    return error_raise(comm, call, error, "%s", reason);
}

bool making_group(MPI_Group group, int size, const int ranks[], MPI_Group *newgroup) {
    int *world = malloc(((size_t)size + 1) * sizeof *world);
    if (!world)
        return false;
    for (int i = 0; i < size; i++)
        world[i] = group->world[ranks[i]];
    *newgroup = group_make(size, world);
    free(world);
    return *newgroup;
}

/* Makes the communicator of both groups of an intercommunicator. Returns null without memory. */
static MPI_Comm make_both(MPI_Comm comm, const struct MPI_ABI_Group *first,
                          const struct MPI_ABI_Group *second) {
    int size = first->size + second->size;
    int *world = malloc((size_t)size * sizeof *world);
    if (!world)
        return NULL;
    memcpy(world, first->world, (size_t)first->size * sizeof *world);
    memcpy(world + first->size, second->world, (size_t)second->size * sizeof *world);
    MPI_Group group = group_make(size, world);
    free(world);
    if (!group)
        return NULL;
    MPI_Comm both = comm_make(comm, comm->context + CONTEXT_BOTH, group, NULL);
    group_release(group);
    return both;
}

int making_end(MPI_Comm parent, uint32_t context, MPI_Group local, MPI_Group remote,
               bool local_first, MPI_Comm *newcomm) {
    if (context == 0)
        return MPI_ERR_OTHER;
    MPI_Comm comm = comm_make(parent, context, local, remote);
    if (!comm)
        return MPI_ERR_NO_MEM;
    if (remote) {
        comm->both = local_first ? make_both(comm, local, remote) : make_both(comm, remote, local);
        if (!comm->both) {
            comm_release(comm);
            return MPI_ERR_NO_MEM;
        }
    }
    *newcomm = comm;
    return MPI_SUCCESS;
}

void making_free(MPI_Comm *comm) {
    comm_release(*comm);
    *comm = MPI_COMM_NULL;
}

int making_of_group(MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm) {
    const struct MPI_ABI_Group *members = group_object(group);
    uint32_t offer = context_next();
    uint32_t *offers = malloc((size_t)comm->local->size * sizeof *offers);
    if (!offers)
        return MPI_ERR_NO_MEM;
    int error = collective_allgather(comm, &offer, offers, sizeof offer);
    *newcomm = MPI_COMM_NULL;
    if (error == MPI_SUCCESS && members->rank != MPI_UNDEFINED) {
        int leader = group_find(comm->local, members->world[0]);
        error = making_end(comm, offers[leader], group, NULL, true, newcomm);
    }
    free(offers);
    return error;
}

/* ---- Messages of bytes ---- */

struct transfer talk_bytes(uint32_t context, int world, int tag, void *bytes, size_t size) {
    return (struct transfer){
        .world = world,
        .tag = tag,
        .context = context,
        .mode = TRANSFER_STANDARD,
        .layout = &type_object(MPI_BYTE)->layout,
        .buffer = bytes,
        .count = (MPI_Count)size,
    };
}

int talk_send(uint32_t context, int world, int tag, const void *bytes, size_t size,
              const char *call) {
    struct transfer sending = talk_bytes(context, world, tag, (void *)(uintptr_t)bytes, size);
    transfer_send(&sending);
    transfer_wait(&sending, call);
    return sending.error;
}

int talk_receive(uint32_t context, int world, int tag, void *bytes, size_t size, const char *call) {
    struct transfer receiving = talk_bytes(context, world, tag, bytes, size);
    transfer_receive(&receiving);
    transfer_wait(&receiving, call);
    return receiving.error;
}

int talk_exchange(uint32_t context, int world, int tag, const void *sent, size_t sent_size,
                  void *received, size_t received_size, const char *call) {
    struct transfer sending = talk_bytes(context, world, tag, (void *)(uintptr_t)sent, sent_size);
    struct transfer receiving = talk_bytes(context, world, tag, received, received_size);
    transfer_receive(&receiving);
    transfer_send(&sending);
    transfer_wait(&sending, call);
    transfer_wait(&receiving, call);
    return sending.error != MPI_SUCCESS ? sending.error : receiving.error;
}
