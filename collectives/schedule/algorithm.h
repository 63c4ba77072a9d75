/* Operations, and the algorithms that perform them: a schedule each, with all that is claimed of
 * it. The catalogue lists the algorithms (catalogue.h), and the checker proves what they claim
 * (tests/check). */
#ifndef COLLECTIVES_SCHEDULE_ALGORITHM_H
#define COLLECTIVES_SCHEDULE_ALGORITHM_H

#include "collectives/schedule/cost.h"
#include "collectives/schedule/operations.h"
#include "collectives/schedule/shape.h"
#include "collectives/schedule/step.h"

/* The port models of the literature. Each allows what the next one does. */
enum port_model {
    PORTS_ALL,  /* a node sends and receives on all its ports at once */
    PORTS_ONE,  /* a node sends at most one packet and receives at most one; what it relays does not
                   count, for that is the router's work */
    PORTS_SIMD, /* one port, which is of the same dimension at all nodes */
    PORT_MODELS,
};

/* How a packet passes through a node that relays it. */
enum relay_mode {
    RELAY_WHOLE,  /* store and forward: it leaves when all of it has arrived */
    RELAY_PIECES, /* each of its pieces leaves as it arrives */
};

/* ---- Operations ---- */

/* What a block holds: input block `block` of the nodes whose ranks are first .. last, combined in
 * this order if they are several. If first > last it does not matter what the block holds. */
struct content {
    uint32_t first;
    uint32_t last;
    uint32_t block;
};

static inline struct content content_of(uint32_t rank, uint32_t block) {
    return (struct content){rank, rank, block};
}

static inline struct content content_any(void) {
    return (struct content){1, 0, 0};
}

/* What a collective operation has to achieve, whatever the algorithm. */
struct operation {
    uint32_t tag;      /* enum operation_tag: in the header of every piece */
    uint32_t outputs;  /* the outputs are areas 1 .. outputs */
    bool synchronizes; /* at the end each node must have heard of every other */
    bool combines;     /* it combines blocks by an operator */
    /* What block `block` of output `area` of `node` must hold at the end. Null where there are no
     * outputs. */
    struct content (*postcondition)(const struct shape *shape, uint32_t node, uint32_t area,
                                    uint32_t block);
    /* A node's rank: the place of its contribution in the order of combining. Null: its number. */
    uint32_t (*rank)(const struct shape *shape, uint32_t node);
};

/* ---- Algorithms ---- */

/* An algorithm. Counts are exact, and are those of all nodes together. Where a function may be
 * null, its comment says what holds then, and the function of the same name below knows; so nobody
 * else calls the members. */
struct algorithm {
    const char *name;
    const struct operation *operation;
    enum port_model ports;
    enum relay_mode relay;
    bool is_default;    /* its operation takes it where this port model is asked for by itself */
    bool ordered;       /* it keeps the order of the operands, as operators that do not commute need
                           it */
    uint32_t varies;    /* set of enum shape_member */
    const char *source; /* the literature that it is from */
    uint32_t areas;     /* how many areas it uses, input and outputs included */
    /* Set of areas (bit a) that begin as copies of the input. If one of them is an output, it may
     * be the caller's input itself. So where a node has others as well, it must not write a block
     * of the output before that block of the others, unless nobody needs the latter. */
    uint32_t accumulators;

    /* The algorithm that this one is backwards (dual_step), or null. Such a dual has from it all
     * functions below that are null in the dual, as far as nothing else is said there. */
    const struct algorithm *dual_of;
    /* Where this algorithm has what the other one has in `run`: the same blocks in other areas.
     * Null: input and output have changed places. Of a dual. */
    struct run (*dual_run)(const struct shape *shape, uint32_t node, struct run run);

    /* Whether there is such an algorithm for this shape. Null: there is one for every shape. */
    bool (*applicable)(const struct shape *shape);
    /* The blocks of an area at a node. 0: the node has none, and the caller gives no buffer. Null
     * in a dual: those of the other algorithm, with input and output exchanged. */
    uint32_t (*blocks)(const struct shape *shape, uint32_t node, uint32_t area);
    /* Null: the dimension. */
    uint32_t (*steps)(const struct shape *shape);
    /* The sum over all packets of the links that each passes. */
    uint64_t (*packets)(const struct shape *shape);
    /* The sum over all blocks that are sent of the links that each passes. Null: a packet is a
     * block, so it is the number of packets. */
    uint64_t (*link_words)(const struct shape *shape);
    /* The steps that no algorithm can go below which uses no more than this one does: its port
     * model, packets as large as its largest, and relays only if it has any. The checker works this
     * out by itself (tests/check/bounds.h). Null: the algorithm takes no more steps than that. */
    uint32_t (*bound)(const struct shape *shape);
    bool open; /* where it takes more steps than the bound, no algorithm of the catalogue takes so
                  few: the bound may not be the best */

    /* ---- Costs. A dual that has none of the next four has those of the other algorithm. ---- */

