#include "kernel/native/report.h"

#include <signal.h>
#include <string.h>
#include <sys/uio.h>
#include <sys/wait.h>

#include "formats/status.h"
#include "kernel/console.h"
#include "kernel/links.h"
#include "kernel/native/last.h"
#include "kernel/native/sleep.h"
#include "kernel/reports/backtrace.h"
#include "kernel/reports/called.h"
#include "kernel/reports/deadlock.h"
#include "kernel/reports/unreceived.h"
#include "kernel/windows.h"

/* ---- Functions that the kernel's reports need ---- */

static const struct host_node *owner_of(const struct process *process) {
    return (const struct host_node *)((uintptr_t)process -
                                      offsetof(struct host_node, node.process));
}

bool process_read(const struct process *process, void *to, uint64_t address, size_t bytes) {
    struct iovec here = {to, bytes}, there = {(void *)(uintptr_t)address, bytes};
    return process_vm_readv(owner_of(process)->id, &here, 1, &there, 1, 0) == (ssize_t)bytes;
}

/* The report asks for a window by its place among those of a process. Where these lie is the same
 * for all processes here, so a place is its own address. */
uint64_t windows_place(uint32_t place) {
    return place;
}

const uint8_t *process_bytes(const struct process *process, uint64_t address, size_t *run) {
    uint32_t dimension = (uint32_t)address - node_dimension;
    *run = sizeof(struct cube_window);
    return (const uint8_t *)links_window(owner_of(process)->node.number ^ 1u << dimension,
                                         dimension);
}

const struct fault_hooks *fault_hooks; /* nothing fails here */

void backtrace_print(const struct process *process, const struct trap_frame *frame) {
    (void)process, (void)frame; /* is for programs that have died */
}

size_t backtrace_callers(const struct process *process, const struct trap_frame *frame, char *text,
                         size_t room) {
    (void)frame;
    return trail_callers(&owner_of(process)->callers, text, room);
}

static void everywhere(struct stage_state *state) {
    static void (*const stages[])(struct stage_state *) = {
        [STAGE_FAILED] = deadlock_failed,     [STAGE_WAITING] = deadlock_waiting,
        [STAGE_HINT] = deadlock_hint,         [STAGE_LINKS] = unreceived_links,
        [STAGE_INBOXES] = unreceived_inboxes,
    };
    stages[state->stage](state);
}

uint32_t report_ask(void) {
    struct stage_state ask = {.stage = STAGE_ASK};
    deadlock_ask(&ask, sleep_wake);
    return ask.lines;
}

void report_deadlock(void) {
    uint32_t ended = 0;
    for (uint32_t i = 0; i < node_ranks; i++)
        ended += node_at(i)->process.finished;
    deadlock_report(everywhere, ended, 0); /* a process that dies ends the others: parent.c */
}

bool report_unreceived(void) {
    return unreceived_report(everywhere);
}

void report_places(void) {
    uint32_t lines = 0;
    for (uint32_t i = 0; i < node_ranks; i++) {
        struct host_node *node = &host->node[i];
        char text[512];
        if (node->node.process.finished || lines++ >= NODES_SHOWN)
            continue;
        if (atomic_load(&node->last.told) &&
            atomic_load(&node->node.sleeper.state) == SLEEP_ASLEEP) {
            node->callers = node->last.trail;
            deadlock_print(&node->node);
            continue;
        }
        last_where(node, text, sizeof text);
        console_print("graycube: %s %s\n", called(node->node.number).text, text);
    }
    if (lines > NODES_SHOWN)
        console_print("graycube: and %u more nodes\n", (unsigned)(lines - NODES_SHOWN));
}

/* ---- Faults ---- */

enum { NULL_BYTES = 64 << 10 }; /* see PROCESS_PROGRAM_LOWEST */

static void print_place(const char *how, const char *place) {
    console_print("graycube:   %s %s\n", how, place);
}

static void report_address(const char *node, const struct fault *fault) {
    const char *did = fault->jumped ? "jumped to" : fault->wrote ? "wrote to" : "read";
    const char *what =
        fault->code == SEGV_ACCERR ? "memory that does not permit it" : "an unmapped address";
    const char *which = fault->code == SI_KERNEL      ? " (not a valid address)"
                        : fault->address < NULL_BYTES ? " (at or near a null pointer)"
                        : fault->signal == SIGBUS     ? " (beyond the end of a file)"
                        : fault->code == SEGV_ACCERR  ? " (read-only, or of another node's link)"
                                                      : " (nothing is there)";
    console_print("graycube: %s: %s %s%s, address 0x%lx\n", node, did, what, which,
                  (unsigned long)fault->address);
}

static void report_fault(const char *node, const struct fault *fault) {
    switch (fault->signal) {
    case SIGSEGV:
    case SIGBUS:
        if (fault->overflow)
            console_print(
                "graycube: %s: stack overflow: address 0x%lx (increase --memory stack=BYTES)\n",
                node, (unsigned long)fault->address);
        else
            report_address(node, fault);
        break;
    case SIGFPE:
        console_print("graycube: %s: integer division by zero or overflow\n", node);
        break;
    case SIGILL:
        console_print("graycube: %s: executed an undefined instruction\n", node);
        break;
    case SIGTRAP:
        console_print("graycube: %s: executed a breakpoint\n", node);
        break;
    default:
        console_print("graycube: %s: aborted\n", node);
    }
    trail_each(&fault->trail, fault->signal == SIGABRT, print_place);
}

uint8_t report_gone(const struct host_node *node, int status) {
    struct called name = called(node->node.number);
    if (WIFEXITED(status)) {
        int code = WEXITSTATUS(status);
        console_print("graycube: %s exited with status %d, but not by exit or a return from main\n",
                      name.text, code);
        return code ? (uint8_t)code : STATUS_PANIC;
    }
    int signal = WTERMSIG(status);
    if (node->fault.signal == signal)
        report_fault(name.text, &node->fault);
    else if (signal == SIGABRT)
        console_print(
            "graycube: %s: aborted (the message of abort, assert or a sanitizer is above)\n",
            name.text);
    else
        console_print("graycube: %s: ended by signal %d (%s)\n", name.text, signal,
                      strsignal(signal));
    return (uint8_t)(STATUS_SIGNAL + signal);
}
