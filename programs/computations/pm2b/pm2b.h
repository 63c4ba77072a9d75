/* Computations by +-2^b (Hu, section 4). In each iteration all elements a[0], ..., a[M - 1] get new
 * values at once:
 *     a[i] = f(b, i, a[i], a[i + 2^b], a[i - 2^b]),   indices modulo M.
 * There are log M iterations, with b = 0, 1, ..., log M - 1 (ascend) or b = log M - 1, ..., 1, 0
 * (descend).
 *
 * The elements lie in blocks on the ring of Gray codes: logical node i, which is physical node
 * cube_gray(i), holds the L = M / N elements from number i L on. An element's place in its block is
 * its slot. So an offset 2^b >= L leads to the same slot of logical nodes i +- 2^b / L, and a
 * smaller one stays in the node or leads to a neighbour on the ring. M is a power of two and at
 * least N; other numbers of elements are filled up to the next such number with copies of a neutral
 * element.
 */
#ifndef COMPUTATIONS_PM2B_PM2B_H
#define COMPUTATIONS_PM2B_PM2B_H

#include <stddef.h>
#include <stdint.h>

#include "programs/computations/account.h"

/* Elements whose new values are computed together: element k of them is a[first + k apart]. */
struct pm2b_run {
    unsigned b;
    uint64_t first;
    uint64_t apart;
    size_t count;
};

/* Sets *result to f(b, i, *own, *plus, *minus), where plus is a[i + 2^b] and minus is a[i - 2^b].
 * `result` overlaps none of the others. `context` is that of the program. */
typedef void pm2b_function(unsigned b, uint64_t i, const void *own, const void *plus,
                           const void *minus, void *result, const void *context);

/* Computes f for all elements of a run. `own`, `plus`, `minus` and `result` point to run->count
 * elements each, one after the other. The first three may overlap each other, but not `result`. */
typedef void pm2b_run_function(const struct pm2b_run *run, const void *own, const void *plus,
                               const void *minus, void *result, const void *context);

enum pm2b_order { PM2B_ASCEND, PM2B_DESCEND };

/* Executions of a program. count.h has their costs. */
enum pm2b_execution {
    PM2B_OFFSETS,    /* one offset after the other */
    PM2B_PIPELINED,  /* a pipeline, in which ASPC moves packets for all offsets of L and more at
                        once; before it or after it the smaller offsets, one after the other */
    PM2B_OVERLAPPED, /* the pipeline, and the smaller offsets on the links that ASPC leaves idle */
};

struct pm2b {
    size_t bytes;            /* of an element */
    uint64_t elements;       /* before they are filled up */
    const void *neutral;     /* an element; may be null where none is needed */
    pm2b_function *function; /* f; may be null if `run` is not */
    pm2b_run_function *run;  /* f for a run; used if both are there */
    const void *context;     /* of f */
    enum pm2b_order order;
    enum pm2b_execution execution;
    unsigned offsets; /* the number of iterations, which have the offsets 1, 2, 4, ..., from log L
                         to log M; 0: log M */
    size_t packet;    /* the number of elements in a packet, a power of two; 0: 1. More than L means
                         L. PM2B_OVERLAPPED needs 1. */
    void *memory;     /* pm2b_memory bytes, aligned as malloc's, which a call uses and the caller
                         keeps; null: each call allocates and frees its own */
};

/* The number M of elements after they are filled up, and the number L of those of a node. There are
 * at most 2^62 elements. */
uint64_t pm2b_filled(uint64_t elements);
size_t pm2b_block(uint64_t elements);

/* Returns how many bytes of memory the program needs at a node besides its elements; 0 if
 * pm2b_compute would return -EINVAL. */
size_t pm2b_memory(const struct pm2b *program);

/* Carries the program out on the L elements at `block`, which become the result. Those that are
 * beyond the number of elements need not be set: this call fills them up. Every node calls it with
 * the same program. It adds the number of calls of f at this node to *calls, if `calls` is not
 * null, and counts the steps in the account, which may be null. Returns 0, or -EINVAL (elements of
 * no bytes, no elements or too many, no f, no neutral element where one is needed, an invalid
 * execution, offsets or packets). */
int pm2b_compute(const struct pm2b *program, void *block, struct account *account, uint64_t *calls);

#endif
