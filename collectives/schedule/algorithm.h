/* The algorithms that perform operations. An algorithm is a schedule and its claims. The
 * catalogue lists the algorithms (catalogue.h), and the checker proves their claims
 * (collectives/check). */
#ifndef COLLECTIVES_SCHEDULE_ALGORITHM_H
#define COLLECTIVES_SCHEDULE_ALGORITHM_H

#include "collectives/schedule/cost.h"
#include "collectives/schedule/operation.h"
#include "collectives/schedule/shape.h"
#include "collectives/schedule/step.h"
#include "compiler.h"

/* The port models of the literature. Each allows all that the next one allows. */
enum port_model {
    PORTS_ALL,  /* a node sends and receives on all its ports at once */
    PORTS_ONE,  /* a node sends at most one packet and receives at most one; packets that it relays
                   do not count, because the router does that work */
    PORTS_SIMD, /* one port, which is of the same dimension at all nodes */
    PORT_MODELS,
};

extern const char *const port_model_names[PORT_MODELS];

/* How a packet passes through a node that relays it. */
enum relay_mode {
    RELAY_WHOLE,  /* store and forward: it leaves when it has arrived completely */
    RELAY_PIECES, /* each of its pieces leaves as it arrives */
};

/* ---- Algorithms ---- */

/* An algorithm. Counts are exact, and are those of all nodes together. If a function may be null,
 * its comment gives the default. Call the functions of the same names below, which apply the
 * defaults, not the members. */
struct algorithm {
    const char *name;
    const struct operation *operation;
    enum port_model ports;
    enum relay_mode relay;
    bool is_default;    /* its operation uses it when only this port model is asked for */
    bool ordered;       /* it keeps the order of the operands, as operators that do not commute need
                           it */
    uint32_t varies;    /* set of enum shape_member */
    bool on_array;      /* it is for a ring without the link that joins the ends */
    bool moves_within;  /* it moves blocks not only in its first step and after its last one */
    bool copies;        /* a block that two outputs have alike is one message, which is copied where
                           their ways part; else it is two */
    const char *source; /* the literature that it is from */
    uint32_t areas;     /* how many areas it uses, input and outputs included; 0: just these */
    /* Set of areas (bit a) that begin as copies of the input. If one of them is an output, it may
     * be the caller's input itself. So if there are other such areas, a node must write a block in
     * each of these before it writes that block in the output, unless nobody needs the others. */
    uint32_t accumulators;
    /* It is a program's own (include/cube_algorithm.h). It answers for
     * itself which shapes and nodes it is for. Null packets, link words and cost are then counted
     * (count.c), and a null bound says nothing. */
    bool own;

    /* The algorithm that this one is when run backwards (dual_step), or null. If a function below
     * is null in a dual, the dual uses the other algorithm's function, unless the comment there
     * says something else. */
    const struct algorithm *dual_of;
    /* In a dual: it works in the output, as the other algorithm does. Else input and output have
     * changed places; or if it has an area more than the other one, it collects there what the
     * other one has in the output. */
    bool dual_in_place;

    /* Whether the algorithm supports this shape. Null: every shape. One that varies with the sides
     * is asked only for a mesh that the cube has, and whose ranks include the root. */
    bool (*applicable)(const struct shape *shape);
    /* Into how many blocks it divides a message. Null: shape->packets if it varies with them, else
     * one; in a dual: as the other algorithm. */
    uint32_t (*parts)(const struct shape *shape);
    /* The blocks of an area behind the outputs at a node. Null: the number of the input; in a
     * dual: as the other algorithm, and an area that it lacks stands for its output. */
    uint32_t (*scratch)(const struct shape *shape, uint32_t node, uint32_t area);
    /* Replaces `parts` and `scratch`: the blocks of every area at a node. */
    uint32_t (*blocks)(const struct shape *shape, uint32_t node, uint32_t area);
    /* The number of steps. Null: the dimension. */
    uint32_t (*steps)(const struct shape *shape);
    /* The sum over all packets of the links that each passes. Null: in each step every node, of a
     * mesh if it is for one, sends one packet to a neighbour. */
    uint64_t (*packets)(const struct shape *shape);
    /* The sum over all blocks that are sent of the links that each passes. Null: every packet is
     * one block, so it is the same number. */
    uint64_t (*link_words)(const struct shape *shape);
    /* The least number of steps that any algorithm needs under the same conditions: this one's port
     * model, packets no larger than its largest, and relays only if it has any. The checker works
     * this out by itself (collectives/bound/bounds.h). Null: the algorithm takes just this
     * number. */
    uint32_t (*bound)(const struct shape *shape);
    /* Whether no algorithm of the catalogue reaches the bound in this shape: the bound may not be
     * the best. Null: another one does; in a dual: as in the other algorithm. */
    bool (*open_in)(const struct shape *shape);

