/* Programs for a PM2I network (Siegel's plus-minus 2^i network, of which Feng's data manipulator is
 * one), carried out on the cube. The network has N places, and 2 log N functions from place to
 * place: i -> i + 2^j and i -> i - 2^j modulo N. A program is a sequence of network steps, between
 * which places compute. Place i is logical node i, physical node cube_gray(i) (Hu, section 3). */
#ifndef COMPUTATIONS_PM2B_NETWORK_H
#define COMPUTATIONS_PM2B_NETWORK_H

#include <stddef.h>
#include <stdint.h>

#include "programs/computations/account.h"
#include "programs/computations/cost.h"

/* Which functions are used in a step of the network. */
enum network_use {
    NETWORK_PLUS,  /* i -> i + 2^j by all places */
    NETWORK_MINUS, /* i -> i - 2^j by all places */
    NETWORK_EACH,  /* i -> i + offset[i], one function for each place, together a permutation */
    NETWORK_ALL,   /* all 2 log N by all places */
};

struct network_step {
    enum network_use use;
    unsigned j;        /* for NETWORK_PLUS and NETWORK_MINUS: 0 .. log N - 1 */
    const int *offset; /* for NETWORK_EACH: N of 2^j or -2^j, by place */
};

/* The computation of a place after a step of the network, `number` from 0. After a step with one
 * function for each place `arrived` is the element that has come; after NETWORK_ALL there are log
 * N, of which element j has come from place i - 2^j, and at `above` log N more, of which element j
 * has come from i + 2^j. `elements` are this place's log N elements: it sends element 0 in a step
 * with one function, and element j goes both ways by 2^j in NETWORK_ALL. */
typedef void network_operation(size_t number, const void *arrived, const void *above,
                               void *elements, void *context);

/* Carries out `count` steps of a program on the log N elements of `bytes` bytes at `elements` of
 * this place. Every node calls it with the same steps. If there is one node alone, no such
 * function, or two places that send to one, the program ends with a message. */
void network_emulate(const struct network_step steps[], size_t count, size_t bytes, void *elements,
                     network_operation *operation, void *context, struct account *account);

/* The costs of the cube for one step of the network. Steps: 1 if all offsets are 1 or -1, else 2;
 * for NETWORK_ALL 4, or 2 on two nodes. On a SIMD cube each offset of 2^j would take log N - j at
 * least (Hu, section 1). Words are elements. All 0 if there is no such step. */
struct cost network_cost(const struct network_step *step, size_t bytes);

#endif
