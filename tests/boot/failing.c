/* Nothing passes a link that is dead, or after it has failed: a node's writes in its window are
 * then invisible to its neighbour, unlike on a live link, and of a dead one it reads only zeros.
 * Calls on the link still work: packets, a barrier, a sum. The argument is the number of links that
 * fail. */
#include <stdatomic.h>

#include "net/system/system.h"
#include "tests/tap.h"

enum { BYTES = 3000, MARKED = 1024 /* a byte of the control page that has no meaning */ };

static struct cube_window *window_of(uint64_t address) {
    return (struct cube_window *)(uintptr_t)address;
}

static uint8_t *mark_of(uint64_t address) {
    return (uint8_t *)window_of(address) + MARKED;
}

/* Returns the dimensions on which a node's link has failed, or is dead. */
static uint32_t failed_at(const struct cube_failures *failures, const uint16_t *dead,
                          uint32_t node) {
    uint32_t dimensions = dead ? dead[node] : 0;
    for (uint32_t left = failures ? atomic_load(&failures->set) : 0; left; left &= left - 1) {
        int i = __builtin_ctz(left);
        uint32_t d = failures->link[i].dimension;
        if (failures->link[i].node == node || (failures->link[i].node ^ 1u << d) == node)
            dimensions |= 1u << d;
    }
    return dimensions;
}

static bool is_zero(const void *page) {
    static const uint8_t zeros[CUBE_PAGE_BYTES];
    return memcmp(page, zeros, sizeof zeros) == 0;
}

/* Works until N links have failed, and all nodes have seen it. */
static void await_failures(const struct cube_failures *failures, uint32_t links) {
    uint64_t all = 0;
    while (all < (uint64_t)cube_nodes()) {
        uint32_t set = atomic_load(&failures->set);
        uint64_t seen = (uint32_t)__builtin_popcount(set) == links;
        if (cube_allreduce(&seen, &all, 1, &cube_uint64, &cube_sum) != 0)
            break;
    }
    cube_barrier();
}

static bool exchanges(const struct cube_node_page *page, uint32_t d) {
    static uint8_t sent[BYTES], come[BYTES];
    const void *send[CUBE_DIMENSIONS];
    void *receive[CUBE_DIMENSIONS];
    memset(sent, (int)(16 * page->node + d), sizeof sent);
    send[d] = sent;
    receive[d] = come;
    return cube_links_exchange(1u << d, send, 1u << d, receive, BYTES) == 0 &&
           come[0] == (uint8_t)(16 * (page->node ^ 1u << d) + d) && come[BYTES - 1] == come[0];
}

int main(int argc, char *argv[]) {
    const struct cube_node_page *page = system_node_page();
    const struct cube_failures *failures = (const struct cube_failures *)(uintptr_t)page->failed;
    uint32_t links = argc == 2 ? (uint32_t)argv[1][0] - '0' : 0;
    const uint16_t *dead = (const uint16_t *)(uintptr_t)page->dead;
    bool unseen = true, seen = true, arrived = true;
    if (links > 0 ? !failures : !dead)
        return 1;
    if (links > 0)
        await_failures(failures, links);
    /* Where links fail, dead ones are carried as these are, by a copy of the window that is in use.
     */
    uint32_t dead_here = dead && links == 0 ? dead[page->node] : 0;
    uint32_t failed = failed_at(failures, dead, page->node);
    for (uint32_t d = 0; d < page->dimension; d++)
        if (dead_here >> d & 1)
            memset(window_of(page->outgoing[d]), (int)page->node + 1, CUBE_PAGE_BYTES);
        else
            *mark_of(page->outgoing[d]) = (uint8_t)(page->node + 1);
    cube_barrier();
    for (uint32_t d = 0; d < page->dimension; d++) {
        uint8_t mark = *mark_of(page->incoming[d]);
        if (dead_here >> d & 1)
            unseen &= is_zero(window_of(page->incoming[d]));
        else if (failed >> d & 1)
            unseen &= mark == 0;
        else
            seen &= mark == (page->node ^ 1u << d) + 1;
        arrived &= exchanges(page, d);
    }
    uint64_t mine = unseen && seen && arrived, all = 0;
    int error = cube_allreduce(&mine, &all, 1, &cube_uint64, &cube_sum);
    ok(unseen, "nothing passes a link that is dead or has failed");
    ok(seen, "others go on");
    ok(arrived, "what is sent over it arrives");
    ok(error == 0 && all == (uint64_t)cube_nodes(), "at all nodes");
    return tap_end();
}
