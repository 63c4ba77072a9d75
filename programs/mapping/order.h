/* Reordering mappings: which address bit of the logical nodes is placed on which dimension of the
 * cube (Hou et al., definition 8). Neighbours stay neighbours. */
#ifndef MAPPING_ORDER_H
#define MAPPING_ORDER_H

#include "programs/mapping/communication.h"

struct order {
    uint32_t size;                /* address bits, and dimensions */
    uint8_t bit[BIT_MATRIX_SIZE]; /* bit[k]: the address bit that dimension k is for */
};

/* The order in which every bit is on the dimension of its own number. */
struct order order_identity(uint32_t size);

/* The physical node that logical node `node` is placed on. */
uint32_t order_place(const struct order *order, uint32_t node);

/* Returns a communication between logical nodes as it is between physical ones: QAQ^-1 and Qb
 * (theorem 2), where Q is the permutation matrix that order_place multiplies by. */
struct communication order_applied(const struct order *order,
                                   const struct communication *communication);

/* Fills contention[0 .. size - 1] with the contention of each dimension when a communication is
 * carried out in that order. Returns the largest, the degree of contention (definition 6). */
uint32_t order_contention(const struct order *order, const struct communication *communication,
                          uint32_t contention[]);

/* ---- Two nodes on each router: two_a_router.c ---- */

/* How many messages, of both halves together, share the busiest channel of each dimension of the
 * routers' cube: contention[0 .. size - 2] of a communication of 2 or more dimensions. Returns the
 * largest. */
uint32_t two_a_router_contention(const struct order *order,
                                 const struct communication *communication, uint32_t contention[]);

#endif
