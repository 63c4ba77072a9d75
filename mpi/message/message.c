#include "mpi/message/message.h"

#include <stdlib.h>

#include "mpi/datatype/type.h"
#include "mpi/object/error.h"

static struct message *of(MPI_Request request) {
    return (struct message *)request;
}

static void ended(struct transfer *transfer) {
    request_done((MPI_Request)((char *)transfer - offsetof(struct message, transfer)));
}

static int start(MPI_Request request) {
    struct message *message = of(request);
    if (message->transfer.world == MPI_PROC_NULL)
        request_done(request);
    else if (message->receives)
        transfer_receive(&message->transfer);
    else
        transfer_send(&message->transfer);
    return MPI_SUCCESS;
}

static int finish(MPI_Request request, MPI_Status *status) {
    struct message *message = of(request);
    struct transfer *transfer = &message->transfer;
    if (transfer->world == MPI_PROC_NULL) {
        status_of_nobody(status);
        return MPI_SUCCESS;
    }
    transfer_take(transfer);
    if (message->receives)
        status_of_receive(status, transfer, request->comm);
    else
        status_of_send(status, transfer);
    return transfer->error;
}

static void free_message(MPI_Request request) {
    type_release(of(request)->type);
    free(request);
}

static const struct request_kind kind = {
    .start = start,
    .finish = finish,
    .free = free_message,
};

static int begin(const char *call, const struct arguments *arguments, enum transfer_mode mode,
                 bool receives, bool persistent, MPI_Request *request) {
    struct message *message = malloc(sizeof *message);
    if (message == NULL)
        return error_raise(arguments->comm, call, MPI_ERR_NO_MEM,
                           "the heap is full: give cuberun more with --heap");
    int error = receives ? arguments_of_receive(call, arguments, &message->transfer)
                         : arguments_of_send(call, arguments, &message->transfer);
    if (error != MPI_SUCCESS) {
        free(message);
        return error;
    }
    request_begin(&message->request, &kind, comm_object(arguments->comm), persistent);
    message->receives = receives;
    message->type = type_object(arguments->datatype);
    type_keep(message->type);
    message->transfer.mode = mode;
    message->transfer.ended = ended;
    *request = &message->request;
    if (!persistent)
        start(&message->request);
    active_pass();
    return MPI_SUCCESS;
}

int message_send(const char *call, const struct arguments *arguments, enum transfer_mode mode,
                 bool persistent, MPI_Request *request) {
    return begin(call, arguments, mode, false, persistent, request);
}

int message_receive(const char *call, const struct arguments *arguments, bool persistent,
                    MPI_Request *request) {
    return begin(call, arguments, TRANSFER_STANDARD, true, persistent, request);
}
