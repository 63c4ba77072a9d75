/* Signals. A process can send them only to itself. A signal that has no handler ends the machine,
 * as a fault does. All of it is here, because C libraries differ in how they end a process. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cube.h"
#include "cube_system_call.h"
#include "net/clock/time.h"

/* Returns the number of this process. It is not 0, which means a group of processes in kill(). */
pid_t getpid(void) {
    return cube_node() + 1;
}

int kill(pid_t process, int signal) {
    if (process != getpid()) {
        errno = ESRCH;
        return -1;
    }
    if (signal == 0) /* the caller only asks whether a signal could be sent */
        return 0;
    if (signal == SIGKILL && system_at_kill)
        system_at_kill();
    fflush(stdout);
    fflush(stderr);
    /* Not cube_time, which aborts where the clock is past its end. */
    system_call(CUBE_SYS_ABORT, (uintptr_t)signal, time_shown(), 0);
    errno = EINVAL;
    return -1;
}

enum { SIGNALS = 32 }; /* all numbers of signals are below this */

typedef void handler(int);

static handler *handlers[SIGNALS]; /* null is SIG_DFL */

handler *signal(int signal, handler *to) {
    if (signal <= 0 || signal >= SIGNALS) {
        errno = EINVAL;
        return SIG_ERR;
    }
    handler *old = handlers[signal];
    handlers[signal] = to;
    return old;
}

/* While a handler runs, and until it is set again, its signal has none (C11, 7.14.1.1). */
int raise(int signal) {
    if (signal <= 0 || signal >= SIGNALS) {
        errno = EINVAL;
        return -1;
    }
    handler *handler = handlers[signal];
    if (handler == SIG_IGN)
        return 0;
    if (handler == SIG_DFL)
        return kill(getpid(), signal);
    handlers[signal] = SIG_DFL;
    handler(signal);
    return 0;
}

void abort(void) {
    raise(SIGABRT);
    signal(SIGABRT, SIG_DFL); /* there was a handler, and it has returned */
    raise(SIGABRT);
    __builtin_trap();
}
