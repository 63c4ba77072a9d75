/* Duplicates of communicators (MPI 5.0, section 7.4.2). */
#include "mpi/collective/collective.h"
#include "mpi/communicator/making.h"
#include "mpi/object/attribute.h"
#include "mpi/object/error.h"
#include "mpi/object/info.h"
#include "mpi/object/topology.h"

/* Gives a duplicate what it takes over from its original, which is the topology and those
 * attributes that their functions copy, and the hints in `info`. Since MPI 4.0 hints are not taken
 * over from the original. Returns MPI_SUCCESS, or an error's class or code; the duplicate is then
 * gone. */
static int inherit(MPI_Comm comm, MPI_Comm handle, MPI_Info info, MPI_Comm *newcomm) {
    MPI_Comm made = *newcomm;
    made->topology = comm->topology;
    if (made->topology)
        made->topology->references++;
    int error = attributes_copy(&comm->attributes, handle, &made->attributes);
    if (error == MPI_SUCCESS && info != MPI_INFO_NULL) {
        made->info = info_copy(info);
        if (!made->info) {
            made->info = MPI_INFO_NULL;
            error = MPI_ERR_NO_MEM;
        }
    }
    if (error != MPI_SUCCESS) {
        attributes_delete(&made->attributes, made);
        making_free(newcomm);
    }
    return error;
}

static bool local_is_first(MPI_Comm comm) {
    return !comm_is_inter(comm) || making_local_start(comm) == 0;
}

static int make_alike(MPI_Comm comm, uint32_t context, MPI_Comm *newcomm) {
    return making_end(comm, context, comm->local, comm_is_inter(comm) ? comm->remote : NULL,
                      local_is_first(comm), newcomm);
}

static int duplicate(MPI_Comm comm, MPI_Comm handle, MPI_Info info, MPI_Comm *newcomm,
                     const char *call) {
    uint32_t context = context_next();
    int error = collective_broadcast(making_all(comm), &context, sizeof context, 0);
    *newcomm = MPI_COMM_NULL;
    if (error == MPI_SUCCESS)
        error = make_alike(comm, context, newcomm);
    if (error != MPI_SUCCESS)
        return making_raise(handle, call, error);
    error = inherit(comm, handle, info, newcomm);
    if (error != MPI_SUCCESS)
        return error_raise(
            handle, call, error,
            "cannot copy an attribute or a hint (a copy function failed, or memory is short)");
    return MPI_SUCCESS;
}

int MPI_Comm_dup(MPI_Comm comm, MPI_Comm *newcomm) {
    COMM_OR_RETURN(object, comm, newcomm);
    return duplicate(object, comm, MPI_INFO_NULL, newcomm, __func__);
}

int MPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm) {
    COMM_OR_RETURN(object, comm, newcomm);
    RETURN_UNLESS_HINTS(MPI_COMM_SELF, __func__, info);
    return duplicate(object, comm, info, newcomm, __func__);
}

/* Broadcasts the context of a communicator that is complete but for its context. It is received in
 * the two places where the communicator itself, and its `both` if there is one, have it. */
static int broadcast_context(MPI_Comm all, MPI_Comm made, MPI_Request *request) {
    MPI_Aint places[2];
    int places_used = 1;
    PMPI_Get_address(&made->context, &places[0]);
    if (made->both)
        PMPI_Get_address(&made->both->context, &places[places_used++]);
    MPI_Datatype contexts;
    int error = PMPI_Type_create_hindexed_block(places_used, 1, places, MPI_UINT32_T, &contexts);
    if (error == MPI_SUCCESS)
        error = PMPI_Type_commit(&contexts);
    if (error == MPI_SUCCESS)
        error = PMPI_Ibcast(MPI_BOTTOM, 1, contexts, 0, all, request);
    if (error == MPI_SUCCESS)
        error = PMPI_Type_free(&contexts);
    return error;
}

/* Makes the duplicate at once. Nobody may use it before the request is done, for only then its
 * context has come from the leader. */
static int duplicate_later(MPI_Comm comm, MPI_Comm handle, MPI_Info info, MPI_Comm *newcomm,
                           MPI_Request *request, const char *call) {
    MPI_Comm all = making_all(comm);
    uint32_t context = all->rank == 0 ? context_next() : CONTEXT_NONE;
    int error = make_alike(comm, context, newcomm);
    if (error != MPI_SUCCESS)
        return making_raise(handle, call, error);
    error = inherit(comm, handle, info, newcomm);
    if (error != MPI_SUCCESS)
        return error_raise(
            handle, call, error,
            "cannot copy an attribute or a hint (a copy function failed, or memory is short)");
    return broadcast_context(all, *newcomm, request);
}

int MPI_Comm_idup(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request) {
    COMM_OR_RETURN(object, comm, newcomm, request);
    return duplicate_later(object, comm, MPI_INFO_NULL, newcomm, request, __func__);
}

int MPI_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm, MPI_Request *request) {
    COMM_OR_RETURN(object, comm, newcomm, request);
    RETURN_UNLESS_HINTS(MPI_COMM_SELF, __func__, info);
    return duplicate_later(object, comm, info, newcomm, request, __func__);
}
