/* Tests that a node which computes, and makes no call, passes on what others route through it.
 * There are four nodes. By E-cube messages from node 0 to node 3 pass node 1, and those from 3 to 0
 * pass 2. Nodes 0 and 3 exchange ROUNDS messages. Node 1 computes until they have: it looks at a
 * word of node 0's window. At most one message is under way, so each of them has interrupted node
 * 1, and each time all of its registers had to survive. Node 2 computes as well if the first
 * argument is `both`.
 *
 * With `turns` no other node runs while node 1 computes: it counts to COMPUTED, and what has passed
 * it by the clocks has done so before.
 *
 * With a number all messages fill one slot, and node 1 counts how long one that has come to it
 * stays: fewer instructions than this.
 *
 * With `entry` node 1 looks at what the kernel tells the function of a detour.
 *
 * With `idle` nobody computes: node 0 sleeps for a second while the others wait for it. With
 * `refused` the kernel is asked for what it refuses.
 */
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cube.h"
#include "cube_system_call.h"
#include "net/system.h"

enum { SOURCE = 0, BUSY = 1, OTHER = 2, TARGET = 3, ERRNO = 4321 };
enum { HELD = 1000, HOLD_INSTRUCTIONS = 2 * HELD + 700, COMPUTED = 20000 };

/* uint64_t hold(uint64_t count): gives every register a value of its own, counts down from `count`,
 * and returns not 0 if any register but the counter has changed meanwhile. x3 to x30 have their
 * number in all bytes, and both halves of v0 to v31 theirs and 64. It counts in the two
 * instructions at hold_counts. */
uint64_t hold(uint64_t count);
extern const uint32_t hold_counts[2];
__asm__(".text\n"
        ".altmacro\n"
        ".macro pattern register, number\n"
        "    mov \\register, #\\number\n"
        "    orr \\register, \\register, \\register, lsl #8\n"
        "    orr \\register, \\register, \\register, lsl #16\n"
        "    orr \\register, \\register, \\register, lsl #32\n"
        ".endm\n"
        ".macro general_set number\n"
        "    pattern x\\number, \\number\n"
        ".endm\n"
        ".macro general_check number\n"
        "    pattern x0, \\number\n"
        "    eor x0, x0, x\\number\n"
        "    orr x1, x1, x0\n"
        ".endm\n"
        ".macro simd_set number, value\n"
        "    pattern x2, \\value\n"
        "    dup v\\number\\().2d, x2\n"
        ".endm\n"
        ".macro simd_check number, value\n"
        "    pattern x2, \\value\n"
        "    umov x0, v\\number\\().d[0]\n"
        "    eor x0, x0, x2\n"
        "    orr x1, x1, x0\n"
        "    umov x0, v\\number\\().d[1]\n"
        "    eor x0, x0, x2\n"
        "    orr x1, x1, x0\n"
        ".endm\n"
        ".macro status_set\n"
        "    mov x2, #0x03c00000\n" /* FPCR: default NaN, flush to zero, round toward zero */
        "    msr fpcr, x2\n"
        "    mov x2, #0x1f\n" /* FPSR: saturation, and all cumulative exceptions */
        "    movk x2, #0x0800, lsl #16\n"
        "    msr fpsr, x2\n"
        "    mov x2, #0xf0000000\n"
        "    msr nzcv, x2\n"
        ".endm\n"
        ".macro status_check register, value, upper\n"
        "    mrs x0, \\register\n"
        "    movz x2, #\\value\n"
        "    movk x2, #\\upper, lsl #16\n"
        "    eor x0, x0, x2\n"
        "    orr x1, x1, x0\n"
        ".endm\n"
        ".global hold\n"
        "hold:\n"
        "    stp x29, x30, [sp, #-176]!\n"
        "    stp x19, x20, [sp, #16]\n"
        "    stp x21, x22, [sp, #32]\n"
        "    stp x23, x24, [sp, #48]\n"
        "    stp x25, x26, [sp, #64]\n"
        "    stp x27, x28, [sp, #80]\n"
        "    stp d8, d9, [sp, #96]\n"
        "    stp d10, d11, [sp, #112]\n"
        "    stp d12, d13, [sp, #128]\n"
        "    stp d14, d15, [sp, #144]\n"
        "    mrs x1, fpcr\n"
        "    mov x2, sp\n"
        "    stp x1, x2, [sp, #160]\n"
        "    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, "
        "22, 23, 24, 25, 26, 27, 28, 29, 30, 31\n"
        "    simd_set \\n, %(\\n + 64)\n"
        "    .endr\n"
        "    .irp n, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, "
        "24, 25, 26, 27, 28, 29, 30\n"
        "    general_set \\n\n"
        "    .endr\n"
        "    status_set\n"
        "hold_counts:\n"
        "1:  sub x0, x0, #1\n"
        "    cbnz x0, 1b\n"
        "    ldr x1, [sp, #168]\n"
        "    mov x2, sp\n"
        "    eor x1, x1, x2\n"
        "    status_check nzcv, 0, 0xf000\n"
        "    status_check fpcr, 0, 0x03c0\n"
        "    status_check fpsr, 0x1f, 0x0800\n"
        "    .irp n, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, "
        "24, 25, 26, 27, 28, 29, 30\n"
        "    general_check \\n\n"
        "    .endr\n"
        "    .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, "
        "22, 23, 24, 25, 26, 27, 28, 29, 30, 31\n"
        "    simd_check \\n, %(\\n + 64)\n"
        "    .endr\n"
        "    mov x0, x1\n"
        "    ldp x1, x2, [sp, #160]\n"
        "    msr fpcr, x1\n"
        "    ldp d14, d15, [sp, #144]\n"
        "    ldp d12, d13, [sp, #128]\n"
        "    ldp d10, d11, [sp, #112]\n"
        "    ldp d8, d9, [sp, #96]\n"
        "    ldp x27, x28, [sp, #80]\n"
        "    ldp x25, x26, [sp, #64]\n"
        "    ldp x23, x24, [sp, #48]\n"
        "    ldp x21, x22, [sp, #32]\n"
        "    ldp x19, x20, [sp, #16]\n"
        "    ldp x29, x30, [sp], #176\n"
        "    ret\n"
        ".noaltmacro\n");

static bool turns, both, looks;
static uint32_t rounds, bound;

static int tests, failures;

static void ok(bool holds, const char *what) {
    failures += !holds;
    printf("%sok %d - %s\n", holds ? "" : "not ", ++tests, what);
}

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
    uint64_t changed = 0, stayed = 0, longest = 0;
    uint32_t before = slots_here();
    errno = ERRNO;
    for (uint32_t count = 0; turns ? count < COMPUTED : !is_over(dimension); count++) {
        changed |= hold(HELD);
        stayed = slots_here() == before ? 0 : stayed + 1;
        longest = stayed > longest ? stayed : longest;
    }
    return changed != 0 || errno != ERRNO ? UINT64_MAX : longest;
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
        return failures + (error != 0);
    }
    uint64_t longest = compute(0);
    ok(error == 0, "a message for the node itself arrives");
    ok(longest != UINT64_MAX, "no register has changed, nor errno");
    if (bound)
        ok(longest < bound / HOLD_INSTRUCTIONS, "a message passes in time");
    return failures;
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
    const uintptr_t end = (uintptr_t)data + sizeof data, text = (uintptr_t)hold;
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
        failures = busy();
        printf("1..%d\n", tests);
        return failures != 0;
    case OTHER:
        return other();
    default:
        return target() != 0;
    }
}
