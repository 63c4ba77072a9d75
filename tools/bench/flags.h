/* Bare flags: what a message and a barrier cost when they are nothing but a shared word. Each node
 * writes the word `flag` of its window to a neighbour and reads the neighbour's. No ring, no
 * header, no meter: the floor to compare with. How to wait between two looks is the user's choice.
 */
#ifndef BENCH_FLAGS_H
#define BENCH_FLAGS_H

#include "net/system.h"
#include <stdbool.h>

/* A node's two flags on one dimension. */
struct flag_link {
    _Atomic uint32_t *out;
    const _Atomic uint32_t *in;
};

static inline struct flag_link flag_link(const struct cube_node_page *page, uint32_t dimension) {
    struct cube_window *outgoing = (struct cube_window *)page->outgoing[dimension];
    const struct cube_window *incoming = (const struct cube_window *)page->incoming[dimension];
    return (struct flag_link){.out = &outgoing->flag, .in = &incoming->flag};
}

/* Tells the neighbour the number `round`. Release: what was written before is seen by whoever reads
 * the flag in flag_is_up. */
static inline void flag_raise(struct flag_link link, uint32_t round) {
    atomic_store_explicit(link.out, round, memory_order_release);
}

/* Whether the neighbour has raised its flag to `round` or beyond (free-running, compared by
 * difference). Acquire: the partner of flag_raise. */
static inline bool flag_is_up(struct flag_link link, uint32_t round) {
    return (int32_t)(atomic_load_explicit(link.in, memory_order_acquire) - round) >= 0;
}

#endif
