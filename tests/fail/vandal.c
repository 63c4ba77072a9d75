/* vandal SEED: the last node fills the windows of its own links, which it may write, with random
 * bytes, again and again. Its neighbours, which read them, may hear nonsense or wait for ever, but
 * they touch no memory that is not theirs. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "net/system.h"

enum { ROUNDS = 300, WORDS = 64 };

static uint64_t random_state;

static uint32_t draw(uint32_t below) {
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(random_state >> 33) % below;
}

/* A number that is small, or near a power of two, or any. */
static uint32_t draw_word(void) {
    switch (draw(3)) {
    case 0:
        return draw(300);
    case 1:
        return (UINT32_C(1) << draw(32)) - draw(3);
    default:
        return draw(UINT32_MAX);
    }
}

/* Writes a piece nearly as the library does: what is wrong with it is subtle. */
static void forge_piece(struct cube_window *window, uint32_t slot) {
    struct cube_header *header =
        (struct cube_header *)(cube_window_slots(window) + slot * CUBE_SLOT_BYTES);
    header->bytes = draw(64);
    header->remaining = header->bytes + draw(2) * draw_word();
    header->step = draw(3);
    header->operation = draw(6);
    header->source = (uint16_t)draw(4);
    header->destination = (uint16_t)draw(4);
    header->acknowledged = draw(2) * draw_word();
}

static void vandalize_window(const struct cube_node_page *page, struct cube_window *window) {
    uint32_t direct = page->direct_bytes / CUBE_SLOT_BYTES;
    uint32_t routed = page->routed_bytes / CUBE_SLOT_BYTES;
    switch (draw(5)) {
    case 0:
        for (int i = 0; i < WORDS; i++)
            ((volatile uint32_t *)cube_window_slots(window))[draw((direct + routed) * 16)] =
                draw_word();
        break;
    case 1:
        window->direct_tail = draw_word();
        window->routed_tail = draw_word();
        break;
    case 2:
        window->direct_head = draw_word();
        window->routed_head = draw_word();
        break;
    case 3:
        forge_piece(window, window->direct_tail % direct);
        window->direct_tail++;
        break;
    default:
        forge_piece(window, direct + window->routed_tail % routed);
        window->routed_tail++;
    }
    window->asleep = draw(2);
}

static void vandalize(void) {
    const struct cube_node_page *page = system_node_page();
    for (uint32_t d = 0; d < page->dimension; d++)
        vandalize_window(page, (struct cube_window *)page->outgoing[d]);
    system_ring((1u << page->dimension) - 1);
}

/* Makes every call that reads a neighbour's window. What the calls return does not matter. */
static void use_links(void) {
    static char data[4096];
    for (int i = 0; i < ROUNDS; i++) {
        size_t bytes = draw(sizeof data);
        switch (draw(4)) {
        case 0:
            cube_link_send((int)draw((uint32_t)cube_dim()), data, bytes);
            break;
        case 1:
            cube_link_recv((int)draw((uint32_t)cube_dim()), data, bytes);
            break;
        case 2:
            cube_send((int)draw((uint32_t)cube_nodes()), data, bytes);
            break;
        default:
            cube_recv((int)draw((uint32_t)cube_nodes()), data, bytes);
        }
    }
}

int main(int argc, char *argv[]) {
    random_state = argc == 2 ? strtoull(argv[1], NULL, 10) + (uint64_t)cube_node() : 0;
    if (cube_node() == cube_nodes() - 1) {
        for (int i = 0; i < ROUNDS; i++)
            vandalize();
    } else {
        use_links();
    }
    return 0;
}
