/* What links cost, as a program can tell: from the cost model's times of single packets. */
#ifndef PROGRAMS_PRICES_H
#define PROGRAMS_PRICES_H

#include <stdbool.h>
#include <stdint.h>

/* t_s, t_h and t_w: of a packet, of each link that it passes, and of each byte. */
struct prices {
    uint64_t start;
    uint64_t hop;
    uint64_t byte;
};

/* The prices that cuberun was given; all 0 if it was given none. Every node has the same. */
struct prices prices_given(void);

/* Whether the nodes have clocks that stand still while a node computes, so that a time is what
 * links cost and nothing else. */
bool instructions_are_free(void);

/* A t_s + B t_w m + C t_h, for blocks of `bytes` bytes. */
uint64_t prices_sum(struct prices prices, uint64_t starts, uint64_t blocks, uint64_t hops,
                    uint64_t bytes);

#endif
