#include "tests/hostile/access.h"
#include "compiler.h"

#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "cube_abi.h"

#ifdef __x86_64__

#define TRAP_FLAG (1 << 8) /* of EFLAGS: a trap after the next instruction */

static struct {
    uint8_t *region;
    size_t bytes;
    void (*step_in)(size_t offset);
    uint8_t *open; /* the first page that can be accessed, or null */
    size_t pages;  /* how many: an instruction may access two */
    struct sigaction others;
} watch;

static void allow(uint8_t *page, int permissions) {
    mprotect(page, CUBE_PAGE_BYTES, permissions);
}

static void on_fault(int number, siginfo_t *info, void *context) {
    size_t offset = (size_t)((uint8_t *)info->si_addr - watch.region);
    if (offset >= watch.bytes) {
        sigaction(SIGSEGV, &watch.others,
                  NULL); /* which the instruction meets when it is tried again */
        return;
    }
    (void)number;
    watch.step_in(offset);
    uint8_t *page = watch.region + offset / CUBE_PAGE_BYTES * CUBE_PAGE_BYTES;
    allow(page, PROT_READ);
    watch.open = watch.pages == 0 || page < watch.open ? page : watch.open;
    watch.pages++;
    ((ucontext_t *)context)->uc_mcontext.gregs[REG_EFL] |= TRAP_FLAG;
}

static void on_trap(UNUSED int number, UNUSED siginfo_t *info, void *context) {
    for (; watch.pages > 0; watch.pages--)
        allow(watch.open + (watch.pages - 1) * CUBE_PAGE_BYTES, PROT_NONE);
    ((ucontext_t *)context)->uc_mcontext.gregs[REG_EFL] &= ~TRAP_FLAG;
}

static void handle(int number, void (*handler)(int, siginfo_t *, void *),
                   struct sigaction *before) {
    struct sigaction action = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, before);
}

bool access_can(void) {
    return true;
}

void access_watch(const uint8_t *region, size_t bytes, void (*step_in)(size_t offset)) {
    static bool handled;
    if (!handled)
        handle(SIGSEGV, on_fault, &watch.others);
    if (!handled)
        handle(SIGTRAP, on_trap, NULL);
    handled = true;
    watch.region = (uint8_t *)(uintptr_t)region;
    watch.bytes = bytes;
    watch.step_in = step_in;
    watch.pages = 0;
    mprotect(watch.region, bytes, PROT_NONE);
}

#else

bool access_can(void) {
    return false;
}

void access_watch(UNUSED const uint8_t *region, UNUSED size_t bytes,
                  void (*step_in)(size_t offset)) {
    (void)step_in;
}

#endif
