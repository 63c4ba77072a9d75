/* Computations by +-2^b (Hu, section 4): elements a[0 .. M-1], of which every one becomes
 *     a[i] = f(b, i, a[i], a[i + 2^b], a[i - 2^b]),   indices modulo M,
 * all at once, for b = 0, 1, ..., log M - 1 (ascend) or b = log M - 1, ..., 1, 0 (descend).
 *
 * The elements are in blocks on the ring of Gray codes: logical node i, which is physical node
 * cube_gray(i), holds the elements i L, ..., i L + L - 1, L = M / N. So an offset 2^b >= L leads to
 * the same slot of logical nodes i +- 2^b / L, and a smaller one to this node or a neighbour on the
 * ring. M is a power of two, and at least N; other numbers of elements are filled up to the next
 * one with copies of a neutral element.
 */
#ifndef COMPUTATIONS_PM2B_PM2B_H
#define COMPUTATIONS_PM2B_PM2B_H

#include <stddef.h>
#include <stdint.h>

#include "computations/account.h"

/* Elements whose new values are computed together: element k of them is a[first + k apart]. */
struct pm2b_run {
    unsigned b;
    uint64_t first;
    uint64_t apart;
    size_t count;
};

/* Sets *result to f(b, i, *own, *plus, *minus), where plus is a[i + 2^b] and minus is a[i - 2^b].
 * `result` is none of the others. `context` is that of the program. */
typedef void pm2b_function(unsigned b, uint64_t i, const void *own, const void *plus,
                           const void *minus, void *result, const void *context);

/* The same for a run: `own`, `plus`, `minus` and `result` have run->count elements each, one after
 * the other; of these, `plus` and `minus` alone may overlap. */
typedef void pm2b_run_function(const struct pm2b_run *run, const void *own, const void *plus,
                               const void *minus, void *result, const void *context);

enum pm2b_order { PM2B_ASCEND, PM2B_DESCEND };

/* How a program is carried out. The counts are in count.h. */
enum pm2b_execution {
    PM2B_OFFSETS,    /* one offset after the other */
    PM2B_PIPELINED,  /* offsets of L and more at once, each for another packet, as ASPC goes */
    PM2B_OVERLAPPED, /* these, and over the link that is idle meanwhile the smaller offsets */
};

struct pm2b {
    size_t bytes;            /* of an element */
    uint64_t elements;       /* before they are filled up */
    const void *neutral;     /* an element; may be null where none is needed */
    pm2b_function *function; /* f; may be null if `run` is not, */
    pm2b_run_function *run;  /* which is used if both are there */
    const void *context;     /* of f */
    enum pm2b_order order;
    enum pm2b_execution execution;
    unsigned offsets; /* how many: 1, 2, 4, ..., 2^(offsets - 1), log L or more; 0: all log M */
    size_t packet;    /* elements in a packet, a power of two; 0: 1. A number of more than L means
                         L. For PM2B_OVERLAPPED it is 1. */
    void *memory;     /* of pm2b_memory bytes, for one call at a time, aligned as malloc does;
                         null: each call takes its own */
};

/* The number M of elements after they are filled up, and the number L of those of a node. */
uint64_t pm2b_filled(uint64_t elements);
size_t pm2b_block(uint64_t elements);

/* The bytes of memory that the program needs besides its elements; 0 if it is none. */
size_t pm2b_memory(const struct pm2b *program);

/* Carries the program out on the L elements at `block`, of which the last node's may be left for
 * this call to fill up. Every node calls it with the same program. Adds the calls of f of this
 * node to *calls, if it is not null, and the steps to the account, which may be null. Returns 0, or
 * -EINVAL (elements of no bytes or none at all, no f, a neutral element that is missing, offsets or
 * packets as they cannot be), -ENOMEM (nothing was sent), or what cube_links_exchange returns. */
int pm2b_compute(const struct pm2b *program, void *block, struct account *account, uint64_t *calls);

#endif
