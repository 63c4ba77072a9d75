/* One message between two processes. Requests, and the steps of collective operations, consist of
 * these (MPI 5.0, sections 3.5 and 3.7).
 *
 * A send decides whether the message takes its data along (eager.h), and writes its envelope
 * (envelope.h), which travels as an active message: transfer_send.c. Its arrival looks for the
 * receive that it matches (matching.h), and answers if the sender waits for that (answer.h):
 * transfer_receive.c. What a process sends to itself takes no link: self_send. */
#ifndef MPI_TRANSFER_H
#define MPI_TRANSFER_H

#include <stdbool.h>
#include <stdint.h>

#include "mpi-ext.h"
#include "mpi/datatype/layout.h"
#include "mpi/datatype/used.h"
#include "mpi/message/envelope.h"
#include "mpi/message/matching.h"
#include "net/clock/time.h"
#include "net/messages/active.h"

/* When a send is done (section 3.4). */
enum transfer_mode {
    TRANSFER_STANDARD,    /* as soon as its buffer may be used again */
    TRANSFER_SYNCHRONOUS, /* when, in addition, a receive has matched it */
};

/* The event that a transfer waits for, besides the departure of its message. */
enum transfer_wait {
    TRANSFER_NOTHING,
    TRANSFER_MATCH,  /* a send: to hear that a receive has matched it */
    TRANSFER_ACCEPT, /* a send whose envelope went alone: to be asked for its data */
    TRANSFER_POST,   /* a receive: a message that it matches */
    TRANSFER_BYTES,  /* a receive that was matched: the rest of its bytes */
};

/* A message that is sent or received. The structure and its buffer belong to the caller, and stay
 * where they are until the transfer is done. */
struct transfer {
    /* Filled in by the caller. All other members may have any value before the transfer begins. */
    int world; /* the other process's node; for a receive also MPI_ANY_SOURCE */
    int tag;   /* 0 or more; for a receive also MPI_ANY_TAG */
    uint32_t context;
    MPI_Comm comm; /* the object, for reports and statuses; of a step of a collective operation any
                    * value */
    enum transfer_mode mode;     /* of a send */
    const struct layout *layout; /* of one element */
    void *buffer;
    MPI_Count count; /* elements; of a receive, the most that it takes */

    /* 0 if the program begins the transfer. If it begins in the function `ended` of another one,
     * this is the time at which that one ended (its `time`), or the latest such time of several. It
     * is needed because the node's clock shows the program's time, which does not advance when a
     * message arrives. */
    uint64_t earliest;

    /* The function that is called once the transfer is done, or null. It may be called from any
     * wait of this library and of net's (from handlers of active messages, too), and from within
     * transfer_send and transfer_receive. So it may begin transfers, but not wait. It may free the
     * transfer. */
    void (*ended)(struct transfer *transfer);

    /* Of a receive that may stay posted when a process dies that might have sent; null for others.
     * Called to say that its waits have to return, or to wait again (failure_transfers.c). */
    void (*pends)(struct transfer *transfer, bool pending);

    /* The result. All members but `done` are valid as soon as the transfer is done. */
    bool done;
    bool cancelled;
    int error;       /* MPI_SUCCESS, MPI_ERR_TRUNCATE, MPI_ERR_TYPE, MPI_ERR_NO_MEM, and the classes
                      * of mpi-ext.h */
    int source;      /* of a receive: the sender's node */
    int arrived_tag; /* of a receive: the message's tag */
    MPI_Count bytes; /* the bytes received: of a message that is too long, those that fit */
    uint64_t time;   /* when it ended by the clock, or 0 if there is no clock */

    /* The library's own members. */
    struct pattern pattern;  /* of a receive that has been posted: which messages match it */
    struct incoming arrival; /* of a receive whose bytes go straight to their place */
    enum transfer_wait awaits;
    bool receives;
    bool cancelling;   /* a send that is to be cancelled: the answer has not come */
    bool leaving;      /* a send that has begun: not all of it has left */
    MPI_Count sent;    /* bytes of the whole message */
    uint64_t begun;    /* when it began, by the clock */
    uint64_t stamp;    /* the time stamp of the message that ended it, or 0 */
    uint32_t identity; /* of a send: the number by which its message can be taken back */
    uint32_t number;   /* the number by which the other process names it, or 0 */
    uint32_t order;    /* the number by which it is recorded (explore.h), or 0 */
    void *packed;      /* its bytes, if its buffer is no single piece of memory; or null */
    struct active_sending sending;
};

/* Begin to send and to receive. Neither function waits. Messages of one process to another in one
 * context match receives in the order in which both were begun (section 3.5). */
void transfer_send(struct transfer *transfer);
void transfer_receive(struct transfer *transfer);

/* Called when the program learns that a transfer is done: the clock then shows at least the time at
 * which the transfer ended. To be called once for each transfer that the program itself waits for;
 * transfer_wait does so. */
