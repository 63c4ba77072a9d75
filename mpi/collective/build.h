/* Builders: they append one process's part of an operation to a schedule. They are for teams of any
 * size. All members call the same builder with matching arguments, as the standard requires. They
 * choose the same algorithm, because they choose by common values: the team's size, and the bytes
 * of data, which are the same at both ends of a message.
 *
 * p is the size of the team. Costs are in rounds, and in bytes that a process sends, with m the
 * bytes of the operation's data. */
#ifndef MPI_BUILD_H
#define MPI_BUILD_H

#include <stdbool.h>

#include "mpi/collective/schedule.h"

/* The ways of an operation that can be carried out in several ways. */
enum way {
    WAY_BY_SIZE, /* the one that is likely to be faster */
    WAY_SHORT,   /* few rounds */
    WAY_LONG,    /* few bytes */
};

/* The most bytes of a message that takes the short ways: about where, over three rounds, the
 * start-up of a message, 300 instructions, costs as much as its bytes, at 0.3 instructions each. */
enum { SHORT_BYTES = 4096 };

static inline bool way_is_short(enum way way, MPI_Count bytes) {
    return way == WAY_BY_SIZE ? bytes <= SHORT_BYTES : way == WAY_SHORT;
}

/* A barrier: no member goes on before all members have come. */
void build_barrier(struct schedule *schedule, const struct team *team);

/* A broadcast: the content of `part` at the root comes to `part` at every member. */
void build_broadcast(struct schedule *schedule, const struct team *team, enum way way, int root,
                     struct part part);

/* A gather and a scatter: block r of the root's `blocks` becomes a copy of the part of member r in
 * a gather, and the part becomes a copy of the block in a scatter. The root's own part is left out
 * if `in_place`. The short way is for blocks of one size. */
void build_gather(struct schedule *schedule, const struct team *team, enum way way, int root,
                  struct part own, const struct blocks *blocks, bool in_place);
void build_scatter(struct schedule *schedule, const struct team *team, enum way way, int root,
                   struct part own, const struct blocks *blocks, bool in_place);

/* An all-gather: block r of every member becomes a copy of block r of member r. So a member's own
 * block has to be in its place already. */
void build_allgather(struct schedule *schedule, const struct team *team, enum way way,
                     const struct blocks *blocks);

/* A total exchange: block s that member r sends becomes block r that member s receives. The short
 * way is for blocks of one size. */
void build_alltoall(struct schedule *schedule, const struct team *team, enum way way,
                    const struct blocks *send, const struct blocks *receive);

/* ---- Reductions: elements i of all members are combined in the order of their ranks, or in any
 * order if the operator commutes. `own` is not changed, unless it is the same part as `result`.
 * ---- */

/* A reduction whose result comes to the root. `result` means nothing at other members. */
void build_reduce(struct schedule *schedule, const struct team *team, enum way way, bool commutes,
                  int root, struct part own, struct part result);

void build_allreduce(struct schedule *schedule, const struct team *team, enum way way,
                     bool commutes, struct part own, struct part result);

/* `own` has counts[r] elements for each member r, one after the other; their combination comes to
 * the `result` of member r. */
void build_reduce_scatter(struct schedule *schedule, const struct team *team, enum way way,
                          bool commutes, struct part own, const int counts[], struct part result);

/* A prefix reduction: combines the data of members 0 to this one. If `exclusive`, this one's are
 * left out, and the result of member 0 is not written. */
void build_scan(struct schedule *schedule, const struct team *team, bool exclusive, struct part own,
                struct part result);

#endif
