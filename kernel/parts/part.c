#include "kernel/parts/part.h"

#include <string.h>

#include "board/registers.h"
#include "kernel/memory.h"
#include "kernel/memory_map.h"
#include "kernel/node.h"
#include "kernel/page.h"

uint32_t part_count = 1, part_self, part_inside, part_spins;

static struct range shared;

static struct part_words *words; /* of all parts, at the beginning of the shared memory */
static uint8_t *windows;         /* behind them, those of node 0 first, by their dimensions */

static bool is_power_of_two(uint32_t number) {
    return __builtin_popcount(number) == 1;
}

static struct range *highest_range(struct machine *machine) {
    struct range *highest = NULL;
    for (uint32_t i = 0; i < machine->memory_ranges; i++)
        if (!highest || machine->memory[i].base > highest->base)
            highest = &machine->memory[i];
    return highest;
}

const char *part_choose(const struct options *options, struct machine *machine, uint32_t cores) {
    part_inside = (uint32_t)__builtin_ctz(cores);
    if (options->parts == 1)
        return NULL;
    if (!is_power_of_two(options->parts) || options->part >= options->parts)
        return "options parts= and part=: parts must be a power of two, and part less than parts";
    if (options->parts > PART_MOST || cores > PART_CORES)
        return "option parts=: a cube has at most 32 parts, of at most 256 nodes each";
    struct range *last = highest_range(machine);
    if (!last || options->shared > last->bytes)
        return "option shared=: larger than the machine's last range of memory";
    last->bytes -= options->shared;
    shared = (struct range){last->base + last->bytes, options->shared};
    part_count = options->parts;
    part_spins = options->spins;
    part_self = options->part;
    return NULL;
}

static uint64_t window_bytes;

static uint32_t dimensions_outside(void) {
    return node_dimension - part_inside;
}

const char *part_start(uint32_t window_pages) {
    if (part_count == 1)
        return NULL;
    window_bytes = (uint64_t)window_pages * CUBE_PAGE_BYTES;
    uint64_t all_words = page_up(part_count * sizeof(struct part_words));
    if (all_words + node_count * dimensions_outside() * window_bytes > shared.bytes)
        return "option shared=: not enough for the links between parts";
    if (!memory_map_share(shared))
        return "option shared=: not enough memory for page tables (increase --memory)";
    words = memory_at(shared.base);
    windows = (uint8_t *)words + all_words;
    return NULL;
}

struct part_words *part_words(uint32_t part) {
    return &words[part];
}

struct cube_window *part_window(uint32_t node, uint32_t dimension) {
    uint64_t place = node * dimensions_outside() + dimension - part_inside;
    return (struct cube_window *)(windows + place * window_bytes);
}

void part_fence(void) {
    atomic_thread_fence(memory_order_seq_cst);
    read_cntvct_el0();
}

/* Lamport's clock: a turn is higher than those of all prints from which a message has led here. The
 * release orders the turn before all that the node tells others afterwards; its partners are the
 * acquires of whoever hears of that. */
uint64_t part_turn(void) {
    if (!words)
        return 0;
    uint64_t own = atomic_load_explicit(&part_words(part_self)->turn, memory_order_relaxed);
    uint64_t latest = 0;
    for (uint32_t part = 0; part < part_count; part++)
        if (part != part_self) {
            uint64_t turn = atomic_load_explicit(&part_words(part)->turn, memory_order_acquire);
            latest = turn > latest ? turn : latest;
        }
    if (own > latest)
        return 0;
    atomic_store_explicit(&part_words(part_self)->turn, latest + 1, memory_order_release);
    return latest + 1;
}

/* ---- Who ends the cube ----
 *
 * A lock that is never given back, without any instruction that reads and modifies a word. A part
 * that wants it gives way to one with a lower number that wants it or has it, and waits until one
 * with a higher number has it or has given way. */

static enum part_end end_of(uint32_t part) {
    return atomic_load_explicit(&part_words(part)->end, memory_order_acquire);
}

static bool give_way(_Atomic uint32_t *own) {
    atomic_store_explicit(own, END_NONE, memory_order_release);
    return false;
}

bool part_take_end(void) {
    if (!words) /* before they can speak to each other, all parts find the same wrong */
        return part_self == 0;
    _Atomic uint32_t *own = &part_words(part_self)->end;
    atomic_store_explicit(own, END_WANTED, memory_order_relaxed);
    part_fence(); /* between wanting it and looking who else does; partner: the same of others */
    for (uint32_t part = 0; part < part_self; part++)
        if (end_of(part) != END_NONE)
            return give_way(own);
    for (uint32_t part = part_self + 1; part < part_count; part++) {
        while (end_of(part) == END_WANTED)
            yield_turn();
        if (end_of(part) == END_TAKEN)
            return give_way(own);
    }
    atomic_store_explicit(own, END_TAKEN, memory_order_release);
    return true;
}