void transfer_take(struct transfer *transfer);

/* Waits until a transfer is done, and takes it (transfer_take). `call` is the function that waits,
 * for reports of deadlocks. */
void transfer_wait(struct transfer *transfer, const char *call);

/* Start and end the messages of this process. transfer_start returns whether there was memory. All
 * processes have to pass a barrier between the start and their first message, so that no message
 * comes to one that has not started. After transfer_end arrivals are discarded. */
bool transfer_start(void);
void transfer_end(void);

/* The handlers of active messages, which transfer_start hands to net. A layer that has packets of
 * its own beside messages defines handlers that leave messages to transfer_begin; they take the
 * place of these where that layer is linked. */
extern const struct active_handlers transfer_handlers;
struct active_place transfer_begin(uint32_t source, const struct active_header *header,
                                   size_t bytes, uint64_t stamp);

void transfer_gone(uint32_t source, void *message, uint64_t stamp);

/* ---- Within this folder: how a transfer begins, is matched and ends ---- */

/* Begins a receive of a message that a matching probe has taken out of the list. */
void transfer_receive_this(struct transfer *transfer, struct kept *kept);

/* Returns the number by which the next message that is sent can be taken back. */
uint32_t transfer_next_identity(void);

/* Called when a send hears that it was matched, or that the receive `number` of the other process
 * takes `wanted` bytes. */
void transfer_is_matched(struct transfer *transfer, uint64_t stamp);
void transfer_is_accepted(struct transfer *transfer, uint32_t number, MPI_Count wanted,
                          uint64_t stamp);

/* Returns the node's clock, or 0 without one. */
static inline uint64_t transfer_now(void) {
    return node.time.on ? time_now() : 0;
}

/* Fills in the members that every transfer begins with. */
void transfer_begins(struct transfer *transfer, bool receives);

/* Takes the first posted receive that matches a message of the process `source` out of the list,
 * and returns it, or returns null. */
struct transfer *transfer_posted(uint64_t key, uint32_t source);

/* Notes that a message of `sent` bytes has matched a receive: sets its status, and the bytes to
 * take. */
void transfer_matches(struct transfer *receive, uint32_t source, int tag, MPI_Count sent,
                      uint32_t signature);

/* Tells of a use of the bytes of a transfer, for tools that watch the program's memory. */
static inline void transfer_used(enum buffer_use use, const struct transfer *transfer) {
    if (UNLIKELY(buffers_watched))
        elements_tell(use, transfer->layout, transfer->buffer, transfer->buffer, transfer->bytes);
}

/* Returns the signature of the first `bytes` packed bytes of a transfer's buffer, or 0 if
 * signatures are not checked. */
uint32_t transfer_signature(const struct transfer *transfer, MPI_Count bytes);

/* transfer_ends ends a transfer. transfer_ends_if_nothing_is_left ends a send unless it still waits
 * for something. */
void transfer_ends(struct transfer *transfer, int error);
void transfer_ends_if_nothing_is_left(struct transfer *transfer);

/* Returns the one piece of memory that holds the first `bytes` packed bytes of a transfer's buffer,
 * or null if they lie in several. */
void *transfer_piece(const struct transfer *transfer, MPI_Count bytes);

/* ---- Messages of a process to itself ---- */

/* Sends a message of this process to itself. If no receive matches it and it is short, it is
 * copied. */
void self_send(struct transfer *send);

/* Gives a receive a message of this process to itself that was not copied. */
void self_receive(struct transfer *receive, struct kept *kept);

/* ---- Numbers of transfers ----
 *
 * Numbers by which another process names a transfer of this one. A process that is broken may
 * answer with any number, but not with an address. */

/* Gives a number to a transfer. Returns it, or 0 without memory. */
uint32_t number_give(struct transfer *transfer);

/* Returns the transfer of a number, or null if there is none. */
struct transfer *number_find(uint32_t number);

/* Frees a number, which names no transfer any more. Nothing happens if it is 0. */
void number_free(uint32_t number);

/* Lets a number name no transfer any more, and never gives it again. Nothing happens if it is 0. */
void number_retire(uint32_t number);

/* Returns a number that is not less than any that was given. */
uint32_t number_most(void);

/* Frees all memory, before the process ends. */
void number_end(void);

/* ---- Taking messages back (MPI 5.0, section 3.8.4) ---- */

/* Cancels a transfer that has not been matched: a receive by no message, or a send by no receive.
 * Whether a send was matched is asked of the receiver. If that send is already done, it no longer
 * counts as done until the answer comes: *done becomes false, and `ended` is called again. */
void cancel_transfer(struct transfer *transfer, bool *done);

/* Handlers: for the question of a sender that takes a message back, and for the answer to it. */
void cancel_asked(uint32_t source, const struct envelope *envelope, uint64_t stamp);
void cancel_answered(struct transfer *send, bool cancelled);

#endif
