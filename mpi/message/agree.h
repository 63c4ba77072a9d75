/* Agreement among the live processes of a group, even if some die meanwhile.
 *
 * As long as no member is known to have died, the processes exchange their votes, as the
 * dissemination barrier exchanges signals (build_barrier.c): after the first exchange a process has
 * the votes of all, and is prepared for their value. A second exchange tells it that all others are
 * prepared, and that is the decision. Each exchange takes log2 p rounds, rounded up.
 *
 * A process that hears of a member's death before it has decided leaves the exchanges. Then the
 * lowest live process coordinates. All others send it their VOTE. When every live process has
 * voted, it combines the votes, if it is not prepared for a value itself, and tells all to PREPARE
 * the value; when every live process is PREPARED, it tells all to COMMIT, and that is the decision.
 * When the coordinator dies, all vote anew for the next one. A process that has decided sends the
 * new coordinator its decision instead, and answers votes by it.
 *
 * So if any process has decided, even one that has died since, all live ones are prepared for this
 * value, and every later coordinator tells this one and no other. A coordinator combines votes only
 * if it is not prepared itself; then no process has decided, and none will decide by the exchanges
 * or for an earlier coordinator: all live ones have voted for this one, having heard that the
 * earlier ones are dead, and nothing comes from those any more (failure.h). The model
 * tests/model/surviving.pml searches all orders, and shows that each of these rules is needed.
 *
 * A process takes part in an agreement when it has decided the one before on the same communicator.
 * All of this happens in handlers, so processes that have decided and gone on answer, too. */
#ifndef MPI_AGREE_H
#define MPI_AGREE_H

#include <stdbool.h>
#include <stdint.h>

#include "cube_abi.h"
#include "mpi.h"
#include "mpi/message/envelope.h"
#include "mpi/object/group.h"

struct incoming;

/* An agreement, and its outcome. */
struct agreement {
    /* Filled in by the caller. */
    uint32_t context; /* of the communicator */
    int number;       /* of the agreement on that communicator */
    MPI_Group group;
    bool shrinks; /* the processes agree on a context for a new communicator */
    void (*ended)(struct agreement *agreement, void *request); /* called once it is decided */
    void *request;

    /* The value: at first this process's own, and then the one for which it is prepared. When it is
     * decided, the flag is the AND of all, `failed` has a bit for the rank of each process that
     * died before, and `acknowledged` one for each whose death all have acknowledged. */
    uint64_t *value; /* the flag, and the context above it; `failed`; `acknowledged` */

    /* By the clock: the arrivals of the messages so far, and of the last one. */
    uint64_t time, stamp;
    uint32_t source;
    size_t bytes;

    struct agreement *next;
    bool decided;
    bool prepared;  /* others may have decided this value */
    bool prepares;  /* this process has told all to prepare */
    bool begun;     /* this process has taken part in the exchange */
    bool exchanges; /* no member is known to have died */
    uint32_t here;  /* set of the rounds of both exchanges whose messages have arrived */
    struct {
        uint64_t stamp, word;
    } come[2 * CUBE_MAX_DIMENSION]; /* these messages, until the round is done */
    int rounds;                     /* how many of them are done */
    uint64_t exchanged; /* the flags of the received votes, and the context, as in the value */
    int asked;          /* the coordinator that has this process's vote or decision, or -1 */
    uint8_t *answers;   /* of each process */
    uint64_t *sum;      /* the votes together */
};

/* Begins an agreement with the value's flag; `known` is the number of deaths that the process has
 * acknowledged. The flag of a decided one is agree_flag, its context agree_context. Returns whether
 * there was memory. The memory is kept for others' requests until an agreement on the communicator
 * begins after the next one was decided. */
bool agree_begin(const struct agreement *given, int flag, int known);

static inline int agree_flag(const struct agreement *agreement) {
    return (int)(uint32_t)agreement->value[0];
}
static inline uint32_t agree_context(const struct agreement *agreement) {
    return (uint32_t)(agreement->value[0] >> 32);
}

/* Whether the value says of a rank that it has failed, and that all have acknowledged this. */
bool agree_failed(const struct agreement *agreement, int rank);
bool agree_acknowledged(const struct agreement *agreement, int rank);

/* Takes the time of a decided agreement by the clock, for the call that waits for it. */
void agree_take(const struct agreement *agreement);

/* Handlers: a message comes; the news of a death has come at `stamp`. */
struct active_place agree_told(uint32_t source, const struct envelope *envelope, size_t bytes,
                               uint64_t stamp);
void agree_again(uint64_t stamp);

/* Frees a message of an agreement whose rest will not come. Returns whether it is one. */
bool agree_lost(struct incoming *arrival);

#endif
