/* Tests the kernel's promises to a process: the node page, the windows, sleeping, doorbells,
 * deadlines and clocks. Uses the words of the windows directly, and no call of the cube. Prints TAP
 * at node 0; another node that sees something wrong returns 1. */
#include "net/system/system.h"
#include "tests/tap.h"

enum {
    COLOURS = 64,
    ROUNDS = 200,
    TICKS = 1000,         /* of a deadline, 16 microseconds */
    CLOCKS_APART = 2000,  /* nanoseconds that two nodes' cycle counters may differ by */
    CLOCK_UNIT = 1 << 10, /* cycles are compared in this unit, to fit in a word */
};

static const struct cube_node_page *page;

static struct cube_window *outgoing(uint32_t dimension) {
    return (struct cube_window *)(uintptr_t)page->outgoing[dimension];
}

static const struct cube_window *incoming(uint32_t dimension) {
    return (const struct cube_window *)(uintptr_t)page->incoming[dimension];
}

/* ---- The address space ---- */

static uint32_t colour(uint64_t address) {
    return (uint32_t)(address / CUBE_PAGE_BYTES % COLOURS);
}

static bool colours_differ(void) {
    uint64_t taken = UINT64_C(1) << colour((uintptr_t)page);
    uint64_t stack = UINT64_C(1) << colour((uintptr_t)__builtin_frame_address(0));
    bool differ = !(taken & stack);
    taken |= stack;
    for (uint32_t d = 0; d < page->dimension; d++) {
        uint64_t out = UINT64_C(1) << colour(page->outgoing[d]);
        uint64_t in = UINT64_C(1) << colour(page->incoming[d]);
        differ = differ && out != in && !(taken & (out | in));
        taken |= out | in;
    }
    return differ;
}

static bool aliases_agree(void) {
    bool agree = page->dimension == 0 || colour(page->alias) != 0;
    for (uint32_t d = 0; d < page->dimension; d++) {
        struct cube_window *second =
            (struct cube_window *)(uintptr_t)(page->outgoing[d] + page->alias);
        cube_window_slots(second)[page->direct_bytes - 1] = (uint8_t)(d + 1);
        agree = agree && cube_window_slots(outgoing(d))[page->direct_bytes - 1] == d + 1;
    }
    return agree;
}

/* ---- Sleeping ---- */

static struct cube_wait wait_for(uint32_t dimension, uint32_t seen) {
    struct cube_wait wait = {.operation = "node test", .peer = page->node ^ 1u << dimension};
    wait.words[CUBE_WORD_DIRECT_HEAD] = (uint16_t)(1u << dimension);
    wait.seen[CUBE_WORD_DIRECT_HEAD][dimension] = seen;
    return wait;
}

static uint64_t ticks(void) {
    uint64_t now;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(now)::"memory");
    return now;
}

/* Says `value` on a dimension, and rings the neighbour if it sleeps. */
static void say(uint32_t dimension, uint32_t value) {
    atomic_store_explicit(&outgoing(dimension)->direct_head, value, memory_order_release);
    /* Orders what was published before the read of `asleep`. Its partner is the fence in the
     * kernel's sleep_wait. */
    atomic_thread_fence(memory_order_seq_cst);
    if (atomic_load_explicit(&incoming(dimension)->asleep, memory_order_relaxed))
        system_ring(1u << dimension);
}

/* Sleeps until the neighbour has said `least` or more, and takes no second look before it does. */
static uint32_t hear(uint32_t dimension, uint32_t least) {
    const _Atomic uint32_t *word = &incoming(dimension)->direct_head;
    uint32_t said;
    while ((int32_t)((said = atomic_load_explicit(word, memory_order_acquire)) - least) < 0) {
        struct cube_wait wait = wait_for(dimension, said);
        if (system_wait(&wait) != 0)
            break;
    }
    return said;
}

static bool rounds_in_step(void) {
    for (uint32_t d = 0; d < page->dimension; d++)
        for (uint32_t round = 1; round < ROUNDS; round++) {
            say(d, round);
            uint32_t said = hear(d, round);
            if (said != round && said != round + 1) /* the neighbour may be one round ahead */
                return false;
        }
    return true;
}

static uint32_t clock_word(uint32_t nanoseconds_later) {
    return (uint32_t)((system_cycles() + nanoseconds_later) / CLOCK_UNIT);
}

/* Each clock is read before the neighbour hears of it and compared after. */
static bool clocks_agree(void) {
    bool agree = true;
    for (uint32_t d = 0; d < page->dimension; d++) {
        say(d, ROUNDS); /* the neighbour knows by this that its last round was heard */
        hear(d, ROUNDS);
        say(d, 2 * ROUNDS + clock_word(0));
        uint32_t theirs = hear(d, 2 * ROUNDS);
        agree = agree && (int32_t)(2 * ROUNDS + clock_word(CLOCKS_APART) - theirs) >= 0;
    }
    return agree;
}

static bool deadline_passes(void) {
    struct cube_wait wait = {.deadline = ticks() + TICKS, .operation = "deadline", .peer = 0};
    int result;
    while ((result = system_wait(&wait)) == 0) /* returns early at a neighbour's late doorbell */
        ;
    if (result != -ETIMEDOUT || ticks() < wait.deadline)
        return false;
    while ((result = system_wait(&wait)) == 0) /* the deadline lies in the past */
        ;
    return result == -ETIMEDOUT;
}

static bool changed_word_ends_wait(void) {
    for (uint32_t d = 0; d < page->dimension; d++) {
        uint32_t said = atomic_load_explicit(&incoming(d)->direct_head, memory_order_relaxed);
        struct cube_wait wait = wait_for(d, said + 1);
        if (system_wait(&wait) != 0)
            return false;
    }
    return true;
}

/* When a program ends it publishes the words that these tests use, so no node ends before its
 * neighbours have finished their tests. */
static bool neighbours_are_done(void) {
    bool done = true;
    for (uint32_t d = 0; d < page->dimension; d++)
        done = cube_send(cube_node() ^ 1 << d, NULL, 0) == 0 && done;
    for (uint32_t d = 0; d < page->dimension; d++)
        done = cube_recv(cube_node() ^ 1 << d, NULL, 0) == 0 && done;
    return done;
}

int main(void) {
    page = system_node_page();
    ok((int)page->node == cube_node() && 1 << page->dimension == cube_nodes(), "the node's number");
    ok(colours_differ(), "pages that are used together have different colours");
    ok(aliases_agree(), "both mappings of a window are the same memory");
    ok(rounds_in_step(), "neighbours who only sleep and ring stay in step");
    ok(clocks_agree(), "the nodes' cycle counters agree");
    ok(changed_word_ends_wait(), "a word that has changed ends a wait at once");
    ok(deadline_passes(), "a deadline ends a wait, and not before");
    ok(neighbours_are_done(), "messages come through beside all that");
    return tap_end();
}
