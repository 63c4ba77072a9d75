/* A collective operation of one process as data: a list of steps, which a builder makes of the
 * call's arguments, and which the player (player.h) carries out, as often as the call is begun.
 *
 * Steps follow each other in rounds. All messages of a round are begun at once, and the round ends
 * when all of them are done. Copies and combinations are done at once, so they use messages of
 * earlier rounds:
 *
 *     schedule_send(schedule, team, right, &own);
 *     schedule_receive(schedule, team, left, &arrived);
 *     schedule_round(schedule);
 *     schedule_combine(schedule, &arrived, &own);
 */
#ifndef MPI_SCHEDULE_H
#define MPI_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>

#include "mpi.h"
#include "mpi/datatype/layout.h"

/* The processes that a part of a schedule is for: all processes of a communicator or, if that
 * connects two groups, the processes of one group. */
struct team {
    int size;
    int rank;         /* this process's, or MPI_UNDEFINED if it is no member */
    const int *world; /* by rank: the node */
};

/* A part of a buffer: elements with a layout. */
struct part {
    void *address; /* as in MPI: the layout's displacements may lead anywhere from it */
    MPI_Count count;
    const struct layout *layout;
};

/* The address of a part that a function has returned, to be given to another function. */
#define PART(value) (&(struct part[]){value}[0])

struct schedule_step {
    enum step_kind {
        STEP_SEND,    /* `from`, to the process `world` */
        STEP_RECEIVE, /* `to`, from the process `world` */
        STEP_ROUND,   /* all messages before this step are done */
        STEP_COPY,    /* from `from` to `to` */
        STEP_COMBINE, /* `to` becomes `from` o `to` */
    } kind;
    int world;
    struct part from, to;
};

struct scratch;

/* A new schedule is all zeros. */
struct schedule {
    const char *algorithm; /* the first algorithm that a builder has taken, for --explain */
    struct schedule_step *steps;
    size_t count, room;
    struct scratch *scratch; /* memory for data on their way */
    size_t scratch_bytes;    /* the size of that memory */
    int most;                /* the most messages in one round */
    int begun;               /* messages in the last round so far */
    bool failed;             /* there was no memory for it */
};

/* ---- Steps ----
 *
 * A message of no bytes is left out, at the sender and at the receiver. */

void schedule_send(struct schedule *schedule, const struct team *team, int rank,
                   const struct part *from);
void schedule_receive(struct schedule *schedule, const struct team *team, int rank,
                      const struct part *to);

/* Signals: messages without data, which are not left out. */
void schedule_send_signal(struct schedule *schedule, const struct team *team, int rank);
void schedule_receive_signal(struct schedule *schedule, const struct team *team, int rank);

/* A round in which this member sends to one and receives from another, which may be the same. */
void schedule_exchange(struct schedule *schedule, const struct team *team, int to,
                       const struct part *sent, int from, const struct part *received);

/* Ends a round, if it has any messages. */
void schedule_round(struct schedule *schedule);

/* Notes that a builder takes this algorithm. */
static inline void schedule_take(struct schedule *schedule, const char *algorithm) {
    if (!schedule->algorithm)
        schedule->algorithm = algorithm;
}

/* Copies between parts that have the same number of bytes. They must not overlap unless they are
 * the same part, for which the copy is left out. */
void schedule_copy(struct schedule *schedule, const struct part *from, const struct part *to);

/* right = left o right, by the call's operator. */
void schedule_combine(struct schedule *schedule, const struct part *left, const struct part *right);

/* Ends the last round. Returns MPI_SUCCESS or MPI_ERR_NO_MEM. */
int schedule_end(struct schedule *schedule);

/* Returns the bytes of memory that the schedule has. */
size_t schedule_size(const struct schedule *schedule);

/* Frees the schedule's memory. */
void schedule_free(struct schedule *schedule);

/* ---- Parts ---- */

static inline MPI_Count part_size(struct part part) {
    return part.count * part.layout->size;
}

/* Carries out a copy: the packed bytes of `from` become those of `to`, which has the same number.
 */
void part_copy(const struct part *from, const struct part *to);

/* Returns `count` elements of a part, from element `first` on. */
struct part part_at(const struct part *part, MPI_Count first, MPI_Count count);

/* Returns memory that is freed with the schedule, or null if memory is short or `bytes` is 0. */
void *schedule_memory(struct schedule *schedule, size_t bytes);

/* Returns memory of the schedule for `count` elements with this layout. */
struct part schedule_scratch(struct schedule *schedule, MPI_Count count,
                             const struct layout *layout);

/* Return a part of this size, at an address or in memory of the schedule. */
struct part part_of_bytes(void *address, MPI_Count bytes);
struct part schedule_bytes(struct schedule *schedule, MPI_Count bytes);

/* Return a part as bytes in a row: the bytes of the part itself if they lie in a row, otherwise
 * memory of the schedule. schedule_packed also appends the copy of the part to that memory. After
 * schedule_unpacked, the caller writes there, and copies it back to the part by schedule_copy. */
struct part schedule_packed(struct schedule *schedule, const struct part *part);
struct part schedule_unpacked(struct schedule *schedule, const struct part *part);

/* ---- Blocks ----
 *
 * The blocks of a buffer, one for each process, as the arguments of the collective operations
 * describe them (MPI 5.0, sections 6.5 to 6.8). */

/* A pointer that an operation's arguments do not give is null. */
struct blocks {
    void *buffer;
    MPI_Datatype type;         /* of all blocks, if `types` is null */
    const MPI_Datatype *types; /* the type of each block, or null */
    MPI_Count count;           /* elements of every block, if `counts` is null */
    const int *counts;         /* elements of each block, or null */
    const int *displacements;  /* of each block, in extents of `type`, or in bytes with `types` */
    const MPI_Aint *addresses; /* displacements of each block in bytes, as MPI_Aint */
};

/* Returns block `number`. Without displacements, blocks of one count follow each other. */
struct part blocks_at(const struct blocks *blocks, int number);

/* Returns the bytes of block `number`. */
static inline MPI_Count blocks_size(const struct blocks *blocks, int number) {
    return part_size(blocks_at(blocks, number));
}

#endif
