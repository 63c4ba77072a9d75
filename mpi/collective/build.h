/* Builders: they append to a schedule what one process of a team does in an operation. They are for
 * teams of any size. All members call the same builder with arguments that fit together, as the
 * standard asks for, and choose the same algorithm, because they choose by what all of them know:
 * the team's size, and the bytes of data, which are the same wherever a message is sent and
 * received.
 *
 * p is the size of the team. Costs are in rounds, and in bytes that a process sends, with m the
 * bytes of the operation's data.
 */
#ifndef MPI_BUILD_H
#define MPI_BUILD_H

#include <stdbool.h>

#include "mpi/collective/blocks.h"
#include "mpi/collective/schedule.h"

/* The ways of an operation of which there are several. */
enum way {
    WAY_BY_SIZE, /* the one that is likely to be faster */
    WAY_SHORT,   /* few rounds */
    WAY_LONG,    /* few bytes */
};

/* Messages up to so many bytes go the short ways: about where the start-up of a message, 300
 * instructions, costs as much as its bytes do, 0.3 instructions each, over three rounds. */
enum { SHORT_BYTES = 4096 };

static inline bool way_is_short(enum way way, MPI_Count bytes) {
    return way == WAY_BY_SIZE ? bytes <= SHORT_BYTES : way == WAY_SHORT;
}

/* No member goes on before all have come. */
void build_barrier(struct schedule *schedule, const struct team *team);

/* What `part` of the root has comes to `part` of all. */
void build_broadcast(struct schedule *schedule, const struct team *team, enum way way, int root,
                     struct part part);

/* Block r of the root's blocks becomes, or comes to, the part of member r. The root's own part is
 * left out if `in_place`. Short: `blocks` are all of one size. */
void build_gather(struct schedule *schedule, const struct team *team, enum way way, int root,
                  struct part own, const struct blocks *blocks, bool in_place);
void build_scatter(struct schedule *schedule, const struct team *team, enum way way, int root,
                   struct part own, const struct blocks *blocks, bool in_place);

/* Block r of each member becomes the part of member r. The own block is there. */
void build_allgather(struct schedule *schedule, const struct team *team, enum way way,
                     const struct blocks *blocks);

/* Block s of member r comes to block r of member s. Short: all blocks are of one size. */
void build_alltoall(struct schedule *schedule, const struct team *team, enum way way,
                    const struct blocks *send, const struct blocks *receive);

/* ---- Reductions: elements i of all members are combined in the order of their ranks, or in any
 * order if the operator commutes. `own` is not changed, unless it is the same part as `result`.
 * ---- */

/* To the root. `result` means nothing at others. */
void build_reduce(struct schedule *schedule, const struct team *team, enum way way, bool commutes,
                  int root, struct part own, struct part result);

void build_allreduce(struct schedule *schedule, const struct team *team, enum way way,
                     bool commutes, struct part own, struct part result);

/* `own` has counts[r] elements for each member r, one after the other, and what is for member r
 * comes to its `result`. */
void build_reduce_scatter(struct schedule *schedule, const struct team *team, enum way way,
                          bool commutes, struct part own, const int counts[], struct part result);

/* Of members 0 to this one, or of those before this one, if `exclusive`: then the result of member
 * 0 is not written. */
void build_scan(struct schedule *schedule, const struct team *team, bool exclusive, struct part own,
                struct part result);

#endif
