/* What a process does on a detour (kernel/detour.h): it passes on what other nodes route through
 * it. The kernel may have interrupted it at any instruction, so it must first know that the
 * library's state is at rest. What follows is a proof that it then is, without an instruction in
 * any call that says so.
 *
 * The state that forwarding changes is that of the routed rings (struct link). Only the library's
 * functions change it, and libc/program.ld gathers them in one range of the text. Let a call of
 * such a function be under way. Then one of these holds:
 *
 *   1. The process is in the library's text. The program counter shows it.
 *   2. It is in a function of the C library that calls no other: those for memory and strings are
 *      all written so, in assembly. It changes no x30, which holds the address that it returns to,
 *      in the library.
 *   3. It is in the allocator, or in what that calls, for net: net_is_left shows it.
 *   4. It is in a function of the user's (an operator), or in the allocator or the printing
 *      functions for collectives. Collectives call them between their steps. They have no access to
 *      the routed rings but by functions of net, which have all returned by then. So the state is
 *      at rest, and as compilers know nothing of what an operator does, nothing of it is in
 * registers.
 *      A handler of active messages is called while a piece for this node is the oldest of its
 * ring. A detour leaves that ring alone.
 *   5. It prints why the program ends. Nothing returns from there.
 *
 * In cases 1 to 3 the process goes back at once, to come again soon if something is there that the
 * library has not yet taken. In the others forwarding is sound.
 *
 * An operator that calls nothing looks like case 2, for its x30 is in the library: what has come
 * waits until it returns. main is called from outside of the range (_start), so that a main that
 * calls nothing does not look so.
 *
 * Nothing is allocated or printed on a detour, and errno is not touched: the program may be in the
 * midst of doing all this. The kernel keeps all registers. The stack is another one, because the
 * program may have used all but the last bytes of its own.
 */
#include "libc/detour.h"

#include <stdint.h>

#include "cube_system_call.h"
#include "net/allocate.h"
#include "net/route.h"

enum { STACK_BYTES = 4096 };

static _Alignas(16) uint8_t stack[STACK_BYTES];

extern char library_text_start[], library_text_end[]; /* program.ld */

static bool is_in_library(uintptr_t address) {
    return address >= (uintptr_t)library_text_start && address < (uintptr_t)library_text_end;
}

/* The kernel enters the process here when something has come. `at` is where the process was, and
 * `caller` what x30 was. */
static _Noreturn void detour(uintptr_t at, uintptr_t caller) {
    bool resting = !is_in_library(at) && !is_in_library(caller) && !net_is_left();
    bool done = !route_pending(&node) || (resting && route_detour());
    system_call(CUBE_SYS_RETURN, !done, 0, 0);
    __builtin_trap(); /* the kernel goes on elsewhere */
}

void detour_allow(void) {
    system_call(CUBE_SYS_DETOUR, (uintptr_t)detour, (uintptr_t)(stack + STACK_BYTES), 0);
}
