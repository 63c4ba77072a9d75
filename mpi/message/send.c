/* Sends (MPI 5.0, sections 3.2, 3.4, 3.7.2 and 3.9). A send in the ready mode is one in the
 * standard mode. */
#include "mpi/message/message.h"
#include "mpi/message/plain.h"
#include "mpi/message/progress.h"
#include "mpi/message/strict.h"
#include "net/messages/active.h"

/* Sends a message and waits until the send is done. */
static int send_in(const char *call, const struct arguments *arguments, enum transfer_mode mode) {
    struct transfer transfer;
    int error = arguments_of_send(call, arguments, &transfer);
    if (error != MPI_SUCCESS || transfer.world == MPI_PROC_NULL)
        return error;
    transfer.mode = strict_sync ? TRANSFER_SYNCHRONOUS : mode;
    transfer_send(&transfer);
    progress_pass();
    progress_until_ended(call, &transfer);
    return message_raise(call, &transfer);
}

/* A send of any message in the standard mode. */
static NOINLINE int send_any(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                             MPI_Comm comm) {
    return send_in("MPI_Send", &(struct arguments){buf, count, datatype, dest, tag, comm},
                   TRANSFER_STANDARD);
}

/* Ends a send: wakes the neighbour if it sleeps, and passes packets on if there are any. */
static COLD int end_send(const struct link *link) {
    node_wake(link_dimension(link));
    route_pass();
    return MPI_SUCCESS;
}

/* A send that is not of a word, and whose arguments are right, to process `world` with the key
 * `key`. */
static COLD int send_short(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                           MPI_Comm comm, uint32_t world, uint64_t key) {
    const struct plain plain = {
        .bytes = type_plain_bytes(datatype) * (unsigned)count, .world = world, .key = key};
    struct link *link = NULL;
    if (plain.bytes <= PLAIN_MOST)
        link = plain_send(&plain, buf, plain.bytes);
    return link ? end_send(link) : send_any(buf, count, datatype, dest, tag, comm);
}

/* A send of a word has the shortest path of all, because latency is measured by it. */
int MPI_Send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    struct plain plain;
    if (UNLIKELY(!plain_arguments(buf, count, datatype, dest, tag, comm, &plain)))
        return send_any(buf, count, datatype, dest, tag, comm);
    if (UNLIKELY(plain.bytes != WORD_BYTES))
        return send_short(buf, count, datatype, dest, tag, comm, plain.world, plain.key);
    struct link *link = plain_send(&plain, buf, WORD_BYTES);
    if (UNLIKELY(!link))
        return send_any(buf, count, datatype, dest, tag, comm);
    if (UNLIKELY(node_asleep(link) != 0) || route_pending(node_self()))
        return end_send(link);
    return MPI_SUCCESS;
}

int MPI_Ssend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    return send_in(__func__, &(struct arguments){buf, count, datatype, dest, tag, comm},
                   TRANSFER_SYNCHRONOUS);
}

int MPI_Rsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    return send_in(__func__, &(struct arguments){buf, count, datatype, dest, tag, comm},
                   TRANSFER_STANDARD);
}

MESSAGE_STARTED(MPI_Isend, MPI_Send_init, const void *, message_kind, TRANSFER_STANDARD, false)
MESSAGE_STARTED(MPI_Issend, MPI_Ssend_init, const void *, message_kind, TRANSFER_SYNCHRONOUS, false)
MESSAGE_STARTED(MPI_Irsend, MPI_Rsend_init, const void *, message_kind, TRANSFER_STANDARD, false)
