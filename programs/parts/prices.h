/* The costs of links, as a program finds them from the cost model's times of single packets. */
#ifndef PROGRAMS_PARTS_PRICES_H
#define PROGRAMS_PARTS_PRICES_H

#include <stdbool.h>
#include <stdint.h>

/* t_s, t_h and t_w: the cost of a packet, of each link that it passes, and of each byte. */
struct prices {
    uint64_t start;
    uint64_t hop;
    uint64_t byte;
};

/* Returns the prices that cuberun was given; all are 0 if it was given none. They are the same at
 * every node. */
struct prices prices_given(void);

/* Whether the nodes have clocks, and these stand still while a node computes. A time is then only
 * that of links. */
bool instructions_are_free(void);

/* Returns A t_s + B t_w m + C t_h, for blocks of `bytes` bytes. */
uint64_t prices_sum(struct prices prices, uint64_t starts, uint64_t blocks, uint64_t hops,
                    uint64_t bytes);

#endif
