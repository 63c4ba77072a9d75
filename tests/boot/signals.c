/* Tests signals of a process to itself, and the ways in which it can end. With an argument the last
 * node ends in that way. */
#include <assert.h>
#include <setjmp.h>
#include <signal.h>

#include "tests/tap.h"

static volatile sig_atomic_t caught;
static jmp_buf out;

static void catch (int signal) {
    caught = signal;
}

static void leave(int signal) {
    longjmp(out, signal);
}

static void handlers(void) {
    ok(signal(SIGUSR1, catch) == SIG_DFL, "a handler is set");
    ok(raise(SIGUSR1) == 0 && caught == SIGUSR1, "raise runs it");
    ok(signal(SIGTERM, SIG_IGN) == SIG_DFL && raise(SIGTERM) == 0, "a signal is ignored");
    caught = 0;
    signal(SIGUSR2, catch);
    cube_barrier();
    if (cube_node() == 0)
        raise(SIGUSR2);
    cube_barrier();
    ok((caught != 0) == (cube_node() == 0), "a signal is the process's own");
    ok(fails(kill(getpid() + 1, SIGTERM), ESRCH), "no signal to another process: ESRCH");
    ok(kill(getpid(), 0) == 0, "a signal that is none");
    ok(fails(kill(getpid(), 1000), EINVAL), "or that cannot be: EINVAL");
}

static void abort_by_handler(void) {
    signal(SIGABRT, leave);
    int number = setjmp(out);
    if (!number)
        abort();
    ok(number == SIGABRT, "a handler of SIGABRT need not return");
    signal(SIGABRT, SIG_DFL);
}

static void say(void) {
    printf("at exit\n");
}

static void end(const char *how) {
    printf("not a whole line");
    if (strcmp(how, "abort") == 0)
        abort();
    if (strcmp(how, "caught") == 0) {
        signal(SIGABRT, catch); /* the handler returns, and abort still ends the program */
        abort();
    }
    if (strcmp(how, "term") == 0)
        raise(SIGTERM);
    if (strcmp(how, "kill") == 0)
        kill(getpid(), SIGKILL);
    if (strcmp(how, "assert") == 0)
        assert(cube_node() < 0);
    atexit(say);
    if (strcmp(how, "exit") == 0)
        exit(300 + 7);
    if (strcmp(how, "_exit") == 0)
        _exit(9);
    if (strcmp(how, "quick") == 0)
        _Exit(10);
}

int main(int argc, char *argv[]) {
    if (argc > 1) {
        if (cube_node() == cube_nodes() - 1)
            end(argv[1]);
        return 0;
    }
    handlers();
    abort_by_handler();
    return tap_end();
}
