/* One's own algorithm for an operation of the catalogue. A program describes it as data, by a
 * struct cube_own_algorithm, and adds it. Then every call that takes a cube_choice runs it by its
 * name, and it is in cube_catalogue behind the library's own. docs/guide/algorithms.md is the
 * guide: `tools/check` proves such an algorithm before it runs, and other tools draw it, count it,
 * and compare it with the catalogue's.
 *
 * A node works on areas, which are arrays of blocks. Area 0 is the input, which is never written,
 * areas 1 .. outputs are the outputs of the operation, and the scratch areas follow. In a step,
 * each port (the link of a dimension) carries at most one packet out and at most one in. A packet
 * is a run of blocks of one area. A node first makes its moves, and then sends, receives and
 * relays, all at once.
 *
 * Two types have no prefix: `struct shape` and `struct step`. They are the library's, and are
 * looked into and filled by the functions below alone, so that they may change while this header
 * does not. Nodes, ports, areas and blocks are numbered from 0, and steps from 1. Nodes and ports
 * are those of the cube or subcube that the operation runs in.
 */
#ifndef CUBE_ALGORITHM_H
#define CUBE_ALGORITHM_H

#include <stdbool.h>
#include <stdint.h>

#include "cube_catalogue.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header. A library refuses algorithms that were written against a later one.
 */
#define CUBE_ALGORITHM_VERSION 2

enum {
    CUBE_OWN_ALGORITHMS = 16, /* the most that a program can add */
    CUBE_AREAS = 8,           /* the most areas, input and outputs included */
};

/* ---- What a schedule depends on besides the node and the step ---- */

/* The cube that an operation runs in, and the case: what struct cube_case says of it. A shape is
 * the library's, and lasts as long as the call that is given it. */
struct shape;

/* Return n of the n-cube, 0 .. CUBE_DIMENSIONS, and the number of its nodes, N = 2^n. */
uint32_t cube_shape_dimension(const struct shape *shape);
uint32_t cube_shape_nodes(const struct shape *shape);

/* Return the node that a message comes from or goes to, and the other node of an operation between
 * two: 0 .. N - 1. */
uint32_t cube_shape_root(const struct shape *shape);
uint32_t cube_shape_target(const struct shape *shape);

/* Return into how many packets a pipelined algorithm divides a message, at least 1; and by how many
 * places a shift goes, 0 .. N - 1. */
uint32_t cube_shape_packets(const struct shape *shape);
uint32_t cube_shape_shift(const struct shape *shape);

/* Return the number of axes of a mesh, 0 if none is asked for; and the nodes along one of them, 1
 * if there is no such axis. */
uint32_t cube_shape_axes(const struct shape *shape);
uint32_t cube_shape_side(const struct shape *shape, uint32_t axis);

/* ---- What a node does in a step ---- */

/* A node's part of a step, which is empty when it is given to be described. What does not fit it,
 * such as a second packet on a port, is kept as a fault, which tools/check reports. */
struct step;

/* `count` blocks of an area, which may be none. If `free` is 0 they are first .. first + count - 1.
 * Else they are first | s for each subset s of the bits `free`, in ascending order; `first` has
 * none of these bits, and `count` is the number of the subsets. */
struct cube_blocks {
    uint32_t area;
    uint32_t first;
    uint32_t count;
    uint32_t free;
};

static inline struct cube_blocks cube_one_block(uint32_t area, uint32_t block) {
    struct cube_blocks blocks = {area, block, 1, 0};
    return blocks;
}

static inline struct cube_blocks cube_some_blocks(uint32_t area, uint32_t first, uint32_t count) {
    struct cube_blocks blocks = {area, first, count, 0};
    return blocks;
}

/* Sends a packet to the neighbour on `port`. */
void cube_step_send(struct step *step, uint32_t port, struct cube_blocks blocks);

/* Stores the packet that arrives on `port`. No block is both sent and received into, and none is
 * received into twice, except that a packet may come to the very blocks that leave on its port. */
void cube_step_receive(struct step *step, uint32_t port, struct cube_blocks blocks);

/* Combines the packet that arrives on `port` into these blocks by the operator, as its left operand
 * if `left`. Several packets may be combined into the same blocks, in the order of their ports. */
void cube_step_combine(struct step *step, uint32_t port, struct cube_blocks blocks, bool left);

/* Passes the packet that arrives on port `in` on to port `out` in the same step. The blocks tell
 * how large it is, and where it is stored meanwhile if the algorithm stores and forwards. */
