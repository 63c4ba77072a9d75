/* What is to be simulated, in a few words that mean the same on the host and on the cube:
 *
 *     NAME FLITS                      each node sends one such message, all at once
 *     NAME FLITS LOAD CYCLES SEED     messages for so many cycles, LOAD flits a cycle and node
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

/* Reads the words, which end with a null, for a cube of that many dimensions. Returns null, or a
 * constant text that says what is wrong with them. */
const char *job_read(struct job *job, char *words[], uint32_t dimensions);

/* Starts the source of a node. */
void job_start_source(const struct job *job, uint32_t node, struct source *source);

/* Prints a line of what has been delivered to all of `nodes` nodes, and for a load another one,
 * which says whether it is saturated: so much is on its way, or still waits for it, that it is more
 * than a tenth of all messages, and more than two of each node. */
void job_print(const struct job *job, uint32_t nodes, const struct delivery *delivery);

#endif
