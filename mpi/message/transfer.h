/* One message between two processes: what requests, and the steps of collective operations, are
 * made of (MPI 5.0, sections 3.5 and 3.7). */
#ifndef MPI_TRANSFER_H
#define MPI_TRANSFER_H

#include <stdbool.h>
#include <stdint.h>

#include "mpi.h"
#include "mpi/datatype/layout.h"
#include "mpi/message/matching.h"
#include "net/active.h"

/* When a send is done (section 3.4). */
enum transfer_mode {
    TRANSFER_STANDARD,    /* as soon as its buffer may be used again */
    TRANSFER_SYNCHRONOUS, /* and a receive has matched it */
};

/* What a transfer waits for beside the leaving of what was sent. */
enum transfer_wait {
    TRANSFER_NOTHING,
    TRANSFER_MATCH,  /* a send: to hear that a receive has matched it */
    TRANSFER_ACCEPT, /* a send whose envelope went alone: to be asked for its data */
    TRANSFER_POST,   /* a receive: a message that it matches */
    TRANSFER_BYTES,  /* a receive that was matched: the rest of its bytes */
};

/* A message that is sent or received. It and its buffer belong to the caller, and stay where they
 * are until it is done. */
struct transfer {
    /* Filled in by the caller; all other members may be anything before. */
    int world; /* the other process's rank in MPI_COMM_WORLD; for a receive also MPI_ANY_SOURCE */
    int tag;   /* 0 or more; for a receive also MPI_ANY_TAG */
    uint32_t context;
    enum transfer_mode mode;     /* of a send */
    const struct layout *layout; /* of one element */
    void *buffer;
    MPI_Count count; /* elements; of a receive, at most so many */

    /* 0 if the program begins it. If another transfer's `ended` does: the time at which that one
     * ended (its `time`), or the latest of several. For the node's clock shows the program's time,
     * which does not move when a message arrives. */
    uint64_t earliest;

    /* Called once it is done, or null. It may be called from any wait of this library and of net's
     * (from handlers of active messages, too), and from within transfer_send and transfer_receive:
     * it may begin transfers, but not wait. The transfer may be freed in it. */
    void (*ended)(struct transfer *transfer);

    /* What came of it; all but `done` is valid as soon as it is done. */
    bool done;
    bool cancelled;
    int error;       /* MPI_SUCCESS, MPI_ERR_TRUNCATE, MPI_ERR_NO_MEM */
    int source;      /* of a receive: the sender's rank in MPI_COMM_WORLD, */
    int arrived_tag; /* its tag, */
    MPI_Count bytes; /* and the bytes that came: of a message that is too long, those that fit */
    uint64_t time;   /* by the clock: when it ended, or 0 if there is none */

    /* The library's own. */
    struct pattern pattern; /* of a receive that has been posted: what matches it */
    struct arrival arrival; /* of a receive whose bytes go straight to their place */
    enum transfer_wait awaits;
    bool receives;
    bool cancelling;   /* a send: an answer to that is to come */
    bool leaving;      /* it has been sent, and not all of it has left */
    MPI_Count sent;    /* bytes of the whole message */
    uint64_t begun;    /* by the clock */
    uint64_t stamp;    /* with which what ended it arrived, or 0 */
    uint32_t identity; /* of a send: by which its message can be taken back */
    uint32_t number;   /* by which the other process names it, or 0 */
    void *packed;      /* its bytes, if they are no single piece of memory; or null */
    struct active_sending sending;
};

/* Begins to send or to receive. Neither waits. Messages of one process to another in one context
 * match receives in the order in which both were begun (section 3.5). */
void transfer_send(struct transfer *transfer);
void transfer_receive(struct transfer *transfer);

/* The program learns that a transfer is done: the clock then shows at least the time at which it
 * ended. Called once for each transfer that the program itself waits for; transfer_wait does. */
void transfer_take(struct transfer *transfer);

/* Makes progress on everything, and passes the turn if there was none to make. */
void transfer_poll(void);

/* Waits until a transfer is done, and takes it. `call` is the function that waits, for reports of
 * deadlocks. */
void transfer_wait(struct transfer *transfer, const char *call);

/* Starts the messages of this process, and ends them. The start returns whether there was memory.
 * All processes have to pass a barrier between the start and their first message, so that no
 * message comes to one that has not started. */
bool transfer_start(void);
void transfer_end(void);

#endif
