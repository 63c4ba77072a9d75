/* Receives (MPI 5.0, sections 3.2.4, 3.7.2 and 3.9). */
#include <string.h>

#include "mpi/datatype/status.h"
#include "mpi/message/answer.h"
#include "mpi/message/message.h"
#include "mpi/message/plain.h"
#include "mpi/message/progress.h"
#include "mpi/object/profile.h"
#include "net/active.h"
#include "net/route.h"

/* The part of MPI_Recv that is for any message. Its name begins with MPI_Recv because MPI_Recv ends
 * with a jump to it, and a report of a deadlock finds by this beginning who has called MPI. */
static COLD int MPI_Recv_any(void *buf, int count, MPI_Datatype datatype, int source, int tag,
                             MPI_Comm comm, MPI_Status *status) {
    struct transfer transfer;
    int error = arguments_of_receive(
        "MPI_Recv", &(struct arguments){buf, count, datatype, source, tag, comm}, &transfer);
    if (error != MPI_SUCCESS)
        return error;
    if (transfer.world == MPI_PROC_NULL) {
        status_of_nobody(status);
        return MPI_SUCCESS;
    }
    transfer_receive(&transfer);
    progress_pass();
    progress_until_ended("MPI_Recv", &transfer, comm_object(comm));
    status_of_receive(status, &transfer, comm_object(comm));
    return message_raise("MPI_Recv", comm_object(comm), &transfer);
}

/* ---- The shortest paths ---- */

/* Whether anything has arrived on any link. The look at all links is long, so it is compiled once;
 * the compiler knows which registers it leaves alone. */
static NOINLINE bool has_news(void) {
    return route_pending(node_self());
}

/* Ends a receive of a message of `bytes` bytes. Does only what is needed: gives credit back, passes
 * packets on, and fills the status. */
static COLD NOINLINE int end_receive(MPI_Comm comm, uint32_t world, int tag, uint64_t bytes,
                                     MPI_Status *status) {
    if (world != node.number)
        answer_settle(world);
    progress_pass();
    if (status == MPI_STATUS_IGNORE)
        return MPI_SUCCESS;
    status->MPI_SOURCE = status_source(comm, world);
    status->MPI_TAG = tag;
    status_set_bytes(status, (MPI_Count)bytes);
    status_set_cancelled(status, false);
    return MPI_SUCCESS;
}

/* Ends a receive of a word that came on `link`. If `released`, first publishes the head of the
 * ring. */
static COLD int end_receive_on(struct link *link, bool released, MPI_Comm comm, uint32_t world,
                               int tag, MPI_Status *status) {
    if (released) {
        ring_release(&link->routed_in);
        node_wake(link_dimension(link));
    }
    return end_receive(comm, world, tag, WORD_BYTES, status);
}

/* Takes the message of a word from *peer that has arrived on `link`, if the receive waits for it.
 * `poll`: this call has not yet passed packets on. */
ALWAYS_INLINE int receive_arrived(const struct plain *plain, const struct peer *peer,
                                  struct link *link, uint64_t head, bool poll, void *buf, int count,
                                  MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                                  MPI_Status *status) {
    if (UNLIKELY(!active_is_short(active_words(link, head), peer, WORD_BYTES)))
        return MPI_Recv_any(buf, count, datatype, source, tag, comm, status);
    const struct active_arrival arrival = active_short(link, head, WORD_BYTES);
    if (UNLIKELY(!plain_is_wanted(plain, &arrival.header)))
        return MPI_Recv_any(buf, count, datatype, source, tag, comm, status);
    copy_out(buf, arrival.payload, WORD_BYTES);
    hop_count(link, 1, ACTIVE_HEADER_BYTES + WORD_BYTES, true);
    bool released = hop_consume(link, head, arrival.mask, 1);
    bool settles = plain_repay(plain->world, &arrival.header, WORD_BYTES);
    if (UNLIKELY((int)released | (int)settles | (int)(status != MPI_STATUS_IGNORE)) ||
        (poll && has_news()))
        return end_receive_on(link, released, plain->comm, plain->world, tag, status);
    return MPI_SUCCESS;
}

/* Takes the message that *plain waits for if it lies first in its ring and the buffer has room for
 * it. plain->world is its source or MATCH_ANY_NODE, and becomes its source. */
static COLD bool take_short(struct plain *plain, void *buffer, uint64_t *bytes) {
    for (uint32_t d = 0; d < node.dimension; d++) {
        struct active_arrival arrival;
        const struct peer *peer = active_first_peer(&node.link[d]);
        if (peer == NULL || (plain->world != MATCH_ANY_NODE && peer != peer_at(plain->world)) ||
            !active_look_from(peer, &arrival) || arrival.bytes > plain->bytes ||
            !plain_is_wanted(plain, &arrival.header))
            continue;
        active_accept(&arrival, buffer);
        plain->world = credit_node(peer);
        plain_repay(plain->world, &arrival.header, arrival.bytes);
        *bytes = arrival.bytes;
        return true;
    }
    return false;
}

/* Looks until the message arrives, and takes it. Meanwhile it passes on what is for others. Returns
 * false if anything else comes. */
static bool await_short(struct plain *plain, void *buffer, uint64_t *bytes) {
    uint32_t dimension;
    while ((dimension = route_await(node.idle_spins, WAIT_NO_LINK)) != ROUTE_NONE) {
        if (take_short(plain, buffer, bytes))
            return true;
        if (!route_relay(dimension))
            break;
    }
    return false;
}

/* Fills in *plain for a receive that need not be posted, from one source or from any. For any
 * source plain->world becomes MATCH_ANY_NODE. Returns whether the receive is such a one. */
