/* Algorithms that a program adds to the catalogue. A program describes an algorithm by a struct
 * cube_own_algorithm and adds it. Every call that takes a cube_choice then runs it by its name, and
 * cube_catalogue lists it after the library's. docs/guide/algorithms.md is the guide: `tools/check`
 * proves an added algorithm before it runs; other tools draw it, count its packets, and compare it.
 *
 * A node works on areas, which are arrays of blocks. Area 0 is the input, which is never written,
 * areas 1 .. outputs are the outputs of the operation, and the scratch areas follow. In a step,
 * each port (the link of a dimension) carries at most one packet out and at most one in. A packet
 * is a run of blocks of one area. A node first makes its moves, and then sends, receives and
 * relays, all at once.
 *
 * `struct shape` and `struct step` belong to the library. Only the functions below read and fill
 * them, so that they may change while this header does not. Nodes, ports, areas and blocks are
 * numbered from 0, and steps from 1. Nodes and ports are those of the cube or subcube that the
 * operation runs in. */
#ifndef CUBE_ALGORITHM_H
#define CUBE_ALGORITHM_H

#include <stdbool.h>
#include <stdint.h>

#include "cube_catalogue.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header. A library refuses algorithms of a later version. */
#define CUBE_ALGORITHM_VERSION 2

enum {
    CUBE_OWN_ALGORITHMS = 16, /* the most algorithms that a program can add */
    CUBE_AREAS = 8,           /* the most areas, input and outputs included */
};

/* ---- The shape: the parameters of a schedule besides node and step ---- */

/* The cube that an operation runs in, and its struct cube_case. The library owns a shape, which is
 * valid during the call that receives it. */
struct shape;

/* Return n of the n-cube, 0 .. CUBE_DIMENSIONS, and the number of its nodes, N = 2^n. */
uint32_t cube_shape_dimension(const struct shape *shape);
uint32_t cube_shape_nodes(const struct shape *shape);

/* Return the node that a message comes from or goes to, and the other node of an operation between
 * two: 0 .. N - 1. */
uint32_t cube_shape_root(const struct shape *shape);
uint32_t cube_shape_target(const struct shape *shape);

/* Return the number of packets of a pipelined algorithm, at least 1; and the distance of a shift, 0
 * .. N - 1. */
uint32_t cube_shape_packets(const struct shape *shape);
uint32_t cube_shape_shift(const struct shape *shape);

/* Return the number of axes of the mesh, 0 without a mesh; and the number of nodes along an axis, 1
 * if there is no such axis. */
uint32_t cube_shape_axes(const struct shape *shape);
uint32_t cube_shape_side(const struct shape *shape, uint32_t axis);

/* ---- What a node does in a step ---- */

/* A node's part of a step. It is empty when the algorithm is asked to describe it. Anything that
 * does not fit, such as a second packet on a port, is kept as a fault, which tools/check reports.
 */
struct step;

/* `count` blocks of an area; `count` may be 0. If `free` is 0 they are first .. first + count - 1.
 * Otherwise they are first | s for each subset s of the bits `free`, in ascending order; `first`
 * has none of these bits, and `count` is the number of subsets. */
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

/* Stores the packet that arrives on `port`. No block may be both sent and received into, or
 * received into twice, except that a packet may replace the blocks sent on its own port. */
void cube_step_receive(struct step *step, uint32_t port, struct cube_blocks blocks);

/* Combines the packet that arrives on `port` into these blocks by the operator, as its left operand
 * if `left`. Packets combined into the same blocks are combined in the order of their ports. */
void cube_step_combine(struct step *step, uint32_t port, struct cube_blocks blocks, bool left);

/* Passes the packet that arrives on port `in` on to port `out` in the same step. `blocks` gives its
 * size, and where a store-and-forward algorithm keeps it meanwhile. */
void cube_step_relay(struct step *step, uint32_t in, uint32_t out, struct cube_blocks blocks);

/* Copies blocks from one area to the same number of blocks of another, before any send or receive.
 * A node makes its moves in the order of these calls, at most two for each dimension of the largest
 * cube (2 * CUBE_DIMENSIONS). */
