/* The start of a program on the host, up to main at each node, and the forwarding after main: the
 * counterpart of libc/start.c. */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "cube_system_call.h"
#include "kernel/native/last.h"
#include "kernel/native/parent.h"
#include "kernel/native/sanitizers.h"
#include "kernel/native/sleep.h"
#include "net/clock/journal.h"
#include "net/messages/credit.h"
#include "net/messages/inbox.h"
#include "net/node.h"
#include "net/record/record.h"
#include "net/start.h"
#include "net/system/system.h"
#include "net/wait.h"

/* A constructor that runs before those of the program, which have 101 and more or no number, and
 * after those of sanitizers and coverage; the destructor runs after the program's. */
enum { FIRST = 101 };

static uint64_t started;
static pid_t self; /* this process, if it is a node, and not one that a node has started */
static int exit_status;
static bool finished;
static jmp_buf over;

/* ---- The end ---- */

static _Noreturn void leave_wait(void) {
    longjmp(over, 1);
}

static bool is_metered(void) {
    return system_node_page()->flags & CUBE_PAGE_STATS;
}

static int status_at_end; /* not on the stack, which setjmp would have to keep */

static _Noreturn void forward(void) {
    system_call(CUBE_SYS_FINISH, status_at_end & 0xff, (uintptr_t)inbox_unreceived(),
                is_metered() ? (uintptr_t)record_meters() : 0);
    wait_finished(is_metered() ? record_count : NULL);
}

static void finish(int status) {
    if (finished || self != getpid())
        return;
    finished = true;
    uint64_t time = cube_time();
    journal_end();
    status_at_end = system_at_exit ? system_at_exit(status) : status;
    fflush(NULL);
    if (is_metered())
        record_write(cube_cycles() - started, time);
    record_journal(time);
    node_finish();
    if (setjmp(over) == 0)
        forward();
}

/* Writes the records of a program that does not come to its end. */
static void record_early(void) {
    if (finished || self != getpid())
        return;
    finished = true;
    uint64_t time = cube_time();
    journal_end();
    if (system_node_page()->flags & CUBE_PAGE_STATS)
        record_write(cube_cycles() - started, time);
    record_journal(time);
}

static void keep_status(int status, UNUSED void *unused) {
    exit_status = status;
}

static __attribute__((destructor(FIRST))) void end(void) {
    if (self)
        finish(exit_status);
}

/* Programs that call these end at once, and on the machine not without this, too. */
void _exit(int status) {
    if (self)
        finish(status);
    for (;;)
        syscall(SYS_exit_group, status);
}

void _Exit(int status) {
    _exit(status);
}

/* A node that kills itself may go on without its program: see system_at_kill. */
static void leave_if_killed(int number) {
    if (number == SIGKILL && self && system_at_kill)
        system_at_kill();
}

int raise(int number) {
    leave_if_killed(number);
    return (int)syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), number);
}

int kill(pid_t id, int number) {
    if (id == self)
        leave_if_killed(number);
    return (int)syscall(SYS_kill, id, number);
}

/* ---- The start ---- */

static __attribute__((constructor(FIRST))) void start(void) {
    struct words words;
    words_read(&words);
    credit_forget();
    parent_start(&words);
    self = getpid();
    sleep_over = leave_wait;
    system_at_abort = abort;
    started = cube_cycles();
    buffers_start();
    net_start();
    last_watch(record_early);
    if (system_node_page()->flags & CUBE_PAGE_FORWARDS)
        _exit(0); /* this node only forwards: the program, its constructors too, runs on others */
    on_exit(keep_status, NULL);
}
