/* A process's detour (kernel/timer/detour.h): it forwards packets of other nodes. The kernel may
 * have interrupted it at any instruction, so the function that is entered first finds out whether
 * the library's state is at rest. The calls themselves execute no instruction for this: the place
 * of the interrupt is enough.
 *
 * What forwarding changes is the state of the routed rings (struct link). Only functions of the
 * cube's libraries change it, and libc/program.ld gathers these in one range of the text. While a
 * call of such a function is under way, the process is in one of five places:
 *
 *   1. In the library's text. The program counter shows it.
 *   2. In a function of the C library that calls no other: the functions for memory and strings,
 *      which are written in assembly (tests/sources/code.t looks). Such a function leaves x30
 *      alone, and x30 is in the library, to which the function returns.
 *   3. In the allocator, or in what the allocator calls, for net. net_is_allocating shows it, for
 *      a program may have an allocator of its own instead of the library's (libc/memory/malloc.c).
 *   4. In a function of the program's (an operator, say), or in the C library for collectives or
 *      for MPI. Then no function that changes the routed rings is under way, except one that has
 *      called a handler of active messages. While the handler runs, the oldest piece of its ring is
 *      one for this node, and a detour leaves such a ring alone. So the state is at rest. None of
 *      it is in registers, because compilers must assume that what is called may change it
 *      (OPEN_ALLOCATOR in the Makefile).
 *   5. In the functions that print why the program ends. They do not return to the library.
 *
 * In cases 1 to 3 the process goes back at once, and comes again soon if packets have arrived.
 * Otherwise it forwards.
 *
 * An operator that calls nothing looks like case 2, because its x30 is in the library. So packets
 * wait until the operator returns. _start, which calls main, is not in the range, so that a main
 * that calls nothing does not look like this.
 *
 * If a layer asks for it, a detour also takes in messages for this node (net/messages/answering.h,
 * net/detour/detour_answering.c). A handler that is under way is then one of the layer's own, which
 * knows that, or one for the oldest piece of another ring.
 *
 * Nothing is allocated or printed on a detour, and errno is not touched, because the program may be
 * doing just this. The kernel keeps all registers. The detour has a stack of its own, because the
 * program may have used all but the last bytes of its own. */
#include "net/detour/detour.h"

#include "cube_system_call.h"
#include "net/fault_hooks.h"
#include "net/messages/route.h"

_Alignas(16) uint8_t detour_stack[DETOUR_STACK_BYTES];

/* The kernel enters the process here when something has come. `at` is where the process was, and
 * `caller` what x30 was. */
static _Noreturn void detour(uintptr_t at, uintptr_t caller) {
    bool resting = detour_is_resting(at, caller);
    bool done = !route_pending(&node) || (resting && route_detour());
    system_call(CUBE_SYS_RETURN, !done, 0, 0);
    __builtin_trap(); /* the kernel goes on elsewhere */
}

/* The same where a link or node is dead or may fail: the kernel enters it for that, too. */
static _Noreturn void detour_faults(uintptr_t at, uintptr_t caller) {
    bool resting = detour_is_resting(at, caller);
    bool done = !fault_hooks->pending() || (resting && fault_hooks->detour());
    system_call(CUBE_SYS_RETURN, !done, 0, 0);
    __builtin_trap();
}

void detour_allow_faults(void) {
    system_call(CUBE_SYS_DETOUR, (uintptr_t)detour_faults,
                (uintptr_t)(detour_stack + DETOUR_STACK_BYTES), 0);
}

void detour_allow(void) {
    system_call(CUBE_SYS_DETOUR, (uintptr_t)detour, (uintptr_t)(detour_stack + DETOUR_STACK_BYTES),
                0);
}