enum cube_move {
    CUBE_MOVE_COPY,
    CUBE_MOVE_LEFT,  /* to = from op to */
    CUBE_MOVE_RIGHT, /* to = to op from */
};
void cube_step_move(struct step *step, struct cube_blocks from, struct cube_blocks to,
                    enum cube_move kind);

/* ---- The algorithm ---- */

/* The operation of an algorithm that defines its own operation (`content` below gives its result).
 */
#define CUBE_OWN_OPERATION "own"

/* An algorithm. The program owns it and does not change it once it has been added. The result of
 * each function depends only on its arguments. */
struct cube_own_algorithm {
    unsigned version;      /* CUBE_ALGORITHM_VERSION */
    const char *name;      /* its unique name, for cube_choice */
    const char *operation; /* "allgather", as in struct cube_algorithm, or CUBE_OWN_OPERATION */
    const char *source;    /* literature, for the tables; null: the program */
    enum cube_ports ports; /* required ports; not CUBE_ANY_PORTS */
    bool stores;           /* a relay forwards a packet when all of it has arrived, not piece by
                              piece */
    bool ordered;          /* it keeps the order of operands, for noncommutative operators */
    unsigned varies;       /* set of enum cube_varies: the members of a shape that its functions
                              read besides the dimension. tools/check varies only these, and reports
                              a read of any other; a call refuses it */
    uint32_t areas;        /* number of areas, input and outputs included */
    uint32_t accumulators; /* set of areas (bit a) that begin as copies of the input */

    /* Whether the algorithm supports this shape. Null: every shape. */
    bool (*applicable)(const struct shape *shape);
    /* Returns the number of blocks of an area at a node; 0: it has none. */
    uint32_t (*blocks)(const struct shape *shape, uint32_t node, uint32_t area);
    /* Returns the number of steps. Null: the dimension n. */
    uint32_t (*steps)(const struct shape *shape);
    /* Describes, by the calls above, what `node` does in step `number`, 1 .. steps. Number steps +
     * 1 has no packets: its moves close the operation. */
    void (*step)(const struct shape *shape, uint32_t node, uint32_t number, struct step *step);

    /* ---- Claims, which tools/check compares with its counts. Null: no claim. ---- */

    /* Return the number of links passed, summed over all packets; and the same, summed over all
     * their blocks. */
    uint64_t (*packets)(const struct shape *shape);
    uint64_t (*link_words)(const struct shape *shape);
    /* Returns the least number of steps that any algorithm needs under the same conditions
     * (docs/explain/theory.md).
     */
    uint32_t (*bound)(const struct shape *shape);

    /* ---- For CUBE_OWN_OPERATION; otherwise 0 ---- */

    uint32_t outputs; /* areas 1 .. outputs are its outputs; at least 1 */
    bool combines;    /* it combines blocks by the call's operator */
    /* Returns the required final content of block `block` of output `area` at `node`. Ranks are
     * node numbers. */
    struct cube_content (*content)(const struct shape *shape, uint32_t node, uint32_t area,
                                   uint32_t block);
};

/* Adds an algorithm at this node. Every node that takes part in its calls must add it. Returns 0,
 * or -EINVAL (a required member is not set, an unknown operation, an incomplete own operation, or
 * more areas than CUBE_AREAS), -ENOTSUP (another version), -EEXIST (the name is taken), -ENOSPC
 * (already CUBE_OWN_ALGORITHMS). */
int cube_algorithm_add(const struct cube_own_algorithm *own);

/* cube_algorithm_add; ends the program with a message if it fails. */
void cube_algorithm_require(const struct cube_own_algorithm *own);

/* Adds `own`, a variable of this file, before main begins. So every program linked with the file
 * has the algorithm. */
#define CUBE_ALGORITHM(own)                                                                        \
    __attribute__((constructor)) static void cube_add_##own(void) {                                \
        cube_algorithm_require(&(own));                                                            \
    }

#ifdef __cplusplus
}
#endif

#endif