    /* The longest chain of its packets by the nodes' clocks, where a node has the ports that the
     * algorithm uses. Null: `steps` packets of a block over a link, each in its step. */
    struct cost (*cost)(const struct shape *shape);
    /* The longest chain where a node has all ports, of an algorithm that uses one. Null: that of
     * `cost`. */
    struct cost (*cost_all_ports)(const struct shape *shape);
    /* What becomes of the longest chain where the first `longer` blocks of a message, not 0, are an
     * element longer than the others: sets cost->longer and maybe cost->exactness, and leaves the
     * rest. Null: all blocks of the chain are taken for longer ones. */
    void (*longer)(const struct shape *shape, bool one_port, uint32_t longer, struct cost *cost);
    /* Of an algorithm whose packets wait for links, which the clocks leave out: the chain of those
     * that pass the busiest link, one after the other. Null: no packet waits. (Packets do wait in
     * permutations, which have no other algorithm to choose, and in meshes whose sides are no
     * powers of two.) */
    struct cost (*busiest)(const struct shape *shape);

    /* ---- Steps ---- */

    /* The size of a table that `step` reads at shape->table, and what writes it. Null: there is no
     * table. While it is written shape->table is null, or says what the caller wants, as the
     * algorithm defines. */
    size_t (*table_bytes)(const struct shape *shape);
    void (*make_table)(const struct shape *shape, void *table);

    /* Fills *step, the caller's, with the part of `node` in step `number`, 1 .. steps. Number
     * steps + 1 has no packets: its moves close the operation. Takes O(n) for each port. Null in a
     * dual: dual_step. */
    void (*step)(const struct shape *shape, uint32_t node, uint32_t number, struct step *step);
};

/* What the members of these names say, with what holds where they are null. */
bool algorithm_applicable(const struct algorithm *algorithm, const struct shape *shape);
uint32_t algorithm_blocks(const struct algorithm *algorithm, const struct shape *shape,
                          uint32_t node, uint32_t area);
uint32_t algorithm_steps(const struct algorithm *algorithm, const struct shape *shape);
uint64_t algorithm_packets(const struct algorithm *algorithm, const struct shape *shape);
uint64_t algorithm_link_words(const struct algorithm *algorithm, const struct shape *shape);
uint32_t algorithm_bound(const struct algorithm *algorithm, const struct shape *shape);
void algorithm_step(const struct algorithm *algorithm, const struct shape *shape, uint32_t node,
                    uint32_t number, struct step *step);

/* Whether the algorithm reads a table; the table's size in bytes, 0 without one; and what writes
 * it, into memory of that size, which is the caller's. */
bool algorithm_has_table(const struct algorithm *algorithm);
size_t algorithm_table_bytes(const struct algorithm *algorithm, const struct shape *shape);
void algorithm_make_table(const struct algorithm *algorithm, const struct shape *shape,
                          void *table);

/* The longest chain of packets, or one that is longer (exactness), by the nodes' clocks (cost.h):
 * in a shape that the algorithm is applicable to, with one port or all, where the first `longer`
 * blocks of a message are an element longer than the others. An algorithm for all ports takes more
 * with one port than this says. */
struct cost algorithm_cost(const struct algorithm *algorithm, const struct shape *shape,
                           bool one_port, uint32_t longer);

/* Whether packets of the algorithm wait for links, which algorithm_cost leaves out. If so, and
 * `cost` is not null, sets *cost to the chain of those that pass the busiest link. `shape` may be
 * null where `cost` is. */
bool algorithm_busiest(const struct algorithm *algorithm, const struct shape *shape,
                       struct cost *cost);

/* ---- Algorithms backwards ----
 *
 * Turn every packet of a schedule round, and the order of its steps: a broadcast becomes a
 * reduction, a gather becomes a scatter, an all-gather becomes a reduce-scatter. Each is the dual
 * of the other, and has its steps, packets, link words and (in the same port model) bound.
 */

/* An area of an algorithm where input and output have changed places. */
static inline uint32_t dual_area(uint32_t area) {
    return area == AREA_INPUT ? AREA_OUTPUT : area == AREA_OUTPUT ? AREA_INPUT : area;
}

/* Fills *step, the caller's, with step `number` of an algorithm that is the dual of one of T steps:
 * with step T + 1 - number of that one, but sends and receives exchanged and relays turned round.
 * The moves of that one, which has some in its first step and after its last alone, become the
 * dual's after its last step and in its first.
 *
 * Where the dual's operation combines, what arrives is combined; as the left operand where the
 * sender has the lower number. So the order is kept, if what a node has collected always comes from
 * nodes with consecutive numbers. */
void dual_step(const struct algorithm *dual, const struct shape *shape, uint32_t node,
               uint32_t number, struct step *step);

/* ---- Members that several algorithms share ---- */

/* Every area of every node has one block; has a block for each node. */
uint32_t blocks_one(const struct shape *shape, uint32_t node, uint32_t area);
uint32_t blocks_per_node(const struct shape *shape, uint32_t node, uint32_t area);

/* n N: in each of n steps every node sends a packet to its neighbour. */
uint64_t packets_of_exchanges(const struct shape *shape);

/* N - 1: every node but one sends a packet once, or receives one. */
uint64_t packets_of_others(const struct shape *shape);

/* n N / 2: the sum of the distances of all nodes from one. */
uint64_t packets_of_distances(const struct shape *shape);

/* N - 1: with one port and one block to a packet, the steps in which a node can send a block to
 * each of the others, or receive one from each. */
uint32_t steps_of_others(const struct shape *shape);

#endif
