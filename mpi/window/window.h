/* Windows: memory that a process lets the others of a communicator use (MPI 5.0, chapter 12).
 *
 * An operation on another process's memory travels as a packet (packet.h), an active message of its
 * own kind. At the target, a handler checks it against the exposed memory, and then carries it out
 * (serve_operation.c, apply.c): so an operation needs no call of its target, and is atomic at that
 * process. Packets from one process to another arrive in order. All synchronization rests on this:
 *
 *   - A request is answered when all earlier operations are done. So a flush is a request and its
 *     answer, and the first put of an epoch is a request itself (target.h).
 *   - A fence is a flush of all targets, and a barrier. MPI_Win_complete is a packet behind the
 *     operations, and needs no answer.
 *   - A lock is kept by its window's owner, which grants it in the order of requests (lock.c).
 *   - A get is carried out while its answer leaves, because that is sent from the window's memory.
 *     So MPI_Win_wait returns, and a lock is granted to the next process, only when no such answer
 *     is still leaving.
 *
 * A window has a communicator of its own, whose context is the window's number in packets. */
#ifndef MPI_WINDOW_H
#define MPI_WINDOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mpi.h"
#include "mpi/message/progress.h"
#include "mpi/object/communicator.h"
#include "mpi/object/errhandler.h"
#include "mpi/object/error.h"

struct attribute;
struct departure;
struct fetch;
struct access;

/* How far this process has opened a window for its own operations. */
enum epoch {
    EPOCH_NONE,
    EPOCH_FENCE, /* since a fence: to all; it counts as none while there were no operations */
    EPOCH_START, /* by MPI_Win_start: to the processes of a group */
    EPOCH_LOCK,  /* by MPI_Win_lock: to locked targets */
    EPOCH_ALL,   /* by MPI_Win_lock_all: to all, each of which is locked when it is first used */
};

/* State of a lock: of a target, the lock that this process has requested; of an origin, the lock
 * that it has requested here. */
enum lock_state {
    LOCK_NONE,
    LOCK_WAITS, /* asked for, and not granted */
    LOCK_HELD,
    LOCK_UNCHECKED, /* taken without a question: MPI_MODE_NOCHECK */
};

/* A process's state for another process of a window, which has this rank. */
struct target {
    /* As a target of this process's operations. */
    struct fetch *first, **end; /* operations that wait for results, the oldest first */
    uint64_t stamp;             /* the time stamp of its last answer */
    uint32_t unanswered;        /* outstanding answers DONE */
    int next_used;              /* the next one in the list of those used in this epoch, or -1 */
    bool open;                  /* operations may go to it at once */
    bool used;                  /* it is in that list */
    bool asks;                  /* the next put or accumulate wants an answer */
    bool loose;   /* operations have gone since the last one that is answered: a flush asks */
    bool posted;  /* it has posted its window to this process */
    bool started; /* this process has started operations on it */
    uint8_t lock; /* an enum lock_state */

    /* As an origin of operations on this process. */
    uint8_t holds; /* an enum lock_state */
    bool exclusive;
    bool exposed;     /* this process has posted its window to it, and it has not completed */
    bool returns;     /* it gives its lock back, when no answer reads the window any more */
    int reading;      /* answers to it that are leaving from the window's memory */
    int next_waiting; /* the next one that waits for the lock, or -1 */
    union {
        struct departure *grant; /* while it waits for the lock: the message that will tell it */
        uint64_t returned;       /* while `returns`: when it has given the lock back */
    };
};

/* Memory that is attached to a window, or all that the window has. */
struct region {
    char *base;
    MPI_Aint size;
    struct region *next;
};

/* Memory that another process has exposed. */
struct exposure {
    MPI_Aint size;
    MPI_Aint unit; /* bytes of a displacement */
};

struct MPI_ABI_Win {
    int state; /* WINDOW_MADE; memory that was freed has something else there */
    uint32_t number;
    MPI_Comm comm;
    MPI_Win older;
    struct target *targets;         /* by rank */
    const struct exposure *exposed; /* by rank, or one for all: see exposed_step */
    int exposed_step;               /* 1, or 0 if all processes have exposed alike */
    int size;                       /* processes */
    enum epoch epoch;
    int used;     /* the first target in the list of those used, or -1 */
    int leaving;  /* messages of this window that have not left */
    int reading;  /* those of them that leave from the window's memory */
    int arriving; /* messages that have begun to arrive */
    int locked;   /* processes that MPI_Win_lock has locked */
    bool is_dynamic;
    bool is_refused; /* a target has refused an operation of this process */
    int assertion;   /* of MPI_Win_lock_all */

