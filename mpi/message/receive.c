/* Receives (MPI 5.0, sections 3.2.4, 3.7.2 and 3.9).
 *
 * MPI_Recv goes three ways: the first is for a message of one word, the second for any short
 * message, the third for any message at all. Each of the first two takes the message, or leaves it
 * where it is for the next. */
#include <string.h>

#include "mpi/datatype/status.h"
#include "mpi/message/answer.h"
#include "mpi/message/message.h"
#include "mpi/message/plain.h"
#include "mpi/message/progress.h"
#include "mpi/object/error.h"
#include "net/messages/active.h"
#include "net/messages/route.h"

/* A receive of any message: it is posted, and waits until it is done. */
static COLD int receive_posted(void *buf, int count, MPI_Datatype datatype, int source, int tag,
                               MPI_Comm comm, MPI_Status *status) {
    struct transfer transfer;
    RETURN_ON_ERROR(arguments_of_receive(
        "MPI_Recv", &(struct arguments){buf, count, datatype, source, tag, comm}, &transfer));
    if (transfer.world == MPI_PROC_NULL) {
        status_of_nobody(status);
        return MPI_SUCCESS;
    }
    transfer_receive(&transfer);
    progress_pass();
    progress_until_ended("MPI_Recv", &transfer);
    status_of_receive(status, &transfer);
    return message_raise("MPI_Recv", &transfer);
}

/* ---- Short messages ----
 *
 * Their receives need not be posted. The functions that are called take_ take the message that
 * *plain waits for into the buffer, and return whether they have. plain->world is its source, or
 * MATCH_ANY_NODE before the message is there; plain->bytes is the room in the buffer, and then the
 * length of the message. */

/* Fills in *plain. Returns whether a receive may take a short message: no other receive waits. */
ALWAYS_INLINE bool may_take(const void *buf, int count, MPI_Datatype datatype, int source, int tag,
                            MPI_Comm comm, struct plain *plain) {
    bool any = source == MPI_ANY_SOURCE;
    if (match_posted || !plain_arguments(buf, count, datatype, any ? 0 : source, tag, comm, plain))
        return false;
    if (any)
        plain->world = MATCH_ANY_NODE;
    return true;
}

/* Takes it if all of it lies in this process's memory. */
static bool take_kept(struct plain *plain, void *buffer) {
    struct kept **link = match_link_to(plain->key, plain->world), *kept = *link;
    if (!kept || !match_is_short(kept, plain->bytes))
        return false;
    match_unlink(link);
    plain->world = kept->source;
    plain->bytes = kept->bytes;
    memcpy(buffer, kept->data, kept->bytes);
    kept_free(kept);
    answer_give_back(plain->world, plain->bytes, 0);
    return true;
}

/* Takes it if it lies first in its ring. */
static bool take_arrived(struct plain *plain, void *buffer) {
    for (uint32_t d = 0; d < node.dimension; d++) {
        struct active_arrival arrival;
        const struct peer *peer = active_first_peer(&node.link[d]);
        if (!peer || (plain->world != MATCH_ANY_NODE && peer != peer_at(plain->world)) ||
            !active_look_from(peer, &arrival) || arrival.bytes > plain->bytes ||
            !plain_is_wanted(plain, &arrival.header))
            continue;
        active_accept(&arrival, buffer);
        plain->world = credit_node(peer);
        plain->bytes = arrival.bytes;
        plain_repay(plain->world, &arrival.header, arrival.bytes);
        return true;
    }
    return false;
}

/* Looks until it arrives, and passes on meanwhile what is for others. Gives up if anything else
 * comes. */
static bool take_awaited(struct plain *plain, void *buffer) {
    uint32_t dimension;
    if (take_arrived(plain, buffer))
        return true;
    if (node.time.on || plain->bytes > PLAIN_MOST || active_has_work())
        return false;
    while ((dimension = route_await(node.idle_spins, WAIT_NO_LINK)) != ROUTE_NONE) {
        if (take_arrived(plain, buffer))
            return true;
        if (!route_relay(dimension))
            break;
    }
    return false;
}

/* Returns the link on which messages of `world` arrive, or the first link for any source, if
 * something has arrived there; otherwise null. */
ALWAYS_INLINE struct link *link_with_news(uint32_t world) {
    if (LIKELY(world != MATCH_ANY_NODE)) {
        struct link *link = peer_at(world)->from;
        return ring_has(link->routed_in.tail, link->routed_in.head) ? link : NULL;
    }
    for (struct link *link = node.link; link < node.link + node.dimension; link++)
        if (ring_has(link->routed_in.tail, link->routed_in.head))
            return link;
    return NULL;
}

/* Takes a message of one word. Looks for it, passes the turn to others, and looks again. */
ALWAYS_INLINE bool take_word(struct plain *plain, void *buffer) {
    struct link *link = link_with_news(plain->world);
    if (!link && !active_has_work()) {
        system_yield();
        link = link_with_news(plain->world);
    }
    if (UNLIKELY(!link))
        return false;
    uint64_t head = link->routed_in.head;
    const struct hop_words words = active_words(link, head);
    uint32_t world = plain->world == MATCH_ANY_NODE ? (uint16_t)words.addresses : plain->world;
    if (UNLIKELY(world >= CUBE_MAX_NODES || peer_at(world)->from != link ||
                 !active_is_short(words, peer_at(world), WORD_BYTES)))
        return false;
    const struct active_arrival arrival = active_short(link, head, WORD_BYTES);
    if (UNLIKELY(!plain_is_wanted(plain, &arrival.header)))
        return false;
    active_accept(&arrival, buffer);
    plain->world = world;
    plain_repay(world, &arrival.header, WORD_BYTES);
    return true;
}

/* Ends a receive of a message that was taken. */
static COLD int end_taken(struct plain plain, int tag, MPI_Status *status) {
    answer_settle(plain.world);
    progress_pass();
    int source = status_source(plain.comm, plain.world);
    if (status == MPI_STATUS_IGNORE)
        return MPI_SUCCESS;
    status->MPI_SOURCE = source;
    status->MPI_TAG = tag;
    status_set_bytes(status, (MPI_Count)plain.bytes);
    status_set_cancelled(status, false);
    return MPI_SUCCESS;
}

/* A receive of a message that may be short. */
static NOINLINE int receive_short(void *buf, int count, MPI_Datatype datatype, int source, int tag,
                                  MPI_Comm comm, MPI_Status *status) {
    struct plain plain;
    if (!may_take(buf, count, datatype, source, tag, comm, &plain) ||
        !(match_kept ? take_kept(&plain, buf) : take_awaited(&plain, buf)))
        return receive_posted(buf, count, datatype, source, tag, comm, status);
    return end_taken(plain, tag, status);
}

/* A word has the shortest path, because latency is measured by it: a round trip between two nodes
 * consists of this. */
int MPI_Recv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
             MPI_Status *status) {
    struct plain plain;
    if (UNLIKELY(match_kept || !may_take(buf, count, datatype, source, tag, comm, &plain) ||
                 plain.bytes != WORD_BYTES || !take_word(&plain, buf)))
        return receive_short(buf, count, datatype, source, tag, comm, status);
    bool known = source != MPI_ANY_SOURCE || group_keeps(plain.comm->remote, (int)plain.world);
    if (UNLIKELY(!known || status != MPI_STATUS_IGNORE || answer_is_due(plain.world)) ||
        active_has_work())
        return end_taken(plain, tag, status);
    return MPI_SUCCESS;
}

MESSAGE_STARTED(MPI_Irecv, MPI_Recv_init, void *, message_kind, TRANSFER_STANDARD, true)
