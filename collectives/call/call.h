/* From what a program asks for to a call of the executor. */
#ifndef COLLECTIVES_CALL_CALL_H
#define COLLECTIVES_CALL_CALL_H

#include "collectives/run/executor.h"
#include "cube.h"

struct selection; /* collectives/call/select.h */

/* Begins *call: finds the algorithm of `operation` that `choice` asks for, and the cube it runs in;
 * `usual` where the choice is null or says nothing of either. `root`: a node's number in that cube;
 * 0 if the operation has none. What remains to be set: buffers, layout, type and operator, shift,
 * target and mesh. Returns 0, or -EINVAL: no such algorithm of this operation, no such port model,
 * node or dimension; more packets than CUBE_PACKETS. */
int call_begin(struct call *call, const struct operation *operation, const struct algorithm *usual,
               const struct cube_choice *choice, int root);

/* Returns 0, or -EINVAL if the call's root or target is no node, or the algorithm does not admit
 * its shape: after a change of the shape. */
int call_check(const struct call *call);

/* Sets type and operator (null: the operation combines nothing), and divides `count` elements into
 * `parts` blocks, in order and as evenly as it goes. 0 parts: as many as a pipelined algorithm has
 * packets, which is by size now if the choice does not say. Returns 0, or -EINVAL: an operator that
 * cannot work on the type; one that does not commute, though the algorithm changes the order; more
 * elements than an area may have. */
int call_divide(struct call *call, size_t count, const struct cube_type *type,
                const struct cube_op *op, uint32_t parts);

/* Sets the size of every block, in bytes. Returns 0, or -EINVAL if a block for each node would be 4
 * GiB or more. */
int call_blocks(struct call *call, size_t bytes);

/* Takes `number` into what the nodes' calls have to agree on beside algorithm, shape and sizes: for
 * algorithms that do not read shape.shift. Nodes that do not agree are told -EPROTO. */
static inline void call_agree(struct call *call, size_t number) {
    call->shape.shift = call->shape.shift * CALL_MIX_FACTOR + (uint32_t)number;
}

/* The whole beginning of a call with a block of `bytes` bytes for each node and, maybe, a root: as
 * call_begin; then takes the cheapest algorithm (collectives/call/select.h, whose record of this
 * call is *selection), says by what the call is known (call_known), and as call_blocks. Returns 0,
 * or -EINVAL as they do. */
int call_begin_blocks(struct call *call, const struct operation *operation,
                      const struct algorithm *usual, const struct cube_choice *choice,
                      struct selection *selection, enum known_call known, size_t bytes, int root);

/* Whether offsets[0 .. N] can be those of a block for each of the N nodes, this one between
 * offsets[v] and offsets[v + 1]: returns 0, or -EINVAL if null, descending, or 4 GiB or more. The
 * caller sets call->layout.offsets. Those that are the same at all nodes: call_agree_on too. */
int call_offsets(const struct call *call, const size_t offsets[]);
void call_agree_on(struct call *call, const size_t offsets[]);

/* A number for `count` numbers that all nodes have to give alike: in a member of the shape that the
 * algorithm does not look at, it tells nodes that gave others (executor.h). */
uint32_t call_mix(const int numbers[], uint32_t count);

#endif
