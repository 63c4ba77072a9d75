/* From the kernel's entry of the process to main, and from its end to forwarding. */
#include <picolibc.h> /* before picotls.h: says that there are thread-local variables */

#include <picotls.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "libc/record.h"
#include "libc/system.h"
#include "net/node.h"
#include "net/route.h"

extern char __tls_base[]; /* program.ld: the process's own block of thread-local variables */

void __libc_init_array(void);
int main(int argc, char *argv[], char *environment[]);

static uint64_t started;

/* The kernel enters here with the arguments in x0 and x1, a stack, and all other registers zero
 * (the frame pointer too: a backtrace ends here). */
_Noreturn void _start(int argc, char *argv[]) {
    _set_tls(__tls_base);
    started = cube_cycles();
    node_start();
    __libc_init_array();
    exit(main(argc, argv, environ));
}

void _exit(int status) {
    if (system_node_page()->flags & CUBE_PAGE_STATS)
        record_write(cube_cycles() - started);
    system_call(CUBE_SYS_FINISH, status & 0xff, 0, 0);
    route_serve();
}

void abort(void) {
    fflush(stdout);
    fflush(stderr);
    system_call(CUBE_SYS_ABORT, 0, 0, 0);
    __builtin_trap();
}
