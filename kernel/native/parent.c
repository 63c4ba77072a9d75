#include "kernel/native/parent.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "formats/record.h"
#include "formats/status.h"
#include "kernel/host/meters.h"
#include "kernel/host/records.h"
#include "kernel/native/console.h"
#include "kernel/native/last.h"
#include "kernel/native/report.h"
#include "kernel/native/sanitizers.h"
#include "kernel/native/sleep.h"

/* Milliseconds without output after which an incomplete line of node 0 is shown: it may be a
 * question to the user. */
enum { QUIET = 100, SECOND = 1000 };

/* As in tools/running/failure.py. */
enum { STATUS_OUTPUT = 74, STATUS_TIMEOUT = 124 };

static uint32_t left;   /* processes that have not ended */
static uint8_t verdict; /* the status that the run will have when all have ended */

static _Noreturn void leave(int status) {
    for (;;)
        syscall(SYS_exit_group, status);
}

static void complain(const char *text) {
    fprintf(stderr, "cuberun: %s\n", text);
}

/* Prints what the nodes have printed. */
static void print_all(void) {
    console_take();
    console_end_lines();
}

/* Ends all processes that are left, and waits for that. */
static void kill_all(void) {
    for (uint32_t i = 0; i < node_count; i++)
        if (host->node[i].id > 0)
            kill(host->node[i].id, SIGKILL);
    while (waitpid(-1, NULL, 0) > 0 || errno == EINTR) {
    }
}

/* Records a text that tells of a node, or of the run. */
static void write_record(uint32_t node, const char *text) {
    struct record_head head = {node, (uint32_t)strlen(text)};
    struct iovec parts[] = {{&head, sizeof head}, {(char *)text, head.bytes}};
    if (host_options.results && writev((int)host_options.results, parts, 2) < 0)
        complain("cannot write records to the host");
}

void records_print(uint32_t writer, const char *format, ...) {
    char text[CUBE_RECORD_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    write_record(writer, text);
}

/* The last record, by which cuberun knows that none is missing. */
static void record_usage(void) {
    char text[128];
    size_t bytes = (size_t)(sizeof host->node[0] * node_count);
    snprintf(text, sizeof text,
             "{\"kernel\":{\"nodes\":%u,\"kernel_bytes\":%zu,\"program_bytes\":0}}",
             (unsigned)node_count, bytes);
    write_record(RECORD_KERNEL, text);
}

/* Records where the nodes were whose programs have not come to their end. */
static void record_places(void) {
    for (uint32_t i = 0; i < node_count; i++) {
        char place[512], text[640];
        if (i >= node_ranks || host->node[i].node.process.finished)
            continue;
        last_where(&host->node[i], place, sizeof place);
        for (char *letter = place; *letter; letter++)
            if (*letter < ' ' || *letter > '~' || *letter == '"' || *letter == '\\')
                *letter = '?'; /* so that the text is JSON */
        snprintf(text, sizeof text, "{\"early\":{\"where\":\"%s\"}}", place);
        write_record(node_place(node_at(i)), text);
    }
}

/* Stops all nodes, after what they have to tell if anybody reads it. */
static void stop_all(void) {
    if (host_options.results) {
        last_ask();
        record_places();
        meters_record(); /* while what the processes have counted can be read */
    }
    kill_all();
    print_all();
}

static _Noreturn void end(uint8_t status) {
    stop_all();
    record_usage();
    leave(status);
}

/* Ends the run because a process has ended that should not have. */
static _Noreturn void end_by(const struct host_node *node, int status) {
    stop_all();
    status = report_gone(node, status);
    record_usage();
    leave(status);
}

/* ---- The end of all programs ---- */

/* Lets the processes end by themselves: what runs at their end may have something to say, such as a
 * sanitizer that looks for leaks. */
static void let_go(uint8_t status) {
    verdict = status;
    atomic_store(&host->over, true);
    for (uint32_t i = 0; i < node_count; i++)
        sleep_wake(node_at(i));
}

/* Called when the count of nodes that are awake has come to 0. */
static void look(void) {
    uint32_t finished = 0;
    if (atomic_load(&host->over) || atomic_load(&host->awake) != 0)
        return;
    atomic_fetch_add(&host->awake, 1); /* as in sleep_for_ever of kernel/sleep.c */
    bool asked = report_ask() > 0;
    if (atomic_fetch_sub(&host->awake, 1) == 1 && asked)
        host_call_parent();
    if (asked)
        return;
    print_all();
    for (uint32_t i = 0; i < node_count; i++)
        finished += node_at(i)->process.finished;
    uint8_t failure = (uint8_t)atomic_load(&host->failure);
    if (finished < node_count) {
        report_deadlock();
        end(STATUS_DEADLOCK);
    }
    meters_record();
    let_go(failure ? failure : report_unreceived() ? STATUS_UNRECEIVED : 0);
}

static void reap(void) {
    int status;
    for (pid_t id; (id = waitpid(-1, &status, WNOHANG)) > 0;) {
        struct host_node *node = host_find(id);
        if (!node)
            continue;
        if (!atomic_load(&host->over))
            end_by(node, status);
        left--;
        if (!verdict)
            verdict = WIFEXITED(status) ? (uint8_t)WEXITSTATUS(status) : report_gone(node, status);
    }
}

static void take_signal(int source) {
    struct signalfd_siginfo signal;
    if (read(source, &signal, sizeof signal) != sizeof signal)
        return;
    if (signal.ssi_signo == SIGCHLD) {
        reap();
        return;
    }
    if (signal.ssi_signo == SIGINT)
        complain("interrupted");
    end((uint8_t)(STATUS_SIGNAL + signal.ssi_signo));
}

static void take_bell(void) {
    uint64_t rung;
    if (read(host_bell, &rung, sizeof rung) != sizeof rung)
        return;
    uint8_t status = (uint8_t)atomic_load(&host->ending);
    if (status)
        end(status);
    look();
}

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * SECOND + time.tv_nsec / (1000 * SECOND);
}

