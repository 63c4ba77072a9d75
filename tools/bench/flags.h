/* Bare flags: a message or a barrier that is nothing but a shared word. Each node writes the word
 * `flag` of its window to a neighbour and reads the neighbour's. There is no ring, no header and no
 * meter, so this is the floor with which the library's calls are compared. The caller chooses how
 * to wait between two looks.
 */
#ifndef BENCH_FLAGS_H
#define BENCH_FLAGS_H

#include "net/system/system.h"
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

/* Tells the neighbour the number `round`. The release orders all writes before it, and its partner
 * is the acquire in flag_is_up. */
static inline void flag_raise(struct flag_link link, uint32_t round) {
    atomic_store_explicit(link.out, round, memory_order_release);
}

/* Whether the neighbour has raised its flag to `round` or beyond. Rounds run freely and are
 * compared by their difference. The acquire orders all reads after it, and its partner is the
 * release in flag_raise. */
static inline bool flag_is_up(struct flag_link link, uint32_t round) {
    return (int32_t)(atomic_load_explicit(link.in, memory_order_acquire) - round) >= 0;
}

#endif
