/* neighbour SEED: hostile.c on the machine. All nodes make the same calls, drawn from the seed; the
 * last one is hostile: whenever it would sleep, it rewrites headers that it has published, and the
 * words beside them. The others may get wrong data, abort, or wait for ever. They write only into
 * the buffers of their calls.
 *
 * Linked so that the library's system_wait is the one here (ld's --wrap). */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "cube.h"
#include "net/system/system.h"
#include "tests/hostile/calls.h"
#include "tests/hostile/rewrite.h"

enum { ROUNDS = 20, REWRITES = 8, BROKEN = 3 };

static bool hostile;
static uint32_t rewriting; /* the state of its random numbers, */
static uint32_t fields;    /* what it rewrites in headers, */
static uint32_t period;    /* and how often: once in N sleeps */

/* A slot that the neighbour has not given back: the oldest, or any, which may begin a piece. */
static uint32_t draw_slot(uint32_t head, uint32_t tail, uint32_t slots) {
    uint32_t slot =
        tail == head || draw(&rewriting, 2) == 0 ? head : head + draw(&rewriting, tail - head);
    return slot & (slots - 1);
}

/* Rewrites a header of the second routed ring, or what is behind it: of virtual links these are
 * slots and words (net/faults/virtual_link.h, net/faults/failed_link.h). */
static void rewrite_second(const struct cube_node_page *page, const struct cube_window *in,
                           const struct cube_window *out, uint8_t *ring) {
    uint8_t *slot = ring + CUBE_SLOT_BYTES * draw_slot(in->second_head, out->second_tail,
                                                       page->routed_bytes / CUBE_SLOT_BYTES);
    if (draw(&rewriting, 2) == 0)
        rewrite_header(slot, fields, &rewriting);
    else
        rewrite_word(slot + draw(&rewriting, CUBE_SLOT_BYTES / 4) * 4, &rewriting);
}

/* Whether a node's link is dead. Nothing lies behind the page that stands for its window then. */
static bool is_dead(const struct cube_node_page *page, uint32_t dimension) {
    const uint16_t *dead = (const uint16_t *)(uintptr_t)page->dead;
    return dead && (dead[page->node] >> dimension & 1);
}

static void rewrite_window(const struct cube_node_page *page, uint32_t dimension) {
    if (is_dead(page, dimension))
        return;
    struct cube_window *out = (struct cube_window *)(uintptr_t)page->outgoing[dimension];
    const struct cube_window *in = (const struct cube_window *)(uintptr_t)page->incoming[dimension];
    uint8_t *direct = cube_window_slots(out);
    uint8_t *routed = direct + page->direct_bytes;
    switch (draw(&rewriting, 16)) {
    case 0:
        rewrite_word((uint8_t *)out + draw(&rewriting, CUBE_SLOT_BYTES / 4) * 4, &rewriting);
        break;
    case 1:
    case 2:
    case 3:
    case 4:
        rewrite_header(routed + CUBE_SLOT_BYTES * draw_slot(in->routed_head, out->routed_tail,
                                                            page->routed_bytes / CUBE_SLOT_BYTES),
                       fields, &rewriting);
        break;
    case 5:
    case 6:
    case 7:
        if (page->dead || page->failed) {
            rewrite_second(page, in, out, routed + page->routed_bytes);
            break;
        }
        /* fall through */
    default:
        rewrite_header(direct + CUBE_SLOT_BYTES * draw_slot(in->direct_head, out->direct_tail,
                                                            page->direct_bytes / CUBE_SLOT_BYTES),
                       fields, &rewriting);
    }
}

int __real_system_wait(const struct cube_wait *wait);
int __wrap_system_wait(const struct cube_wait *wait);

int __wrap_system_wait(const struct cube_wait *wait) {
    const struct cube_node_page *page = system_node_page();
    if (hostile && draw(&rewriting, period) == 0) {
        for (uint32_t k = draw(&rewriting, REWRITES); k > 0; k--) {
            rewrite_window(page, draw(&rewriting, page->dimension));
            system_yield();
        }
        system_ring((1u << page->dimension) - 1);
    }
    return __real_system_wait(wait);
}

/* Where the library aborts, too. */
static jmp_buf aborted;

static void on_abort(int number) {
    longjmp(aborted, number);
}

/* Returns what main returns. */
static int look_at_buffers(void) {
    const char *violation = calls_violation();
    if (violation)
        printf("broken: node %d %s\n", cube_node(), violation);
    return violation ? BROKEN : 0;
}

int main(int count, char *words[]) {
    static int (*const use[])(uint32_t * random) = {use_links,     use_exchange, use_messages,
                                                    use_inboxes,   use_active,   use_algorithm,
                                                    use_algorithm, use_barrier};
    if (count != 2 || cube_nodes() < 2)
        return 64;
    uint32_t seed = (uint32_t)strtoul(words[1], NULL, 10) * 2654435761u | 1; /* as hostile.c */
    uint32_t random = rewriting = seed;
    draw(&rewriting, 2);
    fields = rewrite_draw_fields(&rewriting);
    period = 1 + draw(&rewriting, 10);
    hostile = cube_node() == cube_nodes() - 1;
    calls_begin();
    signal(SIGABRT, on_abort);
    if (setjmp(aborted) != 0) {
        signal(SIGABRT, SIG_DFL);
        if (look_at_buffers() == 0)
            abort();
        return BROKEN;
    }
    int error = 0;
    for (int round = 0; round < ROUNDS && error == 0; round++)
        error = use[draw(&random, sizeof use / sizeof use[0])](&random);
    return look_at_buffers();
}
