/* One message between two processes: what requests, and the steps of collective operations, are
 * made of (MPI 5.0, sections 3.5 and 3.7). */
#ifndef MPI_TRANSFER_H
#define MPI_TRANSFER_H

#include <stdbool.h>
#include <stdint.h>

#include "mpi.h"
#include "mpi/datatype/layout.h"
#include "net/active.h"

/* When a send is done (section 3.4). */
enum transfer_mode {
    TRANSFER_STANDARD,    /* as soon as its buffer may be used again */
    TRANSFER_SYNCHRONOUS, /* and a receive has matched it */
};

/* A message that is sent or received. It and its buffer belong to the caller, and stay where they
 * are until it is done. */
struct transfer {
    /* Filled in by the caller. */
    int world; /* the other process's rank in MPI_COMM_WORLD; for a receive also MPI_ANY_SOURCE */
    int tag;   /* 0 or more; for a receive also MPI_ANY_TAG */
    uint32_t context;
    enum transfer_mode mode;     /* of a send */
    const struct layout *layout; /* of one element */
    void *buffer;
    MPI_Count count; /* elements; of a receive, at most so many */

    /* Called once it is done, or null. It may be called from any wait of this library and of net's
     * (handlers of active messages, too): it may begin transfers, but not wait. */
    void (*ended)(struct transfer *transfer);

    /* What came of it; all but `done` is valid as soon as it is done. */
    bool done;
    bool cancelled;
    int error;       /* MPI_SUCCESS, MPI_ERR_TRUNCATE, MPI_ERR_NO_MEM */
    int source;      /* of a receive: the sender's rank in MPI_COMM_WORLD, */
    int arrived_tag; /* its tag, */
    MPI_Count bytes; /* and the bytes that came */

    /* The library's own. */
    struct transfer *next;
    uint64_t stamp;
    struct active_sending sending;
};

/* Begins to send or to receive. Neither waits. Messages of one process to another in one context
 * match receives in the order in which both were begun (section 3.5). */
void transfer_send(struct transfer *transfer);
void transfer_receive(struct transfer *transfer);

/* Makes progress on everything, and passes the turn if there was none to make. */
void transfer_poll(void);

/* Waits until a transfer is done. `call` is the function that waits, for reports of deadlocks. */
void transfer_wait(struct transfer *transfer, const char *call);

#endif
