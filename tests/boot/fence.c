/* The fence between emulators (net/system/system.h, system_fence), by the litmus test of store
 * buffers: two neighbours in two parts each write a number that counts up to a word of their own
 * window, fence, and read the other's. If node 0 has read less than j after it wrote i, and node 1
 * less than i after it wrote j, both have read before what they wrote was seen, and may both fall
 * asleep for ever. Without the fence some do, where each emulator has a processor of the host: with
 * the argument "none" this is shown. */
#include <stdatomic.h>

#include "net/system/system.h"
#include "tests/tap.h"

enum { ROUNDS = 200000 };

static uint32_t seen[ROUNDS + 1], seen_by_other[ROUNDS + 1];

static void litmus(bool fence, _Atomic uint32_t *own, const _Atomic uint32_t *other) {
    for (uint32_t round = 1; round <= ROUNDS; round++) {
        atomic_store_explicit(own, round, memory_order_relaxed);
        if (fence)
            system_fence();
        seen[round] = atomic_load_explicit(other, memory_order_relaxed);
    }
}

/* Returns how many rounds of this node have seen too little, and the other's as well. What a node
 * sees never becomes less, so that for each round of ours one of the other's is to be looked at:
 * the first whose number this round has not seen. */
static uint32_t both_missed(void) {
    uint32_t missed = 0;
    for (uint32_t round = 1; round <= ROUNDS; round++)
        missed += seen[round] < ROUNDS && seen_by_other[seen[round] + 1] < round;
    return missed;
}

/* Exchanges what the two have seen. */
static bool tell(void) {
    if (cube_node() == 0)
        return cube_link_send(0, seen, sizeof seen) == 0 &&
               cube_link_recv(0, seen_by_other, sizeof seen_by_other) >= 0;
    return cube_link_recv(0, seen_by_other, sizeof seen_by_other) >= 0 &&
           cube_link_send(0, seen, sizeof seen) == 0;
}

int main(int argc, char *argv[]) {
    const struct cube_node_page *page = system_node_page();
    /* Slots of the direct ring: they are used only when messages go round it once more. */
    _Atomic uint32_t *own = (void *)(page->outgoing[0] + CUBE_SLOTS_DISTANCE);
    const _Atomic uint32_t *other = (void *)(page->incoming[0] + CUBE_SLOTS_DISTANCE);
    bool fence = argc < 2 || strcmp(argv[1], "none") != 0;
    bool met = cube_barrier() == 0;
    litmus(fence, own, other);
    bool told = tell();
    uint32_t overlap = 0;
    for (uint32_t round = 1; round <= ROUNDS; round++)
        overlap += seen[round] > 0 && seen[round] < ROUNDS;
    if (cube_node() == 0)
        printf("# %d rounds, %u while the other node had begun and not ended; both missed: %u\n",
               ROUNDS, overlap, both_missed());
    ok(met && told, "the nodes meet");
    ok(!fence || both_missed() == 0, "one of two neighbours sees what the other has written");
    return tap_end();
}
