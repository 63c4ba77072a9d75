/* The headers of messages between processes, as active messages carry them (net/messages/active.h).
 */
#ifndef MPI_ENVELOPE_H
#define MPI_ENVELOPE_H

#include <stdint.h>

#include "mpi/message/matching.h"
#include "net/messages/active.h"

/* The kinds of messages. */
enum envelope_kind {
    ENVELOPE_WHOLE,     /* a message with its data */
    ENVELOPE_ANSWERED,  /* a message with its data; its sender wants to hear of the match */
    ENVELOPE_ALONE,     /* a message whose data are to be asked for */
    ENVELOPE_MATCHED,   /* an answer: a receive has matched the message */
    ENVELOPE_ACCEPTED,  /* an answer: a receive wants the data, of which it takes `bytes` */
    ENVELOPE_DATA,      /* the data of a message that was accepted */
    ENVELOPE_CREDIT,    /* nothing but credit */
    ENVELOPE_CANCEL,    /* the sender takes a message back */
    ENVELOPE_CANCELLED, /* an answer: the message was taken back in time */
    ENVELOPE_TOO_LATE,  /* an answer: it was too late to take the message back */
    ENVELOPE_COUNT,     /* at the end: a count that goes up the tree of processes (finalize.c) */
    ENVELOPE_SUM,       /* at the end: the sum, sent down the tree */
    ENVELOPE_ASKED,     /* a question, for a report: which collective call a process has made */
    ENVELOPE_CALLED,    /* an answer: that call (answer.c) */
    ENVELOPE_ENDED,     /* a note: the sender has ended a communicator (mpi/object/context.h) */
    ENVELOPE_GONE,      /* a process has died, or leaves at the end (failure.c) */
    ENVELOPE_REVOKE,    /* a communicator was revoked */
    ENVELOPE_AGREE,     /* a part of an agreement, with its value as data (agree.c) */
    ENVELOPE_KINDS
};

/* An envelope has three words: the key; the kind, the credit that is given back and a number; and a
 * count of bytes with a signature. */
struct envelope {
    uint64_t key;
    enum envelope_kind kind;
    uint32_t credit; /* bytes, less than 2^24 */
    uint32_t number; /* of the send at the sender, of the receive in ACCEPTED and DATA; 0: none */
    uint64_t bytes;  /* of the whole message, less than 2^40 */
    uint32_t signature;
};

enum { ENVELOPE_CREDIT_SHIFT = 8, ENVELOPE_NUMBER_SHIFT = 32, ENVELOPE_SIGNATURE_SHIFT = 40 };
#define ENVELOPE_CREDIT_MOST ((UINT32_C(1) << 24) - 1)
#define ENVELOPE_BYTES_MOST  ((UINT64_C(1) << 40) - 1)

ALWAYS_INLINE struct active_header envelope_write(struct envelope envelope) {
    return (struct active_header){{
        envelope.key,
        (uint64_t)envelope.kind | (uint64_t)envelope.credit << ENVELOPE_CREDIT_SHIFT |
            (uint64_t)envelope.number << ENVELOPE_NUMBER_SHIFT,
        envelope.bytes | (uint64_t)envelope.signature << ENVELOPE_SIGNATURE_SHIFT,
    }};
}

ALWAYS_INLINE struct envelope envelope_read(const struct active_header *header) {
    uint64_t second = header->word[1];
    return (struct envelope){
        .key = header->word[0],
        .kind = (enum envelope_kind)(second & 0xff),
        .credit = (uint32_t)(second >> ENVELOPE_CREDIT_SHIFT) & ENVELOPE_CREDIT_MOST,
        .number = (uint32_t)(second >> ENVELOPE_NUMBER_SHIFT),
        .bytes = header->word[2] & ENVELOPE_BYTES_MOST,
        .signature = (uint32_t)(header->word[2] >> ENVELOPE_SIGNATURE_SHIFT),
    };
}

#endif