    struct region *regions; /* memory that this process has exposed */

    /* The lock of this process's window. */
    int shared, exclusive;           /* how many have it */
    int first_waiting, *end_waiting; /* those that wait for it, by rank */

    MPI_Group started, posted; /* or null */
    int incomplete;            /* processes of `posted` that have not completed */

    /* Attributes and properties of a window. */
    void *base;
    void *allocated; /* memory that MPI_Win_allocate has made, or null */
    MPI_Aint bytes;
    int unit, flavor, model;
    struct attribute *attributes;
    MPI_Info info;
    struct MPI_ABI_Errhandler handler; /* calls the program's own (describe.c) */
    MPI_Errhandler own;                /* the program's, or null */

    struct access *accesses; /* the epoch's operations, in the strict mode (conflict.c) */
    struct origin *origins;  /* the buffers of its own operations, likewise */
    char conflict[200];      /* the conflict found, or "" */
};

enum { WINDOW_MADE = 0x6b1d93a5 };

/* The list of this process's windows, the newest first. */
extern NODE_LOCAL MPI_Win window_newest;

/* Returns the window of a number, or null. */
ALWAYS_INLINE MPI_Win window_find(uint32_t number) {
    MPI_Win window = window_newest;
    while (window && window->number != number)
        window = window->older;
    return window;
}

/* Whether a process may have the lock of this process's window besides those that have it. */
static inline bool window_lock_is_free(MPI_Win window, bool exclusive) {
    return window->exclusive == 0 && (!exclusive || window->shared == 0);
}

/* Whether a handle is a window. */
ALWAYS_INLINE bool window_is(MPI_Win win) {
    return handle_is_address(win) && win->state == WINDOW_MADE;
}

/* The problem of a call that would open an epoch within another one. */
#define WINDOW_OPEN                                                                                \
    "another epoch of the window is still open (close it by MPI_Win_fence with "                   \
    "MPI_MODE_NOSUCCEED, MPI_Win_complete, MPI_Win_wait or MPI_Win_unlock)"

/* Raises the error that the handle given to the function `call` is no window. */
COLD int window_none(const char *call, MPI_Win win);

/* For a function with an argument `win`: returns with an error if it is not a window. Behind it
 * may follow pointers that must not be null. */
#define RETURN_UNLESS_WINDOW(...) WINDOW_AND_POINTERS(__VA_ARGS__, "")
#define WINDOW_AND_POINTERS(win, ...)                                                              \
    if (UNLIKELY(!window_is(win)))                                                                 \
        return window_none(__func__, win);                                                         \
    RETURN_IF_NULL_ON((win)->comm, __VA_ARGS__)

/* Raises an error of the function in which this stands, on a window. */
#define FAIL_WINDOW(win, code, ...) error_raise((win)->comm, __func__, code, __VA_ARGS__)

/* Returns the memory that the process with this rank has exposed. */
ALWAYS_INLINE const struct exposure *window_exposed(MPI_Win window, int rank) {
    return &window->exposed[window->exposed_step * rank];
}

/* Returns the node of a rank, and the rank of a node, or MPI_UNDEFINED. */
ALWAYS_INLINE uint32_t window_node(MPI_Win window, int rank) {
    return (uint32_t)window->comm->local->world[rank];
}
ALWAYS_INLINE int window_rank(MPI_Win window, uint32_t world) {
    return group_keeps(window->comm->local, (int)world)
               ? (int)world
               : group_find(window->comm->local, (int)world);
}

/* Begins a wait of the function `call` on a window, of which a deadlock's report says the window's
 * number and the rank that is waited for, or -1. */
struct window_waiting {
    struct waiting waiting;
    struct cube_detail details[CUBE_DETAILS];
};
void window_wait_begin(struct window_waiting *waiting, const char *call, MPI_Win window, int rank);

/* Calls active_wait until the condition holds. */
#define WINDOW_WAIT(call, window, rank, condition)                                                 \
    if (!(condition)) {                                                                            \
        struct window_waiting until;                                                               \
        window_wait_begin(&until, call, window, rank);                                             \
        while (!(condition))                                                                       \
            active_wait(&until.waiting);                                                           \
    }

#endif
