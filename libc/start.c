/* From the first instruction of a process to main, and from main's end to forwarding for others. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cube_system_call.h"
#include "formats/status.h"
#include "libc/memory/guard.h"
#include "libc/memory/heap.h"
#include "net/detour/detour.h"
#include "net/faults/start.h"
#include "net/finish.h"
#include "net/start.h"
#include "net/system/system.h"

extern char __thread_pointer[]; /* program.ld: where thread-local variables are counted from */

/* program.ld: the program's constructors in the order in which they run, and its destructors in the
 * order in which they do not. */
extern void (*const __preinit_array_start[])(void);
extern void (*const __init_array_end[])(void);
extern void (*const __fini_array_start[])(void);
extern void (*const __fini_array_end[])(void);

void __libc_fini_array(void);
int main(int argc, char *argv[], char *environment[]);

/* Sets the register from which the compiler's code counts the addresses of thread-local variables.
 */
static void set_thread_pointer(const void *pointer) {
    __asm__ volatile("msr tpidr_el0, %0" : : "r"(pointer) : "memory");
}

/* Ends the program if the kernel has another layout of the windows than this library, because
 * messages and wake-ups would be lost. */
static void check_layout(void) {
    const struct cube_node_page *page = system_node_page();
    if (page->layout == CUBE_LAYOUT)
        return;
    if (page->node == 0)
        fprintf(stderr,
                "cube: the program has version %u of the link layout, the kernel %u (rebuild both "
                "from the same graycube)\n",
                (unsigned)CUBE_LAYOUT, (unsigned)page->layout);
    fflush(stderr);
    system_call(CUBE_SYS_FINISH, STATUS_IMAGE, 0, 0);
    /* The machine ends when the programs of all nodes have ended here. Until then this one waits
     * for nothing, in whatever layout: where processes run in turns, no other has its turn before.
     */
    static const uint64_t nothing[CUBE_PAGE_BYTES / sizeof(uint64_t)];
    for (;;)
        system_call(CUBE_SYS_WAIT, (uintptr_t)nothing, 0, 0);
}

/* The C libraries have functions for this, too, each release with other names for what the linker
 * defines, or with calls of functions that only start files have. */
static void run_constructors(void) {
    for (void (*const *next)(void) = __preinit_array_start; next < __init_array_end; next++)
        (*next)();
}

/* Picolibc's exit calls the destructors by this name. */
void __libc_fini_array(void) {
    for (void (*const *next)(void) = __fini_array_end; next > __fini_array_start;)
        (*--next)();
}

/* The kernel enters the process here, with main's arguments in x0 to x2 and a stack. All other
 * registers are zero, the frame pointer too, so a backtrace ends here. The section is not one of
 * the library's text: main returns to here, and is not a part of the library (net/detour/detour.c).
 */
_Noreturn __attribute__((section(".text.outside"))) void _start(int argc, char *argv[],
                                                                char *environment[]) {
    set_thread_pointer(__thread_pointer);
    check_layout();
    environ = environment;
    bool faults = (system_node_page()->dead | system_node_page()->failed) != 0;
    void (*start)(void) = faults ? faults_start : net_start; /* chosen before the clock starts */
    void (*allow)(void) = faults ? detour_allow_faults : detour_allow;
    system_arguments = (struct system_arguments){argc, argv};
    finish_begin();
    system_at_abort = abort;
    heap_start();
    guard_start(__builtin_frame_address(0));
    start();
    if (system_node_page()->flags & CUBE_PAGE_FORWARDS)
        _exit(0); /* this node only forwards: the program, its constructors too, runs on others */
    allow();
#ifndef __PICOLIBC__
    atexit(__libc_fini_array);
#endif
    run_constructors();
    exit(main(system_arguments.count, system_arguments.words, environ));
}
