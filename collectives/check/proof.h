/* The state of a proof: the contents of each node, the nodes that it has heard of, and the packets
 * on the links. The functions of checker.c walk it from step to step. */
#ifndef CHECK_PROOF_H
#define CHECK_PROOF_H

#include "collectives/bound/network.h"
#include "collectives/check/finding.h"

/* The set of nodes that a node has heard of. */
struct heard {
    uint64_t node[CUBE_MAX_NODES / 64];
};

struct proof {
    const struct algorithm *algorithm;
    struct shape shape;
    uint32_t nodes;
    uint32_t most[SCHEDULE_AREAS];      /* blocks of the area at the node that has the most */
    uint32_t *contents[SCHEDULE_AREAS]; /* those of block b of node v at [v * most + b] */
    struct step *step;                  /* of each node */
    uint32_t *left;    /* ports on which a packet has left each node in this step */
    uint32_t *arrived; /* ports on which one has arrived */
    uint32_t *leaving; /* contents of all packets of this step */
    uint32_t leaving_count;
    uint32_t leaving_room;
    uint32_t *sent; /* where the packet of node v, port p begins in `leaving`, at [v * n + p] */
    uint32_t *came; /* where the packet that arrived there begins */
    uint32_t busy;  /* ports that any node uses in this step */
    struct heard *heard; /* before this step */
    struct heard *hears; /* after it */
    uint32_t number;     /* of the step */
    void *table;         /* of the schedule; null if it has none */
    char spoilt[120];    /* where contents were first combined that do not go together; "" */
    struct network network;
    struct finding *finding;
    const struct faults *faults; /* dead links, or null */
    bool loses;                  /* nodes do not know of them: packets there are lost */
    struct observer observer;
};

/* Allocates memory for the schedule, and fills in the initial contents of all nodes. Algorithm,
 * shape, number of nodes, network and finding are set, all else is zero. Ends the program if memory
 * is short. */
void proof_begin(struct proof *proof);

/* Frees the memory of proof_begin and proof_grow. */
void proof_end(struct proof *proof);

/* Writes the step and the error into the finding. Returns false. */
bool proof_fail(struct proof *proof, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Returns `memory`, which may be null, with room for this number of entries. It may have moved.
 * Ends the program if memory is short. */
void *proof_grow(void *memory, size_t count, size_t bytes);

/* The content of block `block` of an area of a node (contents.h). */
static inline uint32_t *proof_block(const struct proof *proof, uint32_t node, uint32_t area,
                                    uint32_t block) {
    return &proof->contents[area][(size_t)node * proof->most[area] + block];
}

/* How many blocks the area of a node has. */
static inline uint32_t proof_blocks(const struct proof *proof, uint32_t node, uint32_t area) {
    return algorithm_blocks(proof->algorithm, &proof->shape, node, area);
}

/* Whether the packet from `port` is written to an area of the node. */
static inline bool proof_stores(const struct proof *proof, const struct step *step, uint32_t port) {
    return ((step->receives >> port) & 1) != 0 ||
           (((step->relays >> port) & 1) != 0 && proof->algorithm->relay == RELAY_WHOLE);
}

/* Checks the node's part of the present step: its description, its sets of ports, the runs that it
 * sends and receives, and the port model. Adds its ports to those that are busy. Returns false,
 * with a message, if a rule is broken. (step_rules.c) */
bool step_keeps_rules(struct proof *proof, uint32_t node);

#endif
