#include "kernel/native/fault.h"

#include <signal.h>
#include <ucontext.h>

static void note_access(struct fault *fault, const ucontext_t *context) {
#ifdef __x86_64__ /* the error code of a page fault: Intel SDM, volume 3, 4.7 */
    enum { WRITE = 1 << 1, FETCH = 1 << 4, REACH = 64 << 10 };
    uintptr_t stack = (uintptr_t)context->uc_mcontext.gregs[REG_RSP];
    fault->wrote = context->uc_mcontext.gregs[REG_ERR] & WRITE;
    fault->jumped = context->uc_mcontext.gregs[REG_ERR] & FETCH;
#else
    enum { REACH = 64 << 10 };
    uintptr_t stack = context->uc_mcontext.sp;
    fault->jumped = fault->address == trail_place(context);
#endif
    fault->overflow = fault->signal == SIGSEGV && fault->address < stack + REACH &&
                      fault->address + REACH > stack;
}

static struct fault *noted;
static void (*call_last)(void);

/* Notes what has happened, for the parent's report. The signal comes again when this returns, and
 * ends the process. */
static void note_fault(int number, siginfo_t *info, void *context) {
    noted->signal = number;
    noted->code = info->si_code;
    noted->address = (uintptr_t)info->si_addr;
    note_access(noted, context);
    trail_take(&noted->trail, trail_place(context));
    call_last();
    signal(number, SIG_DFL);
    if (info->si_code == SI_USER || info->si_code == SI_TKILL)
        raise(number);
}

void fault_watch(struct fault *fault, void (*last)(void)) {
    enum { STACK_BYTES = 128 << 10 };
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};
    static char stack[STACK_BYTES];
    const stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_sigaction = note_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    noted = fault;
    call_last = last;
    sigaltstack(&alternate, NULL);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaction(signals[i], &action, NULL);
}