    /* ---- Costs. A dual that has none of the next five has those of the other algorithm. ---- */

    /* The longest chain of its packets by the nodes' clocks, if a node has just the ports that the
     * algorithm uses. Null: in each step every node sends a packet over one link, of a block or, if
     * there are link words, of as many blocks as all others. */
    struct chain_cost (*cost)(const struct shape *shape);
    /* The longest chain of an algorithm that uses one port, if a node has all ports. Null: that of
     * `cost`. */
    struct chain_cost (*cost_all_ports)(const struct shape *shape);
    /* The longest chain of an algorithm for all ports, if a node has one. Null: there is no formula
     * for it. */
    struct chain_cost (*cost_one_port)(const struct shape *shape);
    /* Corrects the longest chain for messages whose first `longer` blocks, at least one, are an
     * element longer than the others: sets cost->longer, and cost->exactness if need be. Null: all
     * blocks of the chain count as longer ones. */
    void (*longer)(const struct shape *shape, bool one_port, uint32_t longer,
                   struct chain_cost *cost);
    /* The chain of the packets that pass the busiest link, one after the other, for an algorithm
     * whose packets wait for links. The clocks leave that waiting out. Null: no packet waits, or
     * nothing depends on it. (Packets also wait in permutations of several rounds, in meshes whose
     * sides are no powers of two, and where hops take time and some packets of a step have longer
     * ways than others.) */
    struct chain_cost (*busiest)(const struct shape *shape);

    /* ---- Steps ---- */

    /* The size of a table that `step` reads at shape->table, and the function that writes the
     * table. Null: there is no table. While the table is written, shape->table is null, or it holds
     * what the caller asks for in a form that the algorithm defines. */
    size_t (*table_bytes)(const struct shape *shape);
    void (*make_table)(const struct shape *shape, void *table);

    /* Adds to *step, the caller's, in which nothing happens yet, the part of `node` in step
     * `number`, 1 .. steps. Number steps + 1 has no packets: its moves close the operation. Takes
     * O(n) time for each port. It is not called for a node that a mesh leaves out. Null in a dual:
     * dual_step. */
    void (*step)(const struct shape *shape, uint32_t node, uint32_t number, struct step *step);
};

static inline uint32_t algorithm_areas(const struct algorithm *algorithm) {
    return algorithm->areas == 0 ? algorithm->operation->outputs + 1 : algorithm->areas;
}

/* The number of blocks of an area at a node. 0: the node has none, and the caller gives no buffer.
 */
uint32_t algorithm_blocks(const struct algorithm *algorithm, const struct shape *shape,
                          uint32_t node, uint32_t area);

/* These return the results of the members of the same names, or their defaults. */
bool algorithm_applicable(const struct algorithm *algorithm, const struct shape *shape);
uint32_t algorithm_steps(const struct algorithm *algorithm, const struct shape *shape);
uint64_t algorithm_packets(const struct algorithm *algorithm, const struct shape *shape);
uint64_t algorithm_link_words(const struct algorithm *algorithm, const struct shape *shape);
uint32_t algorithm_bound(const struct algorithm *algorithm, const struct shape *shape);

/* Whether no algorithm of the catalogue reaches the bound in a shape; if that is null, in some. */
bool algorithm_is_open(const struct algorithm *algorithm, const struct shape *shape);
void algorithm_step(const struct algorithm *algorithm, const struct shape *shape, uint32_t node,
                    uint32_t number, struct step *step);

/* The first tells whether the algorithm reads a table. The second returns the table's size in
 * bytes, or 0 without a table. The third writes the table into memory of that size, which belongs
 * to the caller. */
