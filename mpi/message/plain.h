/* The shortest path of the most frequent calls: a message of a predefined type with valid
 * arguments. In any other case nothing is changed, and the general functions (arguments.h) handle
 * it. */
#ifndef MPI_PLAIN_H
#define MPI_PLAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "mpi/datatype/type.h"
#include "mpi/message/eager.h"
#include "mpi/message/envelope.h"
#include "mpi/message/matching.h"
#include "mpi/object/communicator.h"
#include "net/messages/active.h"
#include "net/messages/route.h"

/* The longest message, in bytes, that goes this way: one of a few slots. */
enum { PLAIN_MOST = 256 };

/* The message of a call, from its arguments. */
struct plain {
    MPI_Comm comm;  /* an object */
    uint64_t bytes; /* in the buffer */
    uint32_t world; /* the other process */
    uint64_t key;
};

/* Fills in *plain if the arguments are right, and neither the rank nor the tag is a wildcard.
 * Returns whether they are. */
ALWAYS_INLINE bool plain_arguments(const void *buffer, int count, MPI_Datatype datatype, int rank,
                                   int tag, MPI_Comm comm, struct plain *plain) {
    MPI_Comm object = comm == MPI_COMM_WORLD ? &comm_world : comm;
    if (UNLIKELY((count | tag) < 0 || !buffer ||
                 (object != &comm_world && !handle_is_address(comm))))
        return false;
    uint64_t each = type_plain_bytes(datatype);
    const struct MPI_ABI_Group *group = object->shortest;
    if (UNLIKELY(each == 0 || !group || (unsigned)rank >= (unsigned)group->size))
        return false;
    *plain = (struct plain){
        .comm = object,
        .bytes = each * (unsigned)count,
        .world = (uint32_t)group->world[rank],
        .key = match_key(object->context, tag),
    };
    return true;
}

/* Sends a message of `bytes` bytes, which is plain->bytes or a constant, if it can take its data
 * along and leave at once. Returns the link on which it has left, whose neighbour the caller has to
 * wake, or null if nothing was sent. */
ALWAYS_INLINE struct link *plain_send(const struct plain *plain, const void *buffer,
                                      uint64_t bytes) {
    uint32_t to = plain->world;
    struct eager_partner *partner = eager_with(to);
    uint32_t spent = partner->spent, owed = partner->owed;
    if (UNLIKELY(!eager_allows(spent, bytes)))
        return NULL;
    const struct active_header header = envelope_write((struct envelope){
        .key = plain->key,
        .kind = ENVELOPE_WHOLE,
        .credit = owed,
        .bytes = bytes,
    });
    struct link *link = active_put_short(to, &header, buffer, bytes);
    if (LIKELY(link)) {
        partner->spent = spent + (uint32_t)bytes + EAGER_COST;
        partner->owed = 0;
    }
    return link;
}

/* Whether this is the header of the message that a receive waits for. */
ALWAYS_INLINE bool plain_is_wanted(const struct plain *plain, const struct active_header *header) {
    static_assert(ENVELOPE_WHOLE == 0, "it differs from nothing");
    return LIKELY(((header->word[0] ^ plain->key) | (uint8_t)header->word[1]) == 0);
}

/* Takes in the credit that such a message of `bytes` bytes from `source` gives back, and notes that
 * its own credit is owed. The caller then looks whether answer_is_due. */
ALWAYS_INLINE void plain_repay(uint32_t source, const struct active_header *header,
                               uint64_t bytes) {
    struct eager_partner *partner = eager_with(source);
    uint32_t spent = partner->spent, owed = partner->owed;
    partner->spent =
        spent - ((uint32_t)(header->word[1] >> ENVELOPE_CREDIT_SHIFT) & ENVELOPE_CREDIT_MOST);
    partner->owed = owed + (uint32_t)bytes + EAGER_COST;
}

#endif
