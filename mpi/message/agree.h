/* Agreement among the processes of a group that live, whichever of them die meanwhile.
 *
 * The lowest process that lives coordinates. All others send it their VOTE. When every process that
 * lives has voted, it puts the votes together, and tells all to PREPARE this value; when every one
 * that lives has said that it is PREPARED, it tells all to COMMIT, and that is the decision. When
 * the coordinator dies, all vote anew for the next one, with the value for which they are prepared
 * if there is one, and the next one takes such a value over. A process that has decided already
 * sends the new coordinator its decision instead.
 *
 * So if any process has decided, even one that has died since, all that live are prepared for this
 * value, and no other can be decided. There cannot be two such values among those that live: a
 * process votes for a coordinator only when it has heard that all lower ones are dead, and after
 * that nothing comes from those (failure.h). It is not modelled yet.
 *
 * All of this happens in handlers, so processes that have decided and gone on answer, too. */
#ifndef MPI_AGREE_H
#define MPI_AGREE_H

#include <stdbool.h>
#include <stdint.h>

#include "mpi.h"
#include "mpi/message/envelope.h"
#include "mpi/object/group.h"

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

    struct agreement *next;
    bool decided;
    bool prepares;    /* this process has told all to prepare */
    int prepared_by;  /* the rank that has told this one, or -1 */
    int asked;        /* the coordinator that has this process's vote or decision, or -1 */
    uint8_t *answers; /* of each process */
    uint64_t *sum;    /* the votes together */
};

/* Begins an agreement with the value's flag; `known` is the number of deaths that the process has
 * acknowledged. The flag of a decided one is agree_flag, its context agree_context. Returns whether
 * there was memory. What is allocated stays until the next agreement but one on the communicator
 * begins, for others may ask. */
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

/* Handlers: a message comes; a process has died. */
struct active_place agree_told(uint32_t source, const struct envelope *envelope, size_t bytes);
void agree_again(void);

#endif
