#include "mpi/message/message.h"
#include "mpi/message/strict.h"
#include "mpi/object/error.h"

/* The active requests, linked by `next_active`. */
static NODE_LOCAL struct message_request *active;

/* Whether two buffers overlap. The answer is no for types with gaps, because one may lie in the
 * other's gaps. */
static bool overlap(const struct transfer *one, const struct transfer *other) {
    if (!one->layout->contiguous || !other->layout->contiguous)
        return false;
    const char *first = (const char *)one->buffer + one->layout->true_lower;
    const char *second = (const char *)other->buffer + other->layout->true_lower;
    return first < second + other->count * other->layout->size &&
           second < first + one->count * one->layout->size;
}

/* Some programs receive into more memory than they have, because they know the message's length. So
 * before it arrives, the sum of a longer buffer is not taken. */
enum { RECEIVE_MOST = 1 << 20 };

/* Sums up the first packed bytes of a request's buffer. */
static void sum_up(struct message_request *message, MPI_Count bytes) {
    message->summed = bytes;
    message->sum = strict_sum(message->transfer.layout, message->transfer.buffer, bytes);
}

static bool is_changed(const struct message_request *message) {
    return message->sum !=
           strict_sum(message->transfer.layout, message->transfer.buffer, message->summed);
}

static struct message_request *find(const struct transfer *transfer) {
    struct message_request *message = active;
    while (message && &message->transfer != transfer)
        message = message->next_active;
    return message;
}

static void matches(const struct transfer *transfer) {
    struct message_request *message = find(transfer);
    if (message)
        message->changed |= is_changed(message);
}

void overlap_arrives(const struct transfer *transfer) {
    struct message_request *message = transfer->receives ? find(transfer) : NULL;
    if (message)
        sum_up(message,
               transfer->error != MPI_SUCCESS || transfer->cancelled ? 0 : transfer->bytes);
}

static int raise_overlap(struct message_request *message, struct message_request *other) {
    char text[REQUEST_TEXT_BYTES];
    long long bytes = message->transfer.count * message->transfer.layout->size;
    request_describe(&other->request, text, sizeof text);
    return error_raise(message->request.comm, message->request.call, MPI_ERR_BUFFER,
                       "rank %d: the buffer of %lld bytes overlaps that of the active request %s",
                       message->request.comm->rank, bytes, text);
}

int overlap_begins(struct message_request *message) {
    if (!strict || message->transfer.world == MPI_PROC_NULL)
        return MPI_SUCCESS;
    overlap_ends(message); /* a persistent request may already be in the list */
    for (struct message_request *other = active; other; other = other->next_active)
        if ((message->receives || other->receives) && overlap(&message->transfer, &other->transfer))
            return raise_overlap(message, other);
    MPI_Count bytes = message->transfer.count * message->transfer.layout->size;
    sum_up(message, message->receives && bytes > RECEIVE_MOST ? 0 : bytes);
    message->changed = false;
    message->next_active = active;
    active = message;
    return MPI_SUCCESS;
}

bool overlap_ends(struct message_request *message) {
    for (struct message_request **link = &active; strict && *link; link = &(*link)->next_active)
        if (*link == message) {
            *link = message->next_active;
            return message->changed || is_changed(message);
        }
    return false;
}

void overlap_start(void) {
    active = NULL;
    strict_matches = strict ? matches : NULL;
}
