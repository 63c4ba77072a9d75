/* A process owns its registers: every system call, made with strange values in all of them, changes
 * none but x0, and none of the values changes what the kernel does. The thread pointer leads to
 * the kernel's text, which is read-only, or to no address at all: a kernel that used it, rather
 * than one of its own, would panic. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube.h"
#include "cube_abi.h"

#define KERNEL_TEXT UINT64_C(0xffffffc000000000) /* linker.ld */
#define NO_ADDRESS  UINT64_C(0x0000800000000000) /* in neither half */

/* FPCR: rounding towards zero, flushing to zero, default NaNs. FPSR: all cumulative flags. */
#define STRANGE_CONTROL UINT64_C(0x03c00000)
#define STRANGE_STATUS  UINT64_C(0x0800009f)

struct registers {
    uint64_t x[29]; /* x29 and x30 stay the compiler's */
    uint64_t thread;
    uint64_t control;
    uint64_t status;
    uint64_t v[32][2];
};

#define LOAD_X(a, b)  "ldp x" #a ", x" #b ", [x29, #8*" #a "]\n"
#define STORE_X(a, b) "stp x" #a ", x" #b ", [x30, #8*" #a "]\n"
#define LOAD_V(a, b)  "ldp q" #a ", q" #b ", [x29, #256+16*" #a "]\n"
#define STORE_V(a, b) "stp q" #a ", q" #b ", [x30, #256+16*" #a "]\n"
#define ALL_X(pair)                                                                                \
    pair(0, 1) pair(2, 3) pair(4, 5) pair(6, 7) pair(8, 9) pair(10, 11) pair(12, 13) pair(14, 15)  \
        pair(16, 17) pair(18, 19) pair(20, 21) pair(22, 23) pair(24, 25) pair(26, 27)
#define ALL_V(pair)                                                                                \
    pair(0, 1) pair(2, 3) pair(4, 5) pair(6, 7) pair(8, 9) pair(10, 11) pair(12, 13) pair(14, 15)  \
        pair(16, 17) pair(18, 19) pair(20, 21) pair(22, 23) pair(24, 25) pair(26, 27) pair(28, 29) \
            pair(30, 31)

_Static_assert(offsetof(struct registers, thread) == 232, "as the assembly has it");
_Static_assert(offsetof(struct registers, v) == 256, "as the assembly has it");

/* Loads all registers from *before, makes a system call, stores them to *after. Thread pointer,
 * FPCR and the callee's registers are the caller's again on return. */
void call_with(const struct registers *before, struct registers *after);
__asm__(".text\n"
        ".type call_with, %function\n"
        "call_with:\n"
        "sub sp, sp, #192\n"
        "stp x19, x20, [sp]\n stp x21, x22, [sp, #16]\n stp x23, x24, [sp, #32]\n"
        "stp x25, x26, [sp, #48]\n stp x27, x28, [sp, #64]\n stp x29, x30, [sp, #80]\n"
        "stp d8, d9, [sp, #96]\n stp d10, d11, [sp, #112]\n"
        "stp d12, d13, [sp, #128]\n stp d14, d15, [sp, #144]\n"
        "mrs x2, tpidr_el0\n mrs x3, fpcr\n stp x2, x3, [sp, #160]\n"
        "mov x29, x0\n mov x30, x1\n"
        "ldp x0, x1, [x29, #232]\n ldr x2, [x29, #248]\n"
        "msr tpidr_el0, x0\n msr fpcr, x1\n msr fpsr, x2\n"
        /* clang-format off */
        ALL_V(LOAD_V) "ldr x28, [x29, #8*28]\n" ALL_X(LOAD_X)
        "svc #0\n"
        ALL_X(STORE_X) "str x28, [x30, #8*28]\n" ALL_V(STORE_V)
        /* clang-format on */
        "mrs x0, tpidr_el0\n mrs x1, fpcr\n stp x0, x1, [x30, #232]\n"
        "mrs x2, fpsr\n str x2, [x30, #248]\n"
        "ldp x2, x3, [sp, #160]\n msr tpidr_el0, x2\n msr fpcr, x3\n"
        "ldp x19, x20, [sp]\n ldp x21, x22, [sp, #16]\n ldp x23, x24, [sp, #32]\n"
        "ldp x25, x26, [sp, #48]\n ldp x27, x28, [sp, #64]\n ldp x29, x30, [sp, #80]\n"
        "ldp d8, d9, [sp, #96]\n ldp d10, d11, [sp, #112]\n"
        "ldp d12, d13, [sp, #128]\n ldp d14, d15, [sp, #144]\n"
        "add sp, sp, #192\n"
        "ret\n"
        ".size call_with, . - call_with\n");

