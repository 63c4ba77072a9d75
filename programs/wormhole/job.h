/* The description of a simulation, the same on the host and on the cube:
 *
 *     NAME FLITS                      each node sends one such message, all at once
 *     NAME FLITS LOAD CYCLES SEED     messages for CYCLES cycles, LOAD flits a cycle and node
 *
 * NAME is the name of a permutation (programs/mapping/named.h). With "mapped-" in front of it the
 * nodes are placed such that it has the least contention. */
#ifndef WORMHOLE_JOB_H
#define WORMHOLE_JOB_H

#include "programs/mapping/communication.h"
#include "programs/wormhole/delivery.h"
#include "programs/wormhole/source.h"

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