static void complain_late(uint32_t seconds) {
    char text[64];
    snprintf(text, sizeof text, "ended after %u second%s (--timeout)", (unsigned)seconds,
             seconds == 1 ? "" : "s");
    complain(text);
}

static _Noreturn void end_late(uint32_t seconds) {
    complain_late(seconds);
    last_ask();
    print_all();
    report_places();
    stop_all();
    record_usage();
    leave(STATUS_TIMEOUT);
}

/* Ends the run because nobody reads what it prints, or it cannot be written. */
static _Noreturn void end_unread(void) {
    if (console_error == EPIPE)
        end(STATUS_SIGNAL + SIGPIPE);
    fprintf(stderr, "cuberun: cannot write the output: %s\n", strerror(console_error));
    end(STATUS_OUTPUT);
}

static _Noreturn void watch(uint32_t seconds, int64_t deadline, int signals) {
    struct pollfd sources[] = {
        {.fd = console_source, .events = POLLIN},
        {.fd = signals, .events = POLLIN},
        {.fd = host_bell, .events = POLLIN},
    };
    while (left) {
        int64_t rest = seconds ? deadline - now() : INT32_MAX;
        if (rest <= 0)
            end_late(seconds);
        bool holds = console_holds() && rest > QUIET;
        int ready = poll(sources, 3, holds ? QUIET : (int)rest);
        if (ready == 0 && holds)
            console_ask();
        if (console_error)
            end_unread();
        if (ready <= 0)
            continue;
        if (sources[0].revents)
            console_take();
        if (sources[2].revents)
            take_bell();
        if (sources[1].revents)
            take_signal(signals);
    }
    print_all();
    if (console_error)
        end_unread();
    record_usage();
    leave(verdict);
}

/* ---- The start ---- */

/* Opens anew the file that cuberun reads the records from, for it has a place of its own there, and
 * records of several nodes follow each other. Where cuberun is ended, so are we. */
static void open_records(void) {
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%u", (unsigned)host_options.results);
    int file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
    host_options.results = file < 0 ? 0 : (uint32_t)file;
    prctl(PR_SET_PDEATHSIG, SIGTERM);
}

/* Lets the stack of this process grow to N bytes, if the host permits that. */
static void give_stack(uint64_t bytes) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) < 0 || limit.rlim_cur >= bytes)
        return;
    limit.rlim_cur = bytes;
    setrlimit(RLIMIT_STACK, &limit);
}

static void become_node(uint32_t number, pid_t parent, const sigset_t *mask) {
    char name[16];
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* nothing is left behind, however the parent ends */
    if (getppid() != parent)
        leave(STATUS_PANIC);
    snprintf(name, sizeof name, "node %u", (unsigned)number);
    prctl(PR_SET_NAME, name);
    sigprocmask(SIG_SETMASK, mask, NULL);
    console_become_node();
    give_stack(host_options.stack);
    if (number != 0) { /* node 0 has our input */
        int nothing = open("/dev/null", O_RDONLY);
        dup2(nothing, STDIN_FILENO);
        close(nothing);
    }
    host_become(number);
    if (!sanitizers_are_there())
        fault_watch(&host_self->fault, last_records);
}

/* What is ignored stays ignored, for that is what nohup is for. */
static void add_unless_ignored(sigset_t *set, int number) {
    struct sigaction action;
    if (sigaction(number, NULL, &action) == 0 && action.sa_handler != SIG_IGN)
        sigaddset(set, number);
}

void parent_start(const struct words *words) {
    int64_t deadline = now() + (int64_t)words->seconds * SECOND;
    sigset_t ours, before;
    sigemptyset(&ours);
    sigaddset(&ours, SIGCHLD);
    add_unless_ignored(&ours, SIGINT);
    add_unless_ignored(&ours, SIGTERM);
    add_unless_ignored(&ours, SIGHUP);
    sigprocmask(SIG_BLOCK, &ours, &before);
    trail_start();
    int signals = signalfd(-1, &ours, SFD_CLOEXEC);
    if (signals < 0 || !console_open() || !host_make(words->nodes)) {
        complain(strerror(errno));
        leave(STATUS_USAGE);
    }
    if (host_options.results)
        open_records();
    if (host_options.stats)
        meters_enable();
    pid_t parent = getpid();
    for (uint32_t i = 0; i < node_count; i++) {
        pid_t id = fork();
        if (id < 0) {
            complain(strerror(errno));
            kill_all();
            leave(STATUS_USAGE);
        }
        if (id == 0) {
            host->node[i].id = getpid();
            close(signals);
            become_node(i, parent, &before);
            return;
        }
        host->node[i].id = id;
        left++;
        if (words->seconds && now() >= deadline) {
            complain_late(words->seconds);
            kill_all();
            record_usage();
            leave(STATUS_TIMEOUT);
        }
    }
    signal(SIGPIPE, SIG_IGN);
    watch(words->seconds, deadline, signals);
}
