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
#include "tests/registers.h"

#define KERNEL_TEXT UINT64_C(0xffffffc000000000) /* linker.ld */
#define NO_ADDRESS  UINT64_C(0x0000800000000000) /* in neither half */

WITH_REGISTERS(call_with, "svc #0");

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
    for (unsigned i = 0; i < 31; i++)
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
    before.flags = STRANGE_FLAGS;
    call_with(&before, &after);

    for (unsigned i = 1; i < 31; i++)
        check("x", i, thread, before.x[i], after.x[i]);
    for (unsigned i = 0; i < 32; i++) {
        check("v, lower half, ", i, thread, before.v[i][0], after.v[i][0]);
        check("v, upper half, ", i, thread, before.v[i][1], after.v[i][1]);
    }
    check("tpidr_el", 0, thread, before.thread, after.thread);
    check("fpcr of el", 0, thread, before.control, after.control);
    check("fpsr of el", 0, thread, before.status, after.status);
    check("nzcv of el", 0, thread, before.flags, after.flags);
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