void cube_step_relay(struct step *step, uint32_t in, uint32_t out, struct cube_blocks blocks);

/* Moves blocks from one area to as many blocks of another, before anything is sent or received. A
 * node makes its moves in the order of these calls, at most two for each dimension of the largest
 * cube (2 * CUBE_DIMENSIONS). */
enum cube_move {
    CUBE_MOVE_COPY,
    CUBE_MOVE_LEFT,  /* to = from op to */
    CUBE_MOVE_RIGHT, /* to = to op from */
};
void cube_step_move(struct step *step, struct cube_blocks from, struct cube_blocks to,
                    enum cube_move kind);

/* ---- The algorithm ---- */

/* The operation of an algorithm that performs one of its own, of which it says itself what it has
 * to achieve. */
#define CUBE_OWN_OPERATION "own"

/* An algorithm. It belongs to the program, and stays as it is once it has been added. Functions
 * depend on their arguments alone. */
struct cube_own_algorithm {
    unsigned version;      /* CUBE_ALGORITHM_VERSION */
    const char *name;      /* the algorithm of a cube_choice; no other has it */
    const char *operation; /* what it performs: "allgather", as in struct cube_algorithm, or
                              CUBE_OWN_OPERATION */
    const char *source;    /* where it is from, for the tables; null: the program */
    enum cube_ports ports; /* the ports that it needs; not CUBE_ANY_PORTS */
    bool stores;           /* a relayed packet leaves when all of it has arrived, and not piece by
                              piece */
    bool ordered;          /* it keeps the order of the operands, for operators that do not
                              commute */
    unsigned varies;       /* set of enum cube_varies: what its functions read of a shape besides
                              the dimension. tools/check tries other values of these alone, and
                              finds what else is read; a call refuses that */
    uint32_t areas;        /* how many it uses, input and outputs included */
    uint32_t accumulators; /* set of areas (bit a) that begin as copies of the input */

    /* Whether there is such an algorithm for this shape. Null: there is one for every shape. */
    bool (*applicable)(const struct shape *shape);
    /* Returns the number of blocks of an area at a node; 0: it has none. */
    uint32_t (*blocks)(const struct shape *shape, uint32_t node, uint32_t area);
    /* Returns the number of steps. Null: there are as many as dimensions. */
    uint32_t (*steps)(const struct shape *shape);
    /* Describes, by the calls above, what `node` does in step `number`, 1 .. steps. Number steps +
     * 1 has no packets: its moves close the operation. */
    void (*step)(const struct shape *shape, uint32_t node, uint32_t number, struct step *step);

    /* ---- What is claimed of it, which tools/check compares with what it counts. Null: nothing is
     * claimed. ---- */

    /* Return the sum over all packets of the links that each passes, and the same sum over all
     * their blocks. */
    uint64_t (*packets)(const struct shape *shape);
    uint64_t (*link_words)(const struct shape *shape);
    /* Returns the least number of steps that any algorithm needs under the same conditions
     * (docs/explain/theory.md).
     */
    uint32_t (*bound)(const struct shape *shape);

    /* ---- An operation of its own; for another one all of these are 0 ---- */

    uint32_t outputs; /* areas 1 .. outputs are its outputs; at least 1 */
    bool combines;    /* it combines blocks, by the operator that the call is given */
    /* Returns what block `block` of output `area` of `node` must hold at the end. Ranks are the
     * numbers of nodes. */
    struct cube_content (*content)(const struct shape *shape, uint32_t node, uint32_t area,
                                   uint32_t block);
};

/* Adds an algorithm to those that this node knows. Every node that takes part in its calls has to
 * add it. Returns 0, or -EINVAL (a member that has to be set is not, or there is no such operation,
 * or its own lacks something, or there are more areas than CUBE_AREAS), -ENOTSUP (another version),
 * -EEXIST (the name is taken), -ENOSPC (there are CUBE_OWN_ALGORITHMS already). */
int cube_algorithm_add(const struct cube_own_algorithm *own);

/* Does what cube_algorithm_add does, and ends the program with a message if that fails. */
void cube_algorithm_require(const struct cube_own_algorithm *own);

/* Adds `own`, a variable of this file, before main begins. So whatever program is linked with the
 * file knows the algorithm. */
#define CUBE_ALGORITHM(own)                                                                        \
    __attribute__((constructor)) static void cube_add_##own(void) {                                \
        cube_algorithm_require(&(own));                                                            \
    }

#ifdef __cplusplus
}
#endif

#endif
