/* All-to-some personalized communication (ASPC): element j of logical node i goes to logical nodes
 * i + 2^j and i - 2^j. Y. C. Hu, "Optimal All-to-Some Personalized Communication on Hypercubes". */
#ifndef COLLECTIVES_CUBE_ASPC_H
#define COLLECTIVES_CUBE_ASPC_H

#include "collectives/schedule/algorithm.h"

/* The schedule tables phi (Hu, Definition 1) and varphi (Definition 2) of the n-cube, n =
 * `dimension` >= 1: the port on which location j of logical node i is sent in the plus half, and in
 * the minus half. 0 <= i < 2^n, 0 <= j < n. */
uint32_t aspc_phi(uint32_t dimension, uint32_t i, uint32_t j);
uint32_t aspc_varphi(uint32_t dimension, uint32_t i, uint32_t j);

extern const struct operation aspc_operation;

extern const struct algorithm aspc_all_port;     /* "aspc" */
extern const struct algorithm aspc_permutations; /* "aspc-permutations" */
extern const struct algorithm aspc_one_port;     /* "aspc-one-port" */

#endif
