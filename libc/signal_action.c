/* POSIX signals: actions and masks, on top of C's signal() and raise() (libc/signal.c): each signal
 * that has an action or is blocked has the handler `arrive` there. */
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

#include "libc/result.h"
#include "libc/threads/wait.h"

enum { SIGNALS = 32 };

static struct sigaction actions[SIGNALS]; /* of those whose handler is `arrive` */
static sigset_t blocked, pending;
static unsigned handled; /* how many handlers have been called */

static sigset_t bit(int number) {
    return (sigset_t)1 << number;
}

static bool is_function(void (*handler)(int)) {
    return handler != SIG_DFL && handler != SIG_IGN;
}

static void arrive(int number);

/* Returns what is done now when a signal comes. A handler of signal()'s is called once. */
static struct sigaction action_of(int number) {
    void (*handler)(int) = signal(number, SIG_IGN);
    signal(number, handler);
    if (handler == arrive)
        return actions[number];
    return (struct sigaction){.sa_handler = handler,
                              .sa_flags = is_function(handler) ? SA_RESETHAND | SA_NODEFER : 0};
}

static void set_action(int number, struct sigaction action) {
    actions[number] = action;
    bool plain = !(blocked & bit(number)) && !is_function(action.sa_handler);
    signal(number, plain ? action.sa_handler : arrive);
}

/* Changes which signals are blocked. What has come meanwhile arrives. */
static void set_blocked(sigset_t to) {
    to &= ~(bit(SIGKILL) | bit(SIGSTOP));
    sigset_t before = blocked;
    for (int number = 1; number < SIGNALS; number++)
        if ((to ^ before) & bit(number)) {
            struct sigaction action = action_of(number);
            blocked ^= bit(number);
            set_action(number, action);
        }
    for (int number = 1; number < SIGNALS; number++)
        if (pending & ~blocked & bit(number)) {
            pending &= ~bit(number);
            raise(number);
        }
}

/* raise has taken the handler away when it calls it. */
static void arrive(int number) {
    struct sigaction action = actions[number];
    signal(number, arrive);
    if (blocked & bit(number)) {
        if (action.sa_handler != SIG_IGN)
            pending |= bit(number);
        return;
    }
    if (action.sa_flags & SA_RESETHAND)
        set_action(number, (struct sigaction){.sa_handler = SIG_DFL});
    sigset_t before = blocked;
    set_blocked(blocked | action.sa_mask | (action.sa_flags & SA_NODEFER ? 0 : bit(number)));
    handled++;
    if (action.sa_flags & SA_SIGINFO) {
        siginfo_t info = {.si_signo = number, .si_code = SI_USER, .si_pid = getpid()};
        action.sa_sigaction(number, &info, NULL);
    } else {
        action.sa_handler(number);
    }
    set_blocked(before);
}

int sigaction(int number, const struct sigaction *restrict action,
              struct sigaction *restrict before) {
    if (number <= 0 || number >= SIGNALS || (action && (number == SIGKILL || number == SIGSTOP)))
        return fail(EINVAL);
    struct sigaction now = action_of(number);
    if (action)
        set_action(number, *action);
    if (before)
        *before = now;
    return 0;
}

int sigprocmask(int how, const sigset_t *set, sigset_t *before) {
    sigset_t now = blocked;
    if (set && how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK)
        return fail(EINVAL);
    if (set)
        set_blocked(how == SIG_BLOCK     ? blocked | *set
                    : how == SIG_UNBLOCK ? blocked & ~*set
                                         : *set);
    if (before)
        *before = now;
    return 0;
}

int pthread_sigmask(int how, const sigset_t *set, sigset_t *before) {
    return sigprocmask(how, set, before) < 0 ? errno : 0;
}

int sigpending(sigset_t *set) {
    *set = pending;
    return 0;
}

/* No signal comes from elsewhere: what is pending arrives now, or none ever will. */
int sigsuspend(const sigset_t *set) {
    sigset_t before = blocked;
    unsigned then = handled;
    set_blocked(*set);
    if (handled == then)
        thread_wait("sigsuspend");
    set_blocked(before);
    return fail(EINTR);
}

int sigwait(const sigset_t *restrict set, int *restrict number) {
    for (*number = 1; *number < SIGNALS; ++*number)
        if (pending & *set & bit(*number)) {
            pending &= ~bit(*number);
            return 0;
        }
    thread_wait("sigwait");
}

int pause(void) {
    thread_wait("pause");
}

int killpg(pid_t group, int number) {
    return kill(group, number);
}

/* Handlers run on the program's stack, so that another one is only remembered. */
int sigaltstack(const stack_t *restrict stack, stack_t *restrict before) {
    static stack_t now = {.ss_flags = SS_DISABLE};
    stack_t was = now;
    if (stack && (stack->ss_flags & ~SS_DISABLE))
        return fail(EINVAL);
    if (stack && !(stack->ss_flags & SS_DISABLE) && stack->ss_size < MINSIGSTKSZ)
        return fail(ENOMEM);
    if (stack)
        now = *stack;
    if (before)
        *before = was;
    return 0;
}
