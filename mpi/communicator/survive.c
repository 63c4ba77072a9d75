/* The calls of User Level Failure Mitigation (include/mpi-ext.h). */
#include <stdio.h>
#include <stdlib.h>

#include "mpi-ext.h"
#include "mpi/communicator/making.h"
#include "mpi/message/agree.h"
#include "mpi/message/failure.h"
#include "mpi/message/progress.h"
#include "mpi/object/error.h"
#include "net/messages/active.h"

/* Processes arrived messages, because a program may poll this call and make no other. */
static void hear(void) {
    if (job_survives)
        active_poll();
    else
        progress_pass();
}

/* ---- Revoking ---- */

int MPIX_Comm_revoke(MPI_Comm comm) {
    COMM_OR_RETURN(object, comm);
    failure_revoke(object);
    if (job_survives)
        failing_end_all();
    progress_pass();
    return MPI_SUCCESS;
}

int MPIX_Comm_is_revoked(MPI_Comm comm, int *flag) {
    COMM_OR_RETURN(object, comm, flag);
    hear();
    *flag = failure_is_revoked(object->context);
    return MPI_SUCCESS;
}

/* ---- Who has failed ---- */

/* Returns the group of those of a communicator that are among the first `known` of the dead, or
 * null without memory. */
static MPI_Group failed_among(MPI_Comm comm, int known) {
    const struct MPI_ABI_Group *whole = making_all(comm)->local;
    int *world = malloc(((size_t)known + 1) * sizeof *world), size = 0;
    if (!world)
        return NULL;
    for (int i = 0; i < known; i++)
        if (group_find(whole, failure_dead[i]) != MPI_UNDEFINED)
            world[size++] = failure_dead[i];
    MPI_Group group = group_make(size, world);
    free(world);
    return group;
}

static int return_failed(const char *call, MPI_Comm comm, MPI_Comm object, int known,
                         MPI_Group *group) {
    *group = failed_among(object, known);
    return *group ? MPI_SUCCESS : error_raise(comm, call, MPI_ERR_NO_MEM, FULL_HEAP);
}

int MPIX_Comm_get_failed(MPI_Comm comm, MPI_Group *failed) {
    COMM_OR_RETURN(object, comm, failed);
    hear();
    return return_failed(__func__, comm, object, failure_count, failed);
}

int MPIX_Comm_failure_get_acked(MPI_Comm comm, MPI_Group *acked) {
    COMM_OR_RETURN(object, comm, acked);
    return return_failed(__func__, comm, object, object->acknowledged, acked);
}

static void acknowledge(MPI_Comm comm, int known) {
    if (known <= comm->acknowledged)
        return;
    comm->acknowledged = known;
    failing_acknowledged();
}

int MPIX_Comm_failure_ack(MPI_Comm comm) {
    COMM_OR_RETURN(object, comm);
    progress_pass();
    if (object->acknowledged == failure_count)
        hear();
    acknowledge(object, failure_count);
    return MPI_SUCCESS;
}

int MPIX_Comm_ack_failed(MPI_Comm comm, int num_to_ack, int *num_acked) {
    COMM_OR_RETURN(object, comm, num_acked);
    hear();
    int known = 0;
    while (known < failure_count && failure_members(object, known + 1) <= num_to_ack)
        known++;
    acknowledge(object, known);
    *num_acked = failure_members(object, object->acknowledged);
    return MPI_SUCCESS;
}

/* ---- Agreeing and shrinking ---- */

struct agree_request {
    struct MPI_ABI_Request request;
    int *flag;         /* of an agreement */
    MPI_Comm *newcomm; /* of a shrinking */
    int error;
    struct agreement decided; /* for its time by the clock */
};

/* The error is the same everywhere, for all that it depends on is agreed on. */
static void agreed(struct agreement *agreement, void *given) {
    struct agree_request *request = given;
    request->decided = *agreement;
    request->error = MPI_SUCCESS;
    for (int rank = 0; rank < agreement->group->size; rank++)
        if (agree_failed(agreement, rank) && !agree_acknowledged(agreement, rank))
            request->error = MPIX_ERR_PROC_FAILED;
    *request->flag = agree_flag(agreement);
    request_done(&request->request);
}

