/* The player: carries out a schedule by messages (mpi/message/transfer.h).
 *
 * It goes on whenever a message of its own has ended, wherever the process waits at that moment. So
 * a nonblocking operation makes progress in every call that waits or polls, and any number of them
 * go on side by side.
 *
 * The cube's own plans (collectives/run/plan.h) are another such machine, for a reason. A plan uses
 * the links of a subcube at their full speed, and its caller waits in it until it is done. A
 * schedule is for any group of processes, wherever they are, and for calls that do not wait. */
#ifndef MPI_PLAYER_H
#define MPI_PLAYER_H

#include <stdbool.h>
#include <stdint.h>

#include "mpi.h"
#include "mpi/collective/schedule.h"
#include "mpi/message/transfer.h"

struct player_transfer;

struct player {
    /* Filled in by the caller, which keeps it all until the player is done. */
    struct schedule schedule; /* after schedule_end */
    uint32_t context;
    int signature;     /* by which processes find that their calls do not match (record.h) */
    bool untold;       /* messages do not tell the signature, for the number fills their tags */
    bool repeats;      /* the schedule is begun again and again, and always with one number */
    MPI_Op op;         /* the operator of STEP_COMBINE */
    MPI_Datatype type; /* the type of the elements that STEP_COMBINE combines */

    /* Called once the last step is done, or null. The player may be freed in it. */
    void (*ended)(struct player *player);

    bool done;
    int error; /* the class of the first error, or MPI_SUCCESS */

    /* If the first error was in a message: */
    int world;      /* the node of the other process */
    int64_t wanted; /* bytes that were expected */
    int64_t came;   /* bytes that the other process has sent */
    int theirs;     /* the signature of the other process's call */

    /* Used by the player alone. */
    struct player_transfer *transfers; /* for the most messages of any round */
    struct player_transfer *latest;    /* the last one that ended */
    int tag;
    size_t next;       /* the next step */
    int begun, ending; /* of this round: transfers that were begun, and that have not ended */
    bool going_on;
    uint64_t time; /* at which the round before ended, and its blocks were combined */
};

/* Allocates the player's memory. Returns MPI_SUCCESS or MPI_ERR_NO_MEM. */
int player_make(struct player *player);

/* Begins the schedule, from its first step on, as the operation of this number. Does not wait. A
 * schedule that is begun again with the same number has to be done first. Other processes may begin
 * theirs again before this one does, because messages of one process are received in the order in
 * which they were begun. */
void player_start(struct player *player, int number);

/* Waits until it is done. `call` is the function that waits, for reports of deadlocks. */
void player_wait(struct player *player, const char *call);

/* Called when the program learns that the schedule is done. The node's clock then shows at least
 * the time at which its last message ended. */
void player_take(struct player *player);

/* Writes where it is, for reports of deadlocks: "round 2 of 3, rank 5 of MPI_COMM_WORLD". */
void player_describe(const struct player *player, char *text, size_t bytes);

/* Frees the player's memory, its schedule included. */
void player_free(struct player *player);

#endif
