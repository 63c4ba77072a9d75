/* Bare flags: what a message and a barrier cost when they are nothing but a shared word. Each node
 * writes the word `flag` of its window to a neighbour and reads the neighbour's; a failed look
 * passes the turn. No ring, no header, no meter, no forwarding: the floor to compare with. */
#ifndef BENCH_FLAGS_H
#define BENCH_FLAGS_H

#include "net/system.h"

/* Tells the neighbour on `dimension` the number `round`. Release: what was written before is seen
 * by whoever reads the flag in flag_wait. */
static inline void flag_raise(const struct cube_node_page *page, uint32_t dimension,
                              uint32_t round) {
    struct cube_window *window = (struct cube_window *)page->outgoing[dimension];
    atomic_store_explicit(&window->flag, round, memory_order_release);
}

/* Returns when the neighbour has raised its flag to `round` or beyond (free-running, compared by
 * difference). Acquire: the partner of flag_raise. */
static inline void flag_wait(const struct cube_node_page *page, uint32_t dimension,
                             uint32_t round) {
    const struct cube_window *window = (const struct cube_window *)page->incoming[dimension];
    while ((int32_t)(atomic_load_explicit(&window->flag, memory_order_acquire) - round) < 0)
        system_yield();
}

#endif
