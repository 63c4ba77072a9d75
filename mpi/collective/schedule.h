/* A collective operation of one process as data: a list of steps, which a builder makes of the
 * call's arguments, and which the player (player.h) carries out, as often as the call is begun.
 *
 * Steps follow each other in rounds. All messages of a round are begun at once, and the round ends
 * when all of them are done. Copies and combinations are done at once where they stand, so what
 * they read of messages is received in an earlier round:
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

/* The processes that a part of a schedule is for: all of a communicator or, where that connects two
 * groups, those of one. */
struct team {
    int size;
    int rank;         /* this process's, or MPI_UNDEFINED if it is no member */
    const int *world; /* by rank: the rank in MPI_COMM_WORLD */
};

/* A part of a buffer: elements with a layout. */
struct part {
    void *address; /* that of MPI: a layout's displacements may lead anywhere from it */
    MPI_Count count;
    const struct layout *layout;
};

/* The address of a part that a function has returned, for as long as a call takes. */
#define PART(value) (&(struct part[]){value}[0])

struct step {
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

/* Begin with one that is zero. */
struct schedule {
    const char *algorithm; /* the name of the first one that a builder has taken, for --explain */
    struct step *steps;
    size_t count, room;
    struct scratch *scratch; /* memory for data on their way, */
    size_t scratch_bytes;    /* so much */
    int most;                /* messages in one round, at most */
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

/* Messages that tell no more than that they have come. */
void schedule_send_signal(struct schedule *schedule, const struct team *team, int rank);
void schedule_receive_signal(struct schedule *schedule, const struct team *team, int rank);

void schedule_round(struct schedule *schedule);

/* A builder takes this algorithm. */
static inline void schedule_take(struct schedule *schedule, const char *algorithm) {
    if (schedule->algorithm == NULL)
        schedule->algorithm = algorithm;
}

/* Copies between parts of as many bytes, which do not overlap unless they are the same part: that
 * copy is left out. */
void schedule_copy(struct schedule *schedule, const struct part *from, const struct part *to);

/* right = left o right, by the call's operator. */
void schedule_combine(struct schedule *schedule, const struct part *left, const struct part *right);

/* Ends the last round. Returns MPI_SUCCESS or MPI_ERR_NO_MEM. */
int schedule_end(struct schedule *schedule);

/* The bytes of memory that it has. */
size_t schedule_size(const struct schedule *schedule);

/* Frees what the schedule has. */
void schedule_free(struct schedule *schedule);

/* ---- Parts ---- */

static inline MPI_Count part_size(struct part part) {
    return part.count * part.layout->size;
}

/* What a copy does: the packed bytes of a part become those of another one, which has as many. */
void part_copy(const struct part *from, const struct part *to);

/* `count` elements of a part, from element `first` on. */
struct part part_at(const struct part *part, MPI_Count first, MPI_Count count);

/* Memory that is freed with the schedule, or null without memory and for 0 bytes. */
void *schedule_memory(struct schedule *schedule, size_t bytes);

/* Memory of the schedule for such elements, laid out alike. */
struct part schedule_scratch(struct schedule *schedule, MPI_Count count,
                             const struct layout *layout);

/* So many bytes, at an address or in memory of the schedule. */
struct part part_of_bytes(void *address, MPI_Count bytes);
struct part schedule_bytes(struct schedule *schedule, MPI_Count bytes);

/* A part as bytes in a row: where it lies if it is so, else in memory of the schedule. The first
 * one copies what the part has; of the second one the caller copies back what it has written there,
 * by schedule_copy. */
struct part schedule_packed(struct schedule *schedule, const struct part *part);
struct part schedule_unpacked(struct schedule *schedule, const struct part *part);

#endif