bool algorithm_has_table(const struct algorithm *algorithm);
size_t algorithm_table_bytes(const struct algorithm *algorithm, const struct shape *shape);
void algorithm_make_table(const struct algorithm *algorithm, const struct shape *shape,
                          void *table);

/* Returns the longest chain of packets by the nodes' clocks (cost.h), or a chain that is longer, as
 * its exactness says. The algorithm must be applicable to the shape. A node has one port or all,
 * and the first `longer` blocks of a message are an element longer than the others. An algorithm
 * for all ports that has no formula for one port takes more with one port than this says. */
struct chain_cost algorithm_cost(const struct algorithm *algorithm, const struct shape *shape,
                                 bool one_port, uint32_t longer);

/* Whether there is a formula for the chain of the algorithm where nodes have one port, or all. */
bool algorithm_has_cost(const struct algorithm *algorithm, bool one_port);

/* Whether the steps of a node, as a program's own algorithm describes them, have no fault
 * (own_step.h) and only ports of the cube. The library's own algorithms are proved before. */
bool algorithm_is_described(const struct algorithm *algorithm, const struct shape *shape,
                            uint32_t node);

/* Whether packets of the algorithm wait for links, which algorithm_cost leaves out. If so, and
 * `cost` is not null, sets *cost to the chain of the packets that pass the busiest link. If `cost`
 * is null, `shape` may be null too. */
bool algorithm_busiest(const struct algorithm *algorithm, const struct shape *shape,
                       struct chain_cost *cost);

/* ---- Algorithms backwards ----
 *
 * Reverse the direction of every packet of a schedule, and the order of its steps. Then a broadcast
 * becomes a reduction, a gather a scatter, and an all-gather a reduce-scatter. Each is the dual of
 * the other. Both have the same numbers of steps, packets and link words, and in the same port
 * model the same bound.
 */

/* The area that stands for `area` when input and output have changed places. */
static inline uint32_t dual_area(uint32_t area) {
    return area == AREA_INPUT ? AREA_OUTPUT : area == AREA_OUTPUT ? AREA_INPUT : area;
}

/* Fills *step, the caller's, with step `number` of an algorithm that is the dual of one of T steps.
 * This is step T + 1 - number of the other algorithm, with sends and receives exchanged and relays
 * turned round. The moves before it are those before step T + 2 - number, turned round, if that is
 * the first or comes after the last or if the other algorithm moves within: their sources must not
 * be needed any more.
 *
 * If the dual's operation combines, arrivals are combined, as the left operand if the sender has
 * the lower number. So the order is kept if a node's partial results always come from nodes with
 * consecutive numbers. */
void dual_step(const struct algorithm *dual, const struct shape *shape, uint32_t node,
               uint32_t number, struct step *step);

/* ---- Members that several algorithms share ---- */

/* Defines `name`, the step of an algorithm that is a case of several: `common` is their step, with
 * arguments that tell the case. */
#define VARIANT_STEP(name, common, ...)                                                            \
    static void name(const struct shape *shape, uint32_t node, uint32_t number,                    \
                     struct step *step) {                                                          \
        common(shape, node, number, __VA_ARGS__, step);                                            \
    }

/* Define `name`, a number of an algorithm as a formula of the shape; and the blocks of an area as a
 * formula of the shape, the node and the area. A formula may leave any of these out. */
#define FORMULA(type, name, value)                                                                 \
    static type name(UNUSED const struct shape *shape) {                                           \
        return value;                                                                              \
    }
#define BLOCKS_FORMULA(name, value)                                                                \
    static uint32_t name(UNUSED const struct shape *shape, UNUSED uint32_t node,                   \
                         UNUSED uint32_t area) {                                                   \
        return value;                                                                              \
    }

/* A part of a message for each node. */
uint32_t parts_per_node(const struct shape *shape);

/* N - 1: every node but one sends a packet once, or receives one. */
uint64_t packets_of_others(const struct shape *shape);

/* n N / 2: the sum of the distances of all nodes from one. */
uint64_t packets_of_distances(const struct shape *shape);

/* N - 1: the steps that a node with one port needs to send a block to each of the others, or to
 * receive one from each, if a packet is one block. */
uint32_t steps_of_others(const struct shape *shape);

#endif
