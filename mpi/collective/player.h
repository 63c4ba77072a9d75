/* The player: carries out a schedule by messages (mpi/message/transfer.h).
 *
 * It goes on whenever a message of its own has ended, wherever the process waits at that moment. So
 * a nonblocking operation makes progress in every call that waits or polls, and any number of them
 * go on side by side.
 */
#ifndef MPI_PLAYER_H
#define MPI_PLAYER_H

#include <stdbool.h>
#include <stdint.h>

#include "mpi.h"
#include "mpi/collective/schedule.h"
#include "mpi/message/transfer.h"

struct player_transfer;

struct player {
    /* Filled in by the caller, who keeps all of it until the player is done. */
    struct schedule schedule; /* that has been ended */
    uint32_t context;
    int signature;     /* by which processes find that their calls do not match (signature.h) */
    MPI_Op op;         /* of STEP_COMBINE, */
    MPI_Datatype type; /* and the elements' type */

    /* Called once the last step is done, or null. The player may be freed in it. */
    void (*ended)(struct player *player);

    bool done;
    int error;      /* the class of the first error, or MPI_SUCCESS; */
    int world;      /* if it was in a message: the other process, */
    int64_t wanted; /* how many bytes were expected of it, */
    int64_t came;   /* how many came, */
    int theirs;     /* and the signature of its call */

    /* The player's own. */
    struct player_transfer *transfers; /* as many as a round has at most */
    struct player_transfer *latest;    /* the last one that ended */
    int tag;
    size_t next;       /* the next step */
    int begun, ending; /* transfers of this round: how many were begun, and have not ended */
    bool going_on;
    uint64_t time; /* at which the round before ended */
};

/* Makes what the player needs. Returns MPI_SUCCESS or MPI_ERR_NO_MEM. */
int player_make(struct player *player);

/* Begins the schedule, from its first step on, as the operation of this number.
 * Does not wait. */
void player_start(struct player *player, int number);

/* Waits until it is done. `call` is the function that waits, for reports of deadlocks. */
void player_wait(struct player *player, const char *call);

/* The program learns that it is done: for the node's clock. */
void player_take(struct player *player);

/* Writes where it is, for reports of deadlocks: "round 2 of 3, rank 5 of MPI_COMM_WORLD". */
void player_describe(const struct player *player, char *text, size_t bytes);

/* Frees what the player has, its schedule included. */
void player_free(struct player *player);

#endif
