#include "kernel/faults/failures.h"

#include <string.h>

#include "kernel/console.h"
#include "kernel/lock.h"
#include "kernel/memory.h"
#include "kernel/node.h"
#include "kernel/pages.h"
#include "kernel/parts/part.h"

struct cube_failures *failures;

static struct lock lock;
static _Atomic uint32_t here;
static uint64_t times[CUBE_MAX_DIMENSION];

bool failures_start(void) {
    uint64_t frame = pages_allocate(1, PAGES_KERNEL);
    if (frame)
        failures = memset(memory_at(frame), 0, CUBE_PAGE_BYTES);
    return frame;
}

struct cube_failed failures_named(uint32_t node, uint32_t dimension) {
    uint32_t named = dimension;
    if (dimension < node_dimension)
        named = (uint32_t)__builtin_ctz(cube_place(node_order, node_dimension, 1u << dimension));
    return (struct cube_failed){(uint16_t)cube_place(node_order, node_dimension, node),
                                (uint16_t)named};
}

void failures_add(uint32_t link, uint64_t time) {
    lock_take(&lock);
    times[link] = time;
    uint32_t now = failures_here() | 1u << link;
    atomic_store_explicit(&here, now, memory_order_relaxed);
    /* Release: before all that the node sends by what it knows then. Partner: the acquire in
     * failures_everywhere, where such a packet has come. */
    if (part_count > 1)
        atomic_store_explicit(&part_words(part_self)->failed, now, memory_order_release);
    lock_release(&lock);
}

uint32_t failures_here(void) {
    return atomic_load_explicit(&here, memory_order_relaxed);
}

uint32_t failures_everywhere(void) {
    uint32_t set = failures_here();
    for (uint32_t part = 0; part < part_count && part_count > 1; part++)
        set |= atomic_load_explicit(&part_words(part)->failed, memory_order_acquire);
    return set;
}

bool failures_learn(uint32_t set) {
    return set & ~atomic_fetch_or_explicit(&failures->set, set, memory_order_acq_rel);
}

bool failures_has_failed(uint32_t node) {
    if (!failures)
        return false;
    uint32_t set = failures_here() | atomic_load_explicit(&failures->set, memory_order_relaxed);
    for (; set; set &= set - 1) {
        const struct cube_failed *failed = &failures->link[__builtin_ctz(set)];
        if (failed->dimension == CUBE_FAILED_NODE && failed->node == node)
            return true;
    }
    return false;
}

/* Of programs those that have failed are printed elsewhere: the moment of one may come after its
 * end (kernel/reports/survived.c). */
static void print(uint32_t link) {
    const struct cube_failed *failed = &failures->link[link];
    struct cube_failed named = failures_named(failed->node, failed->dimension);
    if (failed->dimension == CUBE_FAILED_NODE)
        console_print("all of node %u, which failed", (unsigned)named.node);
    else if (cube_failed_is_link(failed))
        console_print("the link of node %u on dimension %u, which failed", (unsigned)named.node,
                      (unsigned)named.dimension);
    else
        return;
    if (times[link])
        console_print(" at %lu", (unsigned long)times[link]);
    console_print("\n");
}

void failures_print(void) {
    for (uint32_t left = failures_here(); left; left &= left - 1)
        print((uint32_t)__builtin_ctz(left));
}
