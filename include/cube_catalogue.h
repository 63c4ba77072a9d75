/* The catalogue of algorithms: what it says of each, for programs that compare this with what they
 * measure, and a way to run and to check any algorithm without knowing its operation. */
#ifndef CUBE_CATALOGUE_H
#define CUBE_CATALOGUE_H

#include <stddef.h>
#include <stdint.h>

#include "cube.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the counts of an algorithm depend on besides the cube. A null pointer to a case means the
 * same as a case of zeros: root 0, one packet, no shift, the whole cube. */
struct cube_case {
    unsigned dimensions; /* those of the subcube it runs in; 0: all */
    int root;
    int target; /* the other node of an operation between two */
    unsigned packets;
    int shift;     /* 0 .. nodes of the (sub)cube - 1 */
    unsigned axes; /* of a mesh, and the nodes along each */
    unsigned side[CUBE_DIMENSIONS];
};

enum cube_varies { /* with which members of a case an algorithm varies */
                   CUBE_VARIES_ROOT = 1u << 0,
                   CUBE_VARIES_TARGET = 1u << 1,
                   CUBE_VARIES_PACKETS = 1u << 2,
                   CUBE_VARIES_SHIFT = 1u << 3,
                   CUBE_VARIES_SIDES = 1u << 4,
};

/* An algorithm on the cube that the program runs on. The counts are exact. */
struct cube_algorithm {
    const char *name;      /* "aspc-one-port": the algorithm of a cube_choice */
    const char *operation; /* "aspc" */
    const char *ports;     /* port model: "all-port", "one-port", "SIMD" */
    const char *source;    /* the literature it is from */
    int is_default;        /* what its operation takes for this port model */
    int combines;          /* whether it combines blocks by an operator */
    int ordered;           /* whether that operator need not commute */
    unsigned varies;       /* set of enum cube_varies */
    unsigned outputs;      /* 0 .. 2 */
    uint32_t steps;
    uint32_t bound;   /* no algorithm of this port model takes fewer steps, with packets as large as
                         the largest of this one, relays only if this one has any, and copies of
                         blocks on their way only if this one makes any; 0 for a program's own
                         algorithm that claims none */
    int open;         /* whether no algorithm of the catalogue takes as few steps as the bound, so
                         that it may not be the best bound */
    uint64_t packets; /* of all nodes together, each counted on every link that it passes */
    uint64_t link_words; /* blocks, counted in the same way */
};

/* Fills *algorithm, the caller's, with entry `index` of the catalogue, from 0, for the null case.
 * The program's own algorithms (cube_algorithm.h) follow the library's. Returns 0, or -EINVAL if
 * there are fewer. */
int cube_catalogue(size_t index, struct cube_algorithm *algorithm);

/* Fills *algorithm with the entry of this name, for any case. Returns 0, or -EINVAL if there is no
 * such name, or no such algorithm for this case. */
int cube_catalogue_find(const char *name, const struct cube_case *given,
                        struct cube_algorithm *algorithm);

/* Returns the set of dimensions (bit d) on which a packet of the algorithm arrives at this node in
 * step `step`, 1 .. steps, or 0 for other steps, and where cube_catalogue_find fails. */
uint32_t cube_catalogue_arrivals(const char *name, const struct cube_case *given, uint32_t step);

/* Returns how many blocks this node has of the input (area 0) or of an output (area 1 .. outputs),
 * or 0 where cube_catalogue_find fails. */
uint32_t cube_catalogue_blocks(const char *name, const struct cube_case *given, unsigned area);

/* What a block holds: input block `block` of the nodes `first` .. `last`, combined in this order.
 * If first > last it does not matter what it holds. The numbers of nodes are those within the
 * (sub)cube or, on a ring or mesh, ranks along it: see cube_catalogue_rank. */
struct cube_content {
    uint32_t first;
    uint32_t last;
    uint32_t block;
};

/* Return what a block of an output of this node must hold after the call, and this node's rank. */
struct cube_content cube_catalogue_content(const char *name, const struct cube_case *given,
                                           unsigned area, uint32_t block);
uint32_t cube_catalogue_rank(const char *name, const struct cube_case *given);

/* Sets *time to the time that the algorithm takes with blocks of `bytes` bytes by the cost model
 * (docs/guide/measuring.md), where packets have the costs and nodes the ports that cuberun was
 * given, and instructions are free. That is what the largest clock shows then. Returns 0, or 1 if
 * the clock may show less, or -EINVAL, or -ENOTSUP for an algorithm that needs all ports where a
 * node has one. */
int cube_catalogue_time(const char *name, const struct cube_case *given, size_t bytes,
                        uint64_t *time);

/* Returns the time that --explain prints for the algorithm: it includes the library's own work
 * where instructions count, and where nothing has a cost. It is negative where cube_catalogue_find
 * fails. */
double cube_catalogue_estimate(const char *name, const struct cube_case *given, size_t bytes);

/* Runs the algorithm with blocks of `bytes` bytes. The input is at `input`, output area 1 + k at
 * output[k]. `type` and `op` are null where the algorithm does not combine. Returns what the
 * collective calls return. */
int cube_catalogue_run(const char *name, const struct cube_case *given,
                       const struct cube_type *type, const struct cube_op *op, const void *input,
                       void *const output[], size_t bytes);

#ifdef __cplusplus
}
#endif

#endif