static COLD bool can_be_taken(void *buf, int count, MPI_Datatype datatype, int source, int tag,
                              MPI_Comm comm, struct plain *plain) {
    bool any = source == MPI_ANY_SOURCE;
    if (node.time.on || match_posted != NULL ||
        !plain_arguments(buf, count, datatype, any ? 0 : source, tag, comm, plain))
        return false;
    if (any)
        plain->world = MATCH_ANY_NODE;
    return true;
}

/* A receive while messages are kept. It takes the one that it waits for, if that is short. */
static NOINLINE int receive_kept(void *buf, int count, MPI_Datatype datatype, int source, int tag,
                                 MPI_Comm comm, MPI_Status *status) {
    struct plain plain;
    if (!can_be_taken(buf, count, datatype, source, tag, comm, &plain))
        return MPI_Recv_any(buf, count, datatype, source, tag, comm, status);
    struct kept **link = match_link_to(plain.key, plain.world);
    struct kept *kept = *link;
    if (kept == NULL || !match_is_short(kept, plain.bytes))
        return MPI_Recv_any(buf, count, datatype, source, tag, comm, status);
    uint32_t from = kept->source;
    uint64_t bytes = kept->bytes;
    match_unlink(link);
    memcpy(buf, kept->data, bytes);
    kept_free(kept);
    answer_give_back(from, bytes, 0);
    return end_receive(plain.comm, from, tag, bytes, status);
}

/* A receive that is not of a word, or for which no word was there. Short messages still have a path
 * of their own here. */
static COLD int receive_other(void *buf, int count, MPI_Datatype datatype, int source, int tag,
                              MPI_Comm comm, MPI_Status *status) {
    if (match_kept != NULL)
        return receive_kept(buf, count, datatype, source, tag, comm, status);
    struct plain plain;
    uint64_t bytes;
    if (!can_be_taken(buf, count, datatype, source, tag, comm, &plain))
        return MPI_Recv_any(buf, count, datatype, source, tag, comm, status);
    bool taken = take_short(&plain, buf, &bytes);
    if (!taken && plain.bytes <= PLAIN_MOST && active_queued == 0 && !has_news())
        taken = await_short(&plain, buf, &bytes);
    if (!taken)
        return MPI_Recv_any(buf, count, datatype, source, tag, comm, status);
    return end_receive(plain.comm, plain.world, tag, bytes, status);
}

/* A receive of a word from any source: it looks at each link, passes its turn to others, and looks
 * again. */
static NOINLINE int receive_from_any(void *buf, int count, MPI_Datatype datatype, int source,
                                     int tag, MPI_Comm comm, MPI_Status *status) {
    struct plain plain;
    if (UNLIKELY(match_kept != NULL || match_posted != NULL || source != MPI_ANY_SOURCE ||
                 !plain_arguments(buf, count, datatype, 0, tag, comm, &plain) ||
                 plain.bytes != WORD_BYTES))
        return receive_other(buf, count, datatype, source, tag, comm, status);
    for (int look = 0; look < 2; look++) {
        for (uint32_t d = 0; d < node.dimension; d++) {
            struct link *link = &node.link[d];
            uint64_t head = link->routed_in.head;
            if (!ring_has(link->routed_in.tail, head))
                continue;
            plain.world = (uint16_t)active_words(link, head).addresses;
            if (UNLIKELY(plain.world >= CUBE_MAX_NODES || peer_at(plain.world)->from != link))
                break;
            return receive_arrived(&plain, peer_at(plain.world), link, head, true, buf, count,
                                   datatype, source, tag, comm, status);
        }
        if (look == 0)
            system_yield();
    }
    return receive_other(buf, count, datatype, source, tag, comm, status);
}

/* A receive of a word from one source: it looks, passes its turn to others, and looks again. A
 * round trip between two nodes consists of this. */
MPI_CALL(int, Recv, void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
         MPI_Status *status) {
    struct plain plain;
    if (UNLIKELY(source < 0))
        return receive_from_any(buf, count, datatype, source, tag, comm, status);
    if (UNLIKELY(match_kept != NULL || match_posted != NULL ||
                 !plain_arguments(buf, count, datatype, source, tag, comm, &plain) ||
                 plain.bytes != WORD_BYTES))
        return receive_other(buf, count, datatype, source, tag, comm, status);
    const struct peer *peer = peer_at(plain.world);
    struct link *link = peer->from;
    const _Atomic uint32_t *tail = link->routed_in.tail;
    uint64_t head = link->routed_in.head;
    bool is_here = ring_has(tail, head);
    if (!is_here) {
        if (UNLIKELY(active_queued != 0) || has_news())
            return MPI_Recv_any(buf, count, datatype, source, tag, comm, status);
        system_yield();
        if (UNLIKELY(!ring_has(tail, head)))
            return receive_other(buf, count, datatype, source, tag, comm, status);
    }
    return receive_arrived(&plain, peer, link, head, is_here, buf, count, datatype, source, tag,
                           comm, status);
}

MPI_CALL(int, Irecv, void *buf, int count, MPI_Datatype datatype, int source, int tag,
         MPI_Comm comm, MPI_Request *request) {
    return message_begin(__func__, &(struct arguments){buf, count, datatype, source, tag, comm},
                         TRANSFER_STANDARD, true, false, request);
}

MPI_CALL(int, Recv_init, void *buf, int count, MPI_Datatype datatype, int source, int tag,
         MPI_Comm comm, MPI_Request *request) {
    return message_begin(__func__, &(struct arguments){buf, count, datatype, source, tag, comm},
                         TRANSFER_STANDARD, true, true, request);
}
