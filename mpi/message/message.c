#include "mpi/message/message.h"

#include <stdio.h>
#include <stdlib.h>

#include "mpi/datatype/type.h"
#include "mpi/message/progress.h"
#include "mpi/message/strict.h"
#include "mpi/object/error.h"

/* This is weak, so that it is linked only with MPI_Cancel, which alone calls it (by way of the
 * request's kind). */
#pragma weak cancel_transfer

static struct message_request *of(MPI_Request request) {
    return (struct message_request *)request;
}

static void ended(struct transfer *transfer) {
    if (UNLIKELY(strict))
        overlap_arrives(transfer);
    request_done((MPI_Request)((char *)transfer - offsetof(struct message_request, transfer)));
}

/* A receive that stays posted is not done, but the waits for it are. */
static void pends(struct transfer *transfer, bool pending) {
    ((MPI_Request)((char *)transfer - offsetof(struct message_request, transfer)))->done = pending;
}

static int start(MPI_Request request) {
    struct message_request *message = of(request);
    message_starts(message);
    int error = overlap_begins(message);
    if (error != MPI_SUCCESS) {
        request->active = false;
        return error;
    }
    if (message->transfer.world == MPI_PROC_NULL)
        request_done(request);
    else if (message->receives)
        transfer_receive(&message->transfer);
    else
        transfer_send(&message->transfer);
    progress_pass();
    return MPI_SUCCESS;
}

int message_finish(MPI_Request request, MPI_Status *status) {
    struct message_request *message = of(request);
    struct transfer *transfer = &message->transfer;
    if (transfer->error != MPIX_ERR_PROC_FAILED_PENDING && overlap_ends(message) &&
        transfer->error == MPI_SUCCESS)
        transfer->error = MPI_ERR_BUFFER;
    if (transfer->world == MPI_PROC_NULL) {
        status_of_nobody(status);
        return MPI_SUCCESS;
    }
    transfer_take(transfer);
    if (message->receives)
        status_of_receive(status, transfer);
    else
        status_of_send(status, transfer);
    return transfer->error;
}

void message_cancel(MPI_Request request) {
    if (of(request)->transfer.world != MPI_PROC_NULL)
        cancel_transfer(&of(request)->transfer, &request->done);
}

void message_release(MPI_Request request) {
    overlap_ends(of(request));
    type_release(of(request)->type);
    free(request);
}

/* Writes what was wrong with a transfer between this process and another one of the
 * communicator. */
static void explain(const struct transfer *transfer, char *text, size_t bytes) {
    MPI_Comm comm = transfer->comm;
    char name[MPI_MAX_OBJECT_NAME];
    comm_called(comm->context, name);
    if (transfer->error == MPI_ERR_TRUNCATE)
        snprintf(text, bytes,
                 "the message of rank %d with tag %d has %lld bytes, and the receive of rank %d "
                 "takes %lld: the rest is lost (comm %s)",
                 group_find(comm->remote, transfer->source), transfer->arrived_tag,
                 (long long)transfer->sent, comm->rank, (long long)transfer->bytes, name);
    else if (transfer->error == MPI_ERR_TYPE)
        snprintf(text, bytes,
                 "datatypes differ: the message of rank %d with tag %d (%lld bytes) and the "
                 "receive of rank %d with count %lld, comm %s",
                 group_find(comm->remote, transfer->source), transfer->arrived_tag,
                 (long long)transfer->sent, comm->rank, (long long)transfer->count, name);
    else if (transfer->error == MPI_ERR_BUFFER)
        snprintf(text, bytes, "the buffer of %lld bytes was written before this call completed it",
                 (long long)transfer->count * (long long)transfer->layout->size);
    else if (transfer->error == MPI_ERR_NO_MEM)
        snprintf(text, bytes, FULL_HEAP);
    else
        snprintf(text, bytes, "the other process is rank %d of MPI_COMM_WORLD, comm %s",
                 comm_world_rank(transfer->receives ? transfer->source : transfer->world), name);
}

static void explain_request(MPI_Request request, char *text, size_t bytes) {
    explain(&of(request)->transfer, text, bytes);
}

int message_raise(const char *call, const struct transfer *transfer) {
    if (LIKELY(transfer->error == MPI_SUCCESS))
        return MPI_SUCCESS;
    char text[200];
    explain(transfer, text, sizeof text);
    return error_raise(transfer->comm, call, transfer->error, "%s", text);
}

static struct request_details details(MPI_Request request) {
    return progress_details_of(&of(request)->transfer);
}

const struct request_kind message_kind = {
    .start = start,
    .finish = message_finish,
    .explain = explain_request,
    .cancel = message_cancel,
    .details = details,
    .free = message_release,
};

int message_make(const char *call, const struct arguments *arguments,
                 const struct request_kind *kind, bool receives, bool persistent,
                 struct message_request **made) {
    struct message_request *message = *made = malloc(sizeof *message);
    if (!message)
        return error_raise(arguments->comm, call, MPI_ERR_NO_MEM, FULL_HEAP);
    int error = receives ? arguments_of_receive(call, arguments, &message->transfer)
                         : arguments_of_send(call, arguments, &message->transfer);
    if (error != MPI_SUCCESS) {
        free(message);
        *made = NULL;
        return error;
    }
    request_begin(&message->request, kind, call, message->transfer.comm, persistent);
    message->receives = receives;
    message->type = type_object(arguments->datatype);
    type_keep(message->type);
    message->transfer.ended = ended;
    message->transfer.pends = pends;
    return MPI_SUCCESS;
}

int message_begin(const char *call, const struct arguments *arguments,
                  const struct request_kind *kind, enum transfer_mode mode, bool receives,
                  bool persistent, MPI_Request *request) {
    if (!request)
        return error_null(arguments->comm, call, "request");
    struct message_request *message;
    int error = message_make(call, arguments, kind, receives, persistent, &message);
    if (!message)
        return error;
    message->transfer.mode = strict_sync && kind == &message_kind ? TRANSFER_SYNCHRONOUS : mode;
    if (!persistent && (error = kind->start(&message->request)) != MPI_SUCCESS) {
        request_free(&message->request);
        return error;
    }
    *request = &message->request;
    return MPI_SUCCESS;
}