static void shrunk(struct agreement *agreement, void *given) {
    struct agree_request *request = given;
    request->decided = *agreement;
    MPI_Group whole = agreement->group, group = NULL;
    int *ranks = malloc((size_t)whole->size * sizeof *ranks), size = 0;
    for (int rank = 0; ranks && rank < whole->size; rank++)
        if (!agree_failed(agreement, rank))
            ranks[size++] = rank;
    request->error = MPI_ERR_NO_MEM;
    if (ranks && making_group(whole, size, ranks, &group))
        request->error = making_end(request->request.comm, agree_context(agreement), group, NULL,
                                    true, request->newcomm);
    if (group)
        group_release(group);
    free(ranks);
    request_done(&request->request);
}

static int finish(MPI_Request request, MPI_Status *status) {
    const struct agree_request *agree = (struct agree_request *)request;
    status_of_collective(status);
    agree_take(&agree->decided);
    return agree->error;
}

static void describe(MPI_Request request, char *text, size_t bytes) {
    char name[MPI_MAX_OBJECT_NAME];
    snprintf(text, bytes, "comm %s", comm_called(request->comm->context, name));
}

static const struct request_kind agree_kind = {
    .finish = finish, .describe = describe, .free = request_release};

static int begin(const char *call, MPI_Comm comm, MPI_Comm object, int *flag, MPI_Comm *newcomm,
                 MPI_Request *handle) {
    struct agree_request *request = malloc(sizeof *request);
    if (!request)
        return error_raise(comm, call, MPI_ERR_NO_MEM, FULL_HEAP);
    *request = (struct agree_request){.flag = flag, .newcomm = newcomm};
    request_begin(&request->request, &agree_kind, call, object, false);
    *handle = &request->request;
    const struct agreement agreement = {.context = object->context,
                                        .number = object->agreements++,
                                        .group = making_all(object)->local,
                                        .shrinks = newcomm,
                                        .ended = newcomm ? shrunk : agreed,
                                        .request = request};
    if (!agree_begin(&agreement, flag ? *flag : 0, object->acknowledged)) {
        request_free(&request->request);
        *handle = MPI_REQUEST_NULL;
        return error_raise(comm, call, MPI_ERR_NO_MEM, FULL_HEAP);
    }
    progress_pass();
    return MPI_SUCCESS;
}

static int wait(const char *call, int error, MPI_Request *request) {
    RETURN_ON_ERROR(error);
    progress_until_done(call, *request);
    return request_complete(call, request, MPI_STATUS_IGNORE);
}

int MPIX_Comm_iagree(MPI_Comm comm, int *flag, MPI_Request *request) {
    COMM_OR_RETURN(object, comm, flag, request);
    return begin(__func__, comm, object, flag, NULL, request);
}

int MPIX_Comm_agree(MPI_Comm comm, int *flag) {
    COMM_OR_RETURN(object, comm, flag);
    MPI_Request request;
    int error = begin(__func__, comm, object, flag, NULL, &request);
    return wait(__func__, error, &request);
}

static int shrink(const char *call, MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request) {
    COMM_ARGUMENT_OR_RETURN(object, call, comm);
    if (!newcomm || !request)
        return error_null(comm, call, newcomm ? "request" : "newcomm");
    RETURN_IF_INTER(comm, call, object);
    return begin(call, comm, object, NULL, newcomm, request);
}

int MPIX_Comm_ishrink(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request) {
    return shrink(__func__, comm, newcomm, request);
}

int MPIX_Comm_shrink(MPI_Comm comm, MPI_Comm *newcomm) {
    MPI_Request request;
    int error = shrink(__func__, comm, newcomm, &request);
    return wait(__func__, error, &request);
}
