/* A send and a receive in one call (MPI 5.0, section 3.11). */
#include <stdlib.h>

#include "mpi/datatype/pieces.h"
#include "mpi/datatype/type.h"
#include "mpi/message/message.h"
#include "mpi/message/progress.h"
#include "mpi/object/error.h"

/* ---- In one buffer ---- */

struct copy {
    struct layout packed; /* of the bytes */
    char bytes[];
};

/* Replaces the send's buffer by a copy of its packed bytes, so that the receive may overwrite the
 * buffer. Returns the copy, for the caller to free, or null without memory. */
static struct copy *copy_out_of_the_way(struct transfer *send) {
    MPI_Count bytes = send->count * send->layout->size;
    struct copy *copy = malloc(sizeof *copy + (size_t)bytes);
    if (!copy)
        return NULL;
    copy->packed = pieces_packed(send->layout);
    pieces_pack(send->layout, send->buffer, 0, copy->bytes, bytes);
    send->buffer = copy->bytes;
    send->layout = &copy->packed;
    send->count = bytes;
    return copy;
}

static int fail_memory(const char *call, MPI_Comm comm) {
    return error_raise(comm, call, MPI_ERR_NO_MEM, FULL_HEAP);
}

/* ---- Blocking ---- */

static int exchange(const char *call, const struct arguments *sent,
                    const struct arguments *received, bool replaces, MPI_Status *status) {
    struct transfer send, receive;
    int error = arguments_of_send(call, sent, &send);
    if (error == MPI_SUCCESS)
        error = arguments_of_receive(call, received, &receive);
    RETURN_ON_ERROR(error);
    struct copy *copy = NULL;
    bool sends = send.world != MPI_PROC_NULL, receives = receive.world != MPI_PROC_NULL;
    if (replaces && sends && !(copy = copy_out_of_the_way(&send)))
        return fail_memory(call, send.comm);
    if (receives)
        transfer_receive(&receive);
    if (sends)
        transfer_send(&send);
    progress_pass();
    if (sends)
        progress_until_ended(call, &send);
    if (receives)
        progress_until_ended(call, &receive);
    free(copy);
    if (receives)
        status_of_receive(status, &receive);
    else
        status_of_nobody(status);
    error = sends ? message_raise(call, &send) : MPI_SUCCESS;
    return error == MPI_SUCCESS && receives ? message_raise(call, &receive) : error;
}

int MPI_Sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
                 void *recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag,
                 MPI_Comm comm, MPI_Status *status) {
    return exchange(
        __func__, &(struct arguments){sendbuf, sendcount, sendtype, dest, sendtag, comm},
        &(struct arguments){recvbuf, recvcount, recvtype, source, recvtag, comm}, false, status);
}

int MPI_Sendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest, int sendtag,
                         int source, int recvtag, MPI_Comm comm, MPI_Status *status) {
    return exchange(__func__, &(struct arguments){buf, count, datatype, dest, sendtag, comm},
                    &(struct arguments){buf, count, datatype, source, recvtag, comm}, true, status);
}

/* ---- Nonblocking ---- */

/* The request is that of the receive; the send belongs to it. */
struct exchange {
    struct message_request receive;
    struct transfer send;
    MPI_Datatype send_type; /* an object, with a reference */
    struct copy *copy;      /* or null */
    int running;            /* transfers that are not done */
};

static void one_ended(struct exchange *exchange) {
    if (--exchange->running == 0)
        request_done(&exchange->receive.request);
}
static void receive_ended(struct transfer *transfer) {
    one_ended((struct exchange *)((char *)transfer - offsetof(struct exchange, receive.transfer)));
}
static void send_ended(struct transfer *transfer) {
    one_ended((struct exchange *)((char *)transfer - offsetof(struct exchange, send)));
}

static int finish(MPI_Request request, MPI_Status *status) {
    struct exchange *exchange = (struct exchange *)request;
    int error = MPI_SUCCESS;
    if (exchange->send.world != MPI_PROC_NULL) {
        transfer_take(&exchange->send);
        error = exchange->send.error;
    }
    int received = message_finish(request, status);
    return error != MPI_SUCCESS ? error : received;
}

static void free_exchange(MPI_Request request) {
    struct exchange *exchange = (struct exchange *)request;
    type_release(exchange->send_type);
    free(exchange->copy);
    message_release(request);
}

static void explain(MPI_Request request, char *text, size_t bytes) {
    message_kind.explain(request, text, bytes);
}

static struct request_details details(MPI_Request request) {
    return message_kind.details(request);
}

static const struct request_kind exchange_kind = {
    .finish = finish,
    .explain = explain,
    .details = details,
    .free = free_exchange,
};

static int begin(const char *call, const struct arguments *sent, const struct arguments *received,
                 bool replaces, MPI_Request *request) {
    if (!request)
        return error_null(sent->comm, call, "request");
    struct exchange *exchange = malloc(sizeof *exchange);
    if (!exchange)
        return fail_memory(call, sent->comm);
    struct transfer *send = &exchange->send, *receive = &exchange->receive.transfer;
    int error = arguments_of_send(call, sent, send);
    if (error == MPI_SUCCESS)
        error = arguments_of_receive(call, received, receive);
    exchange->copy = NULL;
    bool sends = send->world != MPI_PROC_NULL;
    if (error == MPI_SUCCESS && replaces && sends && !(exchange->copy = copy_out_of_the_way(send)))
        error = fail_memory(call, sent->comm);
    if (error != MPI_SUCCESS) {
        free(exchange);
        return error;
    }
    bool receives = receive->world != MPI_PROC_NULL;
    request_begin(&exchange->receive.request, &exchange_kind, call, comm_object(sent->comm), false);
    exchange->receive.receives = true;
    type_keep(exchange->receive.type = type_object(received->datatype));
    type_keep(exchange->send_type = type_object(sent->datatype));
    receive->ended = receive_ended;
    send->ended = send_ended;
    exchange->running = 1 + sends + receives; /* this call counts, too, until all are begun */
    *request = &exchange->receive.request;
    if (receives)
        transfer_receive(receive);
    if (sends)
        transfer_send(send);
    one_ended(exchange);
    progress_pass();
    return MPI_SUCCESS;
}

int MPI_Isendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
                  void *recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag,
                  MPI_Comm comm, MPI_Request *request) {
    return begin(__func__, &(struct arguments){sendbuf, sendcount, sendtype, dest, sendtag, comm},
                 &(struct arguments){recvbuf, recvcount, recvtype, source, recvtag, comm}, false,
                 request);
}

int MPI_Isendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest, int sendtag,
                          int source, int recvtag, MPI_Comm comm, MPI_Request *request) {
    return begin(__func__, &(struct arguments){buf, count, datatype, dest, sendtag, comm},
                 &(struct arguments){buf, count, datatype, source, recvtag, comm}, true, request);
}
