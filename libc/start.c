/* From the kernel's entry of the process to main, and from its end to forwarding. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cube_system_call.h"
#include "formats/status.h"
#include "libc/record.h"
#include "net/inbox.h"
#include "net/node.h"
#include "net/route.h"
#include "net/system.h"

extern char __thread_pointer[]; /* program.ld: where thread-local variables are counted from */

void __libc_init_array(void);
void __libc_fini_array(void);
int main(int argc, char *argv[], char *environment[]);

static uint64_t started;

/* Sets the register from which the compiler's code counts the addresses of thread-local variables.
 */
static void set_thread_pointer(const void *pointer) {
    __asm__ volatile("msr tpidr_el0, %0" : : "r"(pointer) : "memory");
}

/* A kernel and a program that disagree about the windows would lose messages and wake-ups. */
static void check_layout(void) {
    const struct cube_node_page *page = system_node_page();
    if (page->layout == CUBE_LAYOUT)
        return;
    if (page->node == 0)
        fprintf(stderr,
                "cube: this program was built for layout %u of the links and the kernel has %u: "
                "build both from the same graycube\n",
                (unsigned)CUBE_LAYOUT, (unsigned)page->layout);
    fflush(stderr);
    system_call(CUBE_SYS_FINISH, STATUS_IMAGE, 0, 0);
    for (;;) /* the machine ends when all nodes have come this far */
        system_yield();
}

/* The kernel enters here with the arguments and the environment in x0 to x2, a stack, and all other
 * registers zero (the frame pointer too: a backtrace ends here). */
_Noreturn void _start(int argc, char *argv[], char *environment[]) {
    set_thread_pointer(__thread_pointer);
    check_layout();
    environ = environment;
    started = cube_cycles();
    node_start();
#ifndef __PICOLIBC__ /* whose exit calls it by itself */
    atexit(__libc_fini_array);
#endif
    __libc_init_array();
    exit(main(argc, argv, environ));
}

void _exit(int status) {
    uint64_t time = cube_time();
    if (system_node_page()->flags & CUBE_PAGE_STATS)
        record_write(cube_cycles() - started, time);
    record_journal(time);
    node_finish();
    system_call(CUBE_SYS_FINISH, status & 0xff, (uintptr_t)inbox_unreceived(), 0);
    route_serve();
}
