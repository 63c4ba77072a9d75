/* Nothing passes a dead link: a node's writes at the place of its window are invisible to its
 * neighbour, and it reads only zeros. Calls on the link still work: packets, a barrier, a sum. */
#include <stdatomic.h>
#include <string.h>

#include "cube.h"
#include "net/system/system.h"
#include "tests/tap.h"

enum { BYTES = 3000 };

static struct cube_window *window_of(uint64_t address) {
    return (struct cube_window *)(uintptr_t)address;
}

static bool is_zero(const void *page) {
    static const uint8_t zeros[CUBE_PAGE_BYTES];
    return memcmp(page, zeros, sizeof zeros) == 0;
}

int main(void) {
    const struct cube_node_page *page = system_node_page();
    const uint16_t *dead = (const uint16_t *)(uintptr_t)page->dead;
    uint32_t node = page->node, links = dead ? dead[node] : 0;
    static uint8_t sent[BYTES], come[BYTES];
    bool unseen = dead, arrived = true;
    for (uint32_t d = 0; d < page->dimension; d++)
        if (links >> d & 1)
            memset(window_of(page->outgoing[d]), (int)node + 1, CUBE_PAGE_BYTES);
    cube_barrier();
    for (uint32_t d = 0; d < page->dimension; d++) {
        if (links >> d & 1)
            unseen &= is_zero(window_of(page->incoming[d]));
        memset(sent, (int)(16 * node + d), sizeof sent);
        const void *send[CUBE_DIMENSIONS];
        void *receive[CUBE_DIMENSIONS];
        send[d] = sent;
        receive[d] = come;
        arrived &= cube_links_exchange(1u << d, send, 1u << d, receive, BYTES) == 0 &&
                   come[0] == (uint8_t)(16 * (node ^ 1u << d) + d) && come[BYTES - 1] == come[0];
    }
    uint64_t mine = unseen && arrived, all = 0;
    int error = cube_allreduce(&mine, &all, 1, &cube_uint64, &cube_sum);
    ok(unseen, "nothing of a dead link is seen");
    ok(arrived, "what is sent over it arrives");
    ok(error == 0 && all == (uint64_t)cube_nodes(), "at all nodes");
    return tap_end();
}
