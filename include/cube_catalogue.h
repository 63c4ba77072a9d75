/* What the catalogue of algorithms says, for programs that compare it with what they measure. */
#ifndef CUBE_CATALOGUE_H
#define CUBE_CATALOGUE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An algorithm on the cube that the program runs on. The counts are exact. */
struct cube_algorithm {
    const char *name;      /* "aspc-one-port": what cube_aspc_by and its like take */
    const char *operation; /* "aspc" */
    const char *ports;     /* port model: "all-port", "one-port", "SIMD" */
    const char *source;    /* the literature it is from */
    uint32_t steps;
    uint32_t bound;      /* steps that no algorithm of this port model can go below */
    uint64_t packets;    /* of all nodes together, each counted on every link that it passes */
    uint64_t link_words; /* blocks, counted in the same way */
};

/* Fills *algorithm, the caller's, with entry `index` of the catalogue, from 0. Returns 0, or
 * -EINVAL if there are not so many. */
int cube_catalogue(size_t index, struct cube_algorithm *algorithm);

/* The same by name. -EINVAL: there is none of that name. */
int cube_catalogue_find(const char *name, struct cube_algorithm *algorithm);

/* The set of dimensions (bit d) on which the algorithm has a packet arrive at this node in `step`,
 * 1
 * .. steps; 0 for other steps and unknown names. */
uint32_t cube_catalogue_arrivals(const char *name, uint32_t step);

#ifdef __cplusplus
}
#endif

#endif
