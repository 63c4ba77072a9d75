/* Lower bounds in steps, which hold for any algorithm of an operation. They follow from the
 * operation's result and from the means that algorithms may use. No schedule is walked, and no
 * formula of the catalogue is used. The checker compares claims with them, and --explain prints
 * them where links are dead (collectives/call/schedules.h). */
#ifndef BOUND_BOUNDS_H
#define BOUND_BOUNDS_H

#include "collectives/schedule/algorithm.h"
#include "net/ways/faults.h"

/* The means of algorithms. A bound holds for all algorithms that use no more. */
struct means {
    enum port_model ports;
    bool relays;     /* a packet may pass several links in a step */
    uint32_t blocks; /* the most blocks of a packet */
};

/* The most of these, in steps, for the schedule's operation in that shape; of the schedule only its
 * operation, its blocks and whether it copies or keeps the order matter:
 *   - the farthest node that a block is for, and how often those that have it, or have heard of
 *     something, must multiply;
 *   - what a node sends and receives by its ports: the last block to leave still has its way to go,
 *     and the first one to arrive has come its way;
 *   - what crosses from each half of a dimension, or of an axis, to the other, in packets of no
 *     more than their senders have heard of, and their receivers can still tell, and not by links
 *     that have to bring something else then;
 *   - the links that all blocks together have to cross;
 *   - between two nodes, the greatest flow (flow.h).
 * A reduction is a broadcast backwards: its result, sent back to all operands. Blocks of two
 * outputs are two messages, even if their contents are the same, unless the algorithm says that it
 * sends one of them and copies it on its way. */
uint32_t bound_steps(const struct algorithm *algorithm, const struct shape *shape,
                     struct means means);

/* As bound_steps, for a cube with unused dead links: distances grow, and nodes and halves have
 * fewer links. All live links of the cube may be used, also by operations on a mesh. Null: none is
 * dead. Returns 0, which always is a bound, if memory is short. */
uint32_t bound_steps_round(const struct algorithm *algorithm, const struct shape *shape,
                           struct means means, const struct faults *faults);

#endif