static int wrong;

static void check(const char *what, unsigned number, uint64_t thread, uint64_t before,
                  uint64_t after) {
    if (before == after)
        return;
    printf("thread pointer %#llx: %s%u was %#llx, is %#llx\n", (unsigned long long)thread, what,
           number, (unsigned long long)before, (unsigned long long)after);
    wrong++;
}

static void call(uint64_t thread, uint64_t number, uint64_t first, uint64_t second,
                 uint64_t third) {
    struct registers before, after;
    memset(&before, 0xa5, sizeof before);
    for (unsigned i = 0; i < 29; i++)
        before.x[i] = UINT64_C(0x0101010101010101) * i;
    for (unsigned i = 0; i < 32; i++) {
        before.v[i][0] = UINT64_C(0x7ff4000000000000) | i; /* signalling NaNs */
        before.v[i][1] = ~(uint64_t)i;
    }
    before.x[0] = first;
    before.x[1] = second;
    before.x[2] = third;
    before.x[8] = number;
    before.thread = thread;
    before.control = STRANGE_CONTROL;
    before.status = STRANGE_STATUS;
    call_with(&before, &after);

    for (unsigned i = 1; i < 29; i++)
        check("x", i, thread, before.x[i], after.x[i]);
    for (unsigned i = 0; i < 32; i++) {
        check("v, lower half, ", i, thread, before.v[i][0], after.v[i][0]);
        check("v, upper half, ", i, thread, before.v[i][1], after.v[i][1]);
    }
    check("tpidr_el", 0, thread, before.thread, after.thread);
    check("fpcr of el", 0, thread, before.control, after.control);
    check("fpsr of el", 0, thread, before.status, after.status);
}

/* Makes every system call but the two that end the run. */
static void every_call(uint64_t thread) {
    static const char line[] = "written with a strange thread pointer\n";
    struct cube_wait wait = {.deadline = 1, .operation = "registers", .peer = CUBE_NOBODY};
    call(thread, CUBE_SYS_WRITE, 1, (uintptr_t)line, strlen(line));
    call(thread, CUBE_SYS_WRITE, 2, (uintptr_t)line, 7); /* part of a line stays in the kernel */
    call(thread, CUBE_SYS_WRITE, 2, (uintptr_t)line + 7, strlen(line) - 7);
    call(thread, CUBE_SYS_WRITE, 1, NO_ADDRESS, 1);
    call(thread, CUBE_SYS_HEAP, 4096, 0, 0);
    call(thread, CUBE_SYS_HEAP, (uint64_t)-4096, 0, 0);
    call(thread, CUBE_SYS_WAIT, (uintptr_t)&wait, 0, 0);
    call(thread, CUBE_SYS_WAIT, NO_ADDRESS, 0, 0);
    call(thread, CUBE_SYS_RING, 1, 0, 0);
    call(thread, CUBE_SYS_FINISH, UINT64_MAX, 0, 0);
    call(thread, CUBE_SYS_COUNT, 0, 0, 0);
}

int main(void) {
    static const uint64_t threads[] = {KERNEL_TEXT, NO_ADDRESS, 0, UINT64_MAX};
    for (size_t i = 0; i < sizeof threads / sizeof threads[0]; i++)
        every_call(threads[i]);
    if (cube_barrier() != 0)
        wrong++;
    printf("node %d: %d registers changed\n", cube_node(), wrong);
    return wrong == 0 ? 0 : 1;
}
