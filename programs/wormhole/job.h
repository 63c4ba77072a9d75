/* The description of a simulation, the same on the host and on the cube:
 *
 *     NAME FLITS                      each node sends one such message, all at once
 *     NAME FLITS LOAD CYCLES SEED     messages for CYCLES cycles, LOAD flits a cycle and node
 *
 * NAME is the name of a permutation (programs/mapping/communication.h). With "mapped-" in front of
 * it the nodes are placed such that it has the least contention. */
#ifndef WORMHOLE_JOB_H
#define WORMHOLE_JOB_H

#include "programs/mapping/communication.h"
#include "programs/wormhole/router.h"
#include "programs/wormhole/source.h"

/* ---- Deliveries to a node, or to all nodes ----
 *
 * The two drivers of the routers, on the host and on the cube, are compared by these numbers. */

struct delivery {
    uint64_t made; /* messages that the sources have made, delivered or not */
    uint64_t flits;
    uint64_t messages;
    uint64_t latency; /* cycles from being made to being delivered, added up over all messages */
    uint64_t last;    /* the last cycle in which anything was delivered */
    uint64_t digest;  /* of every flit and its cycle, in the order in which they came to a node; for
                         several nodes, the sum */
};

/* Adds a flit that has been delivered in `cycle`. The digest is Fowler, Noll and Vo's hash, FNV-1a,
 * taken by words instead of by bytes; the factor is theirs. */
static inline void delivery_add(struct delivery *delivery, uint32_t cycle, struct flit flit) {
    uint64_t words[] = {cycle, flit.created, flit.source, flit.destination, flit.number, flit.kind};
    for (unsigned k = 0; k < sizeof words / sizeof words[0]; k++)
        delivery->digest = (delivery->digest ^ words[k]) * UINT64_C(0x100000001b3);
    delivery->flits++;
    delivery->last = cycle;
    if (flit.kind == FLIT_TAIL) {
        delivery->messages++;
        delivery->latency += cycle - flit.created;
    }
}

/* ---- Jobs ---- */

struct job {
    struct communication permutation;
    uint32_t flits;
    double load;     /* flits per cycle and node; 0: one message per node */
    uint32_t cycles; /* length of the simulation; 0: until all has been delivered */
    uint64_t seed;
};

/* Reads the words, which end with a null, for a cube of that many dimensions. Returns null, or an
 * error, a constant text. */
const char *job_read(struct job *job, char *words[], uint32_t dimensions);

/* Starts the source of a node. */
void job_start_source(const struct job *job, uint32_t node, struct source *source);

/* Prints a line of the deliveries to all of `nodes` nodes, and for a load another one, which tells
 * whether the network is saturated: more than a tenth of all messages, and more than two of each
 * node, are under way or waiting. */
void job_print(const struct job *job, uint32_t nodes, const struct delivery *delivery);

#endif
