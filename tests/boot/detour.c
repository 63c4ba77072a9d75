/* Tests that a node which computes without calls forwards packets of others. There are four nodes.
 * By E-cube messages from node 0 to node 3 pass node 1, and those from 3 to 0 pass 2. Nodes 0 and 3
 * exchange ROUNDS messages. Node 1 computes until they have: it looks at a word of node 0's window.
 * At most one message is under way, so each of them has interrupted node 1, and each time all of
 * its registers had to survive. Node 2 computes as well if the first argument is `both`.
 *
 * With `turns` no other node runs while node 1 computes: it counts to COMPUTED, and what has passed
 * it by the clocks has done so before.
 *
 * With a number all messages fill one slot, and node 1 counts how long one that has come to it
 * stays: fewer instructions than this.
 *
 * With `entry` node 1 checks the arguments of a detour's function. With `idle` no node computes:
 * node 0 sleeps for a second while the others wait for it. With `refused` the kernel gets invalid
 * requests. */
#include <stdatomic.h>

#include "cube_system_call.h"
#include "net/system/system.h"
#include "tests/registers.h"

#define TAP_NODE 1 /* that is busy */
#include "tests/tap.h"

enum { SOURCE = 0, BUSY = 1, OTHER = 2, TARGET = 3, ERRNO = 4321 };
enum { HELD = 1000, HOLD_INSTRUCTIONS = 2 * HELD + 700, COMPUTED = 20000 };

/* Counts x0 down to 0, in the two instructions at hold_counts. */
extern const uint32_t hold_counts[2];
WITH_REGISTERS(count_down, ".global hold_counts\n hold_counts:\n 1: sub x0, x0, #1\n cbnz x0, 1b");

static struct registers held;

/* x1 to x30 have their number in all bytes, and both halves of v0 to v31 theirs and 64. */
static void prepare_registers(void) {
    for (unsigned i = 0; i < 32; i++)
        held.v[i][0] = held.v[i][1] = UINT64_C(0x0101010101010101) * (i + 64);
    for (unsigned i = 1; i < 31; i++)
        held.x[i] = UINT64_C(0x0101010101010101) * i;
    __asm__("mrs %0, tpidr_el0" : "=r"(held.thread)); /* which detours need */
    held.control = STRANGE_CONTROL;
    held.status = STRANGE_STATUS;
    held.flags = STRANGE_FLAGS;
}

/* Gives every register a value of its own, counts down from `count`, and returns whether any
 * register but the counter has changed meanwhile. */
static bool hold(uint64_t count) {
    static struct registers after;
    held.x[0] = count;
    count_down(&held, &after);
    after.x[0] = count;
    return memcmp(&held, &after, sizeof held) != 0;
}

static bool turns, both, looks;
static uint32_t rounds, bound;

/* The word that node 0 sets in its windows when all is over. */
static bool is_over(uint32_t dimension) {
    uint64_t incoming = system_node_page()->incoming[dimension];
    return atomic_load(&((const struct cube_window *)(uintptr_t)incoming)->flag) != 0;
}

static void say_over(void) {
    for (uint32_t d = 0; d < 2; d++) {
        uint64_t outgoing = system_node_page()->outgoing[d];
        atomic_store(&((struct cube_window *)(uintptr_t)outgoing)->flag, 1);
    }
}

/* Messages of one slot, of several, and of more than the smallest ring. */
static size_t size_of(uint32_t round) {
    static const size_t sizes[] = {8, 32, 33, 200, 1000};
    return bound ? sizes[0] : sizes[round % (sizeof sizes / sizeof *sizes)];
}

static int source(void) {
    static uint8_t buffer[1000], answer[1000];
    int error = cube_send(BUSY, "for you", 8);
    if (!both) /* it would hold up what comes behind it on the link from node 3 */
        error |= cube_send(OTHER, "for you", 8);
    error |= cube_recv(BUSY, answer, 1); /* has received it, and computes */
    for (uint32_t round = 0; round < rounds; round++) {
        size_t bytes = size_of(round);
        memset(buffer, (int)round, bytes);
        error |= cube_send(TARGET, buffer, bytes);
        error |= cube_recv(TARGET, answer, bytes);
        error |= memcmp(answer, buffer, bytes) != 0;
    }
    say_over();
    return error;
}

static int target(void) {
    static uint8_t buffer[1000];
    int error = 0;
    for (uint32_t round = 0; round < rounds; round++) {
        size_t bytes = size_of(round);
        error |= cube_recv(SOURCE, buffer, bytes);
        error |= cube_send(SOURCE, buffer, bytes);
    }
    if (turns)
        error |= cube_time() >= (uint64_t)COMPUTED * HOLD_INSTRUCTIONS;
    return error;
}

