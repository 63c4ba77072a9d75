/* Communicators that are made of groups alone, without a communicator between their processes (MPI
 * 5.0, sections 7.4.2 and 7.6.2). */
#include "mpi/session/session.h"

#include <stdlib.h>
#include <string.h>

#include "mpi/communicator/making.h"
#include "mpi/object/errhandler.h"
#include "mpi/object/error.h"
#include "mpi/object/error_code.h"
#include "mpi/object/info.h"
#include "net/foreign.h"

/* What is made, and the arguments that both functions have. */
struct creation {
    const char *call;
    const char *stringtag;
    MPI_Info info;
    MPI_Errhandler errhandler;
};

/* What stands between the processes. Errors are raised on the handler of the communicator that is
 * to be, and it takes this over. */
static struct MPI_ABI_Comm between(const struct creation *creation, MPI_Group group) {
    return (struct MPI_ABI_Comm){
        .references = 1,
        .context = CREATE_CONTEXT,
        .local = group,
        .remote = group,
        .errhandler = creation->errhandler,
        .info = MPI_INFO_NULL,
        .name = "",
    };
}

int create_tag(const char *string, const struct MPI_ABI_Group *group) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    const uint64_t prime = UINT64_C(0x100000001b3);
    for (; *string; string++)
        hash = (hash ^ (uint8_t)*string) * prime;
    for (int rank = 0; group && rank < group->size; rank++)
        hash = (hash ^ (uint32_t)group->world[rank]) * prime;
    return (int)(hash ^ hash >> 32) & INT32_MAX;
}

/* Checks the arguments that both functions have. Returns MPI_SUCCESS, or the class of the error
 * that it has raised. */
static int check(const struct creation *creation, MPI_Group group) {
    const char *call = creation->call;
    RETURN_UNLESS_HANDLER(MPI_COMM_SELF, call, creation->errhandler);
    struct MPI_ABI_Comm raises = between(creation, NULL);
    const struct MPI_ABI_Group *object = group_object(group);
    if (!object)
        return error_raise(&raises, call, MPI_ERR_GROUP, NO_GROUP);
    if (object->size > 0 && object->rank == MPI_UNDEFINED)
        return error_raise(&raises, call, MPI_ERR_GROUP, "this process is not in the group");
    if (!creation->stringtag)
        return error_null(&raises, call, "stringtag");
    if (strlen(creation->stringtag) >= MPI_MAX_STRINGTAG_LEN)
        return error_raise(&raises, call, MPI_ERR_ARG, "stringtag is too long (at most %d bytes)",
                           MPI_MAX_STRINGTAG_LEN - 1);
    RETURN_UNLESS_HINTS(&raises, call, creation->info);
    if (object->size > 0 && !comm_self)
        return error_raise(&raises, call, MPI_ERR_OTHER, "%s", job_missing_world());
    return MPI_SUCCESS;
}

/* Makes a communicator of the group, with the handler. */
static int create(const struct creation *creation, MPI_Group group, MPI_Comm *newcomm) {
    struct MPI_ABI_Comm parent = between(creation, group);
    int error =
        PMPI_Comm_create_group(&parent, group, create_tag(creation->stringtag, group), newcomm);
    if (error != MPI_SUCCESS || context_is_led((*newcomm)->context, group->world[0]))
        return error;
    making_free(newcomm);
    return error_raise(&parent, creation->call, MPI_ERR_INTERN,
                       "node %d sent an invalid communicator number (its program or that of a node "
                       "on its path" FOREIGN_REMEDY,
                       group->world[0]);
}

/* Gives a new communicator the hints, or frees it if memory is short. */
static int give_hints(const struct creation *creation, MPI_Comm *newcomm) {
    MPI_Info hints = creation->info == MPI_INFO_NULL ? MPI_INFO_NULL : info_copy(creation->info);
    if (hints) {
        (*newcomm)->info = hints;
        return MPI_SUCCESS;
    }
    making_free(newcomm);
    struct MPI_ABI_Comm raises = between(creation, NULL);
    return error_raise(&raises, creation->call, MPI_ERR_NO_MEM, FULL_HEAP);
}

int MPI_Comm_create_from_group(MPI_Group group, const char *stringtag, MPI_Info info,
                               MPI_Errhandler errhandler, MPI_Comm *newcomm) {
    const struct creation creation = {__func__, stringtag, info, errhandler};
    RETURN_IF_NULL(newcomm);
    RETURN_ON_ERROR(check(&creation, group));
    *newcomm = MPI_COMM_NULL;
    if (group == MPI_GROUP_EMPTY)
        return MPI_SUCCESS;
    int error = create(&creation, group, newcomm);
    return error == MPI_SUCCESS ? give_hints(&creation, newcomm) : error;
}

/* Checks what counts at the leader of the local group alone. */
static int check_remote(const struct creation *creation, MPI_Group remote_group,
                        int remote_leader) {
    struct MPI_ABI_Comm raises = between(creation, NULL);
    const struct MPI_ABI_Group *remote = group_object(remote_group);
    if (!remote)
        return error_raise(&raises, creation->call, MPI_ERR_GROUP, NO_GROUP);
    if (remote_leader < 0 || remote_leader >= remote->size)
        return error_raise(&raises, creation->call, MPI_ERR_RANK,
                           "remote_group of %d has no rank %d", remote->size, remote_leader);
    return MPI_SUCCESS;
}

/* The local group agrees by a communicator of its own. */
static int connect(const struct creation *creation, MPI_Group local_group, int local_leader,
                   MPI_Group remote_group, int remote_leader, MPI_Comm *newintercomm) {
    MPI_Comm local;
    struct MPI_ABI_Comm peer = between(creation, remote_group);
    int error = create(creation, local_group, &local);
    if (error_is_failure(error_class(error)) && local_group->rank == local_leader)
        making_decline(&peer, remote_leader, create_tag(creation->stringtag, NULL), creation->call);
    RETURN_ON_ERROR(error);
    error = PMPI_Intercomm_create(local, local_leader, &peer, remote_leader,
                                  create_tag(creation->stringtag, NULL), newintercomm);
    comm_release(local);
    return error == MPI_SUCCESS ? give_hints(creation, newintercomm) : error;
}

int MPI_Intercomm_create_from_groups(MPI_Group local_group, int local_leader,
                                     MPI_Group remote_group, int remote_leader,
                                     const char *stringtag, MPI_Info info,
                                     MPI_Errhandler errhandler, MPI_Comm *newintercomm) {
    const struct creation creation = {__func__, stringtag, info, errhandler};
    RETURN_IF_NULL(newintercomm);
    int error = check(&creation, local_group);
    RETURN_ON_ERROR(error);
    *newintercomm = MPI_COMM_NULL;
    if (local_group == MPI_GROUP_EMPTY)
        return MPI_SUCCESS;
    struct MPI_ABI_Comm raises = between(&creation, NULL);
    if (local_leader < 0 || local_leader >= local_group->size)
        return error_raise(&raises, __func__, MPI_ERR_RANK, "local_group of %d has no rank %d",
                           local_group->size, local_leader);
    if (local_group->rank == local_leader)
        error = check_remote(&creation, remote_group, remote_leader);
    return error == MPI_SUCCESS ? connect(&creation, local_group, local_leader, remote_group,
                                          remote_leader, newintercomm)
                                : error;
}
