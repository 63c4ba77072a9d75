/* The processes on whose windows this process operates: outstanding operations, and messages to
 * them. */
#ifndef MPI_WINDOW_TARGET_H
#define MPI_WINDOW_TARGET_H

#include <stdbool.h>
#include <stdint.h>

#include "mpi.h"
#include "mpi/datatype/layout.h"
#include "mpi/datatype/type.h"
#include "mpi/message/request.h"
#include "mpi/window/packet.h"
#include "mpi/window/window.h"

/* The request of one operation. It is done when none of its parts is left. */
struct window_request {
    struct MPI_ABI_Request request;
    int parts;
};

/* An operation, or a part of one, that waits for its result. */
struct fetch {
    struct incoming incoming;
    struct fetch *next;
    MPI_Win window;
    int rank;
    void *into; /* the bytes go here */
    size_t bytes;
    void *buffer; /* from there, if not null, to elements of a type, from packed byte `first` on */
    MPI_Count first;
    const struct layout *layout;    /* of this type */
    MPI_Datatype type;              /* with a reference, if there is a buffer */
    struct window_request *request; /* or null */
};

/* A message of a window that leaves. */
struct departure {
    struct active_sending sending;
    MPI_Win window;
    struct window_request *request; /* or null */
    /* Called when it has left, if not null. A detour may do that, so it may not allocate. */
    void (*left)(MPI_Win window, int rank);
    int rank;                    /* its argument: the receiver */
    bool is_small;               /* its memory is kept for another one */
    _Alignas(16) uint8_t data[]; /* of the message, if these do not lie elsewhere */
};

/* Makes a message with room for this many bytes. Returns null without memory. */
struct departure *target_departure(MPI_Win window, size_t bytes);

/* Frees one that has left, or was not sent: its memory may be kept until the next one is made, or
 * an epoch ends. */
void target_free(struct departure *departure);

/* Makes memory for answers, and tells whether there is enough for those to one packet: where none
 * can be allocated (net/messages/answering.h). target_reserve returns whether there was memory. */
bool target_reserve(void);
bool target_has_reserve(void);

/* Sends it to a node with `bytes` bytes at `data`, at the time `time`, or, if that is 0, at the
 * node's. It is freed when all of it has left. */
void target_depart(struct departure *departure, uint32_t world, struct packet packet,
                   const void *data, size_t bytes, uint64_t time);

/* Sends a packet with a few bytes of data, which are copied. Ends the program without memory. */
void target_tell(MPI_Win window, uint32_t world, struct packet packet, const void *data,
                 size_t bytes, uint64_t time);

/* Makes a pending result, and appends it to those of its target. Returns null without memory. */
struct fetch *target_await(MPI_Win window, int rank);

/* Ends a part of a request, if it is not null. */
void target_part_done(struct window_request *request);

/* Frees the memory that is kept for messages and results. */
void target_end(void);

/* Takes the oldest result that a target owes out of the list, and frees it. */
void target_fetched(MPI_Win window, int rank);

/* Opens a target on which this process may operate (target_open), and notes that it is used. */
void target_use(MPI_Win window, int rank);

/* Closes a target. */
void target_close_all(MPI_Win window);

/* Asks a target for an answer, if there are operations of which none will tell. */
void target_ask(MPI_Win window, int rank);

/* Whether all operations on a target are done there. */
static inline bool target_is_done(const struct target *target) {
    return target->unanswered == 0 && !target->first;
}

/* Returns when all operations on a target, or on all targets if the rank is -1, are done: there, or
 * (target_wait_local) as far as this process's memory is concerned. Raises MPI_ERR_RMA_RANGE if one
 * was refused. */
int target_wait(const char *call, MPI_Win window, int rank);
int target_wait_local(const char *call, MPI_Win window, int rank);

/* Raises the errors found in an epoch that ends: MPI_ERR_RMA_RANGE or MPI_ERR_RMA_CONFLICT. */
int target_verdict(const char *call, MPI_Win window);

/* Makes ready for operations on a target in the function `call`: opens the target, and waits for
 * its lock if that is to be taken now. Raises MPI_ERR_RMA_SYNC if this process may not operate on
 * it. */
int target_open(const char *call, MPI_Win window, int rank);

/* ---- Locks ----
 *
 * Locks (MPI 5.0, section 12.5.3). Each process keeps the lock of its window, which is exclusive or
 * shared. It is granted in the order of requests, so an exclusive request does not starve. */

/* Asks a target for its lock, and waits for it in the function `call`. With MPI_MODE_NOCHECK the
 * target is not asked. */
void lock_take(const char *call, MPI_Win window, int rank, bool exclusive, int assertion);

/* Gives the lock of a target back, behind all operations on it. The target answers DONE. */
void lock_give_back(MPI_Win window, int rank);

/* Handlers: a process asks for the lock of this process, at the time `time`, or gives back the one
 * that it holds. */
void lock_asked(MPI_Win window, int rank, bool exclusive, uint64_t time);
void lock_returned(MPI_Win window, int rank, uint64_t time);

/* ---- Packets that arrive ----
 *
 * Packets of windows that arrive. Its handlers replace those of mpi/message, and pass other packets
 * on to these: so a program without windows is linked without them. */

/* From now on packets are taken in while the program computes, too, if they need no memory. Called
 * when a window is made. Returns whether there was memory. */
bool arrival_start(void);

#endif
