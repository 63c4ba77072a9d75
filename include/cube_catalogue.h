/* The catalogue of algorithms: the properties of each, to compare with measurements, and functions
 * to run and check any algorithm without knowing its operation. */
#ifndef CUBE_CATALOGUE_H
#define CUBE_CATALOGUE_H

#include <stddef.h>
#include <stdint.h>

#include "cube.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The parameters of an algorithm's counts besides the cube. A null pointer means a case of zeros:
 * root 0, one packet, no shift, the whole cube. */
struct cube_case {
    unsigned dimensions; /* those of the subcube it runs in; 0: all */
    int root;
    int target; /* the other node of an operation between two */
    unsigned packets;
    int shift;     /* 0 .. nodes of the (sub)cube - 1 */
    unsigned axes; /* number of axes of a mesh, and the nodes along each */
    unsigned side[CUBE_DIMENSIONS];
};

enum cube_varies { /* the members of a case that an algorithm depends on */
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
    const char *source;    /* its source in the literature */
    int is_default;        /* whether its operation takes it by default for this port model */
    int combines;          /* whether it combines blocks by an operator */
    int ordered;           /* whether it supports noncommutative operators */
    unsigned varies;       /* set of enum cube_varies */
    unsigned outputs;      /* 0 .. 2 */
    uint32_t steps;
    uint32_t bound;   /* lower bound on the steps of any algorithm of this port model, with packets
                         of at most this one's size, and with relays and copies of blocks only if
                         this one has them; 0: a program's own algorithm claims no bound */
    int open;         /* whether no algorithm of the catalogue reaches the bound, so that a better
                         bound may exist */
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

/* Returns the number of this node's blocks of the input (area 0) or of an output (area 1 ..
 * outputs), or 0 where cube_catalogue_find fails. */
uint32_t cube_catalogue_blocks(const char *name, const struct cube_case *given, unsigned area);

/* The content of a block: input block `block` of the nodes `first` .. `last`, combined in this
 * order. If first > last the content is undefined. Nodes are numbered within the (sub)cube or, on a
 * ring or mesh, by rank: see cube_catalogue_rank. */
struct cube_content {
    uint32_t first;
    uint32_t last;
    uint32_t block;
};

/* Return the required content of an output block of this node after the call, and this node's rank.
 */
struct cube_content cube_catalogue_content(const char *name, const struct cube_case *given,
                                           unsigned area, uint32_t block);
uint32_t cube_catalogue_rank(const char *name, const struct cube_case *given);

/* Sets *time to the algorithm's time with blocks of `bytes` bytes by the cost model
 * (docs/guide/measuring.md), with the costs and ports given to cuberun, and free instructions. The
 * largest clock of a run shows the same. Returns 0, or 1 if the clock may show less, or -EINVAL, or
 * -ENOTSUP for an algorithm that needs all ports where a node has one. */
int cube_catalogue_time(const char *name, const struct cube_case *given, size_t bytes,
                        uint64_t *time);

/* Returns the time that --explain prints for the algorithm. It includes the library's work where
 * instructions have a cost, or where nothing has. It is negative where cube_catalogue_find fails.
 */
double cube_catalogue_estimate(const char *name, const struct cube_case *given, size_t bytes);

/* Runs the algorithm with blocks of `bytes` bytes. The input is at `input`, output area 1 + k at
 * output[k]. `type` and `op` are null where the algorithm does not combine. Returns 0 or an error
 * of the collective calls. */
int cube_catalogue_run(const char *name, const struct cube_case *given,
                       const struct cube_type *type, const struct cube_op *op, const void *input,
                       void *const output[], size_t bytes);

#ifdef __cplusplus
}
#endif

#endif