/* How many slots have come to node 1 from node 0, and have not left it for node 3. */
static uint32_t slots_here(void) {
    const struct cube_node_page *page = system_node_page();
    const struct cube_window *in = (const struct cube_window *)(uintptr_t)page->incoming[0];
    const struct cube_window *out = (const struct cube_window *)(uintptr_t)page->outgoing[1];
    return atomic_load(&in->routed_tail) - atomic_load(&out->routed_tail);
}

/* Computes. Returns the longest time that a message stayed, in calls of hold, or UINT64_MAX if a
 * register or errno has changed. `dimension` is that of the link to node 0. */
static uint64_t compute(uint32_t dimension) {
    uint64_t stayed = 0, longest = 0;
    bool changed = false;
    uint32_t before = slots_here();
    errno = ERRNO;
    for (uint32_t count = 0; turns ? count < COMPUTED : !is_over(dimension); count++) {
        changed |= hold(HELD);
        stayed = slots_here() == before ? 0 : stayed + 1;
        longest = stayed > longest ? stayed : longest;
    }
    return changed || errno != ERRNO ? UINT64_MAX : longest;
}

static struct {
    bool told, refused;
    uintptr_t caller;
} volatile entry;

/* Is entered on a detour. Goes back at once, to come again until it was told where hold counts. */
static _Noreturn void enter(uintptr_t at, uintptr_t caller) {
    bool counts = at - (uintptr_t)hold_counts < sizeof hold_counts;
    if (counts) {
        entry.told = true;
        entry.caller = caller;
        entry.refused = system_call(CUBE_SYS_RETURN, 2, 0, 0) == -EINVAL;
    }
    system_call(CUBE_SYS_RETURN, !counts, 0, 0);
    __builtin_trap();
}

static void look_at_entry(void) {
    static _Alignas(16) uint8_t stack[4096];
    const uintptr_t x30 = UINT64_C(0x1e1e1e1e1e1e1e1e);
    ok(system_call(CUBE_SYS_DETOUR, (uintptr_t)enter, (uintptr_t)(stack + sizeof stack), 0) == 0,
       "a detour of our own is allowed");
    while (!entry.told)
        (void)hold(HELD);
    ok(entry.caller == x30, "it is told what x30 was");
    ok(entry.refused, "a return with a word that means nothing is refused");
}

static int busy(void) {
    char text[8] = "";
    int error = cube_recv(SOURCE, text, sizeof text);
    error |= strcmp(text, "for you") != 0;
    error |= cube_send(SOURCE, "x", 1);
    if (looks) {
        look_at_entry();
        return error;
    }
    uint64_t longest = compute(0);
    ok(error == 0, "a message for the node itself arrives");
    ok(longest != UINT64_MAX, "no register has changed, nor errno");
    if (bound)
        ok(longest < bound / HOLD_INSTRUCTIONS, "a message passes in time");
    return 0;
}

static int other(void) {
    char text[8];
    if (both)
        return compute(1) == UINT64_MAX;
    return cube_recv(SOURCE, text, sizeof text);
}

static int idle(void) {
    char byte = 1;
    if (cube_node() == SOURCE)
        sleep(1);
    return cube_bcast(&byte, 1, &cube_byte, SOURCE);
}

/* What the kernel refuses: a function that is data, misaligned, the kernel's or nowhere, a stack
 * that is misaligned, and an end of no detour. */
static int refused(void) {
    static _Alignas(16) uint8_t data[16];
    const uintptr_t end = (uintptr_t)data + sizeof data, text = (uintptr_t)hold_counts;
    const struct {
        uintptr_t function, stack;
    } wrong[] = {{(uintptr_t)data, end},   {text + 2, end}, {UINT64_C(0xffffffc000000000), end},
                 {UINT64_C(1) << 38, end}, {0, end},        {text, end - 8}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (system_call(CUBE_SYS_DETOUR, wrong[i].function, wrong[i].stack, 0) != -EINVAL)
            return 1;
    return system_call(CUBE_SYS_RETURN, 0, 0, 0) != -EINVAL;
}

int main(int argc, char *argv[]) {
    prepare_registers();
    rounds = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 1;
    const char *kind = argc > 2 ? argv[2] : "";
    both = strcmp(kind, "both") == 0;
    turns = strcmp(kind, "turns") == 0;
    looks = strcmp(kind, "entry") == 0;
    bound = (uint32_t)strtoul(kind, NULL, 10);
    if (strcmp(kind, "idle") == 0)
        return idle();
    if (strcmp(kind, "refused") == 0)
        return refused();
    switch (cube_node()) {
    case SOURCE:
        return source() != 0;
    case BUSY:
        tap_failures += busy() != 0;
        return tap_end();
    case OTHER:
        return other();
    default:
        return target() != 0;
    }
}
