/* Net's requests to the kernel, as system calls. On the host, tests/host replaces this file. */
#include "net/system/system.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>

#include "cube_system_call.h"

enum { STANDARD_OUTPUT = 1, STANDARD_ERROR = 2, TEXT_BYTES = 512 };

void (*system_at_abort)(void);
NODE_LOCAL int (*system_at_exit)(int status);
struct system_arguments system_arguments;
NODE_LOCAL void (*system_at_kill)(void);

static void print(int descriptor, const char *format, va_list arguments) {
    char text[TEXT_BYTES];
    int length = vsnprintf(text, sizeof text, format, arguments);
    size_t bytes = (size_t)length < sizeof text ? (size_t)length : sizeof text - 1;
    system_call(CUBE_SYS_WRITE, (uintptr_t)descriptor, (uintptr_t)text, bytes);
}

void system_print(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print(STANDARD_OUTPUT, format, arguments);
    va_end(arguments);
}

void system_abort(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print(STANDARD_ERROR, format, arguments);
    va_end(arguments);
    if (system_at_abort)
        system_at_abort();
    for (;;)
        system_call(CUBE_SYS_ABORT, SIGABRT, 0, 0);
}

const struct cube_node_page *system_node_page(void) {
    return (const struct cube_node_page *)CUBE_NODE_PAGE_ADDRESS;
}

int system_wait(const struct cube_wait *wait) {
    return (int)system_call(CUBE_SYS_WAIT, (uintptr_t)wait, 0, 0);
}

_Noreturn void system_end(uint8_t status) {
    for (;;)
        system_call(CUBE_SYS_END, status, 0, 0);
}

void system_died(uint64_t clock) {
    system_call_one(CUBE_SYS_DIED, clock);
}

void system_record(const char *text, size_t bytes) {
    system_call(CUBE_SYS_RECORD, (uintptr_t)text, bytes, 0);
}

void system_callers(char text[CUBE_CALLERS_BYTES]) {
    intptr_t bytes = system_call(CUBE_SYS_CALLERS, (uintptr_t)text, CUBE_CALLERS_BYTES, 0);
    text[bytes > 0 ? bytes : 0] = 0;
}

/* Functions of the library have frame records (AAPCS64): the record of the caller, and where they
 * return to. Functions of the program may have none, so the walk ends where the library does. */
uint64_t system_back(void) {
#ifndef CUBE_HOST
    extern const char library_text_start[], library_text_end[]; /* libc/program.ld */
    const struct record {
        const struct record *caller;
        uint64_t back;
    } *record = __builtin_frame_address(0);
    for (; record; record = record->caller)
        if (record->back < (uintptr_t)library_text_start ||
            record->back >= (uintptr_t)library_text_end)
            return record->back;
#endif
    return 0;
}

void system_watch(const uint64_t *offset, const uint64_t *waited, const uint32_t *hidden) {
    system_call(CUBE_SYS_WATCH, (uintptr_t)offset, (uintptr_t)waited, (uintptr_t)hidden);
}

void system_sample(enum cube_sample kind, uint64_t time, uint64_t weight) {
    system_call(CUBE_SYS_SAMPLE, kind, time, weight);
}

int system_rings(const struct cube_rings *rings) {
    return (int)system_call(CUBE_SYS_RINGS, (uintptr_t)rings, 0, 0);
}

int system_failed(uint64_t clock) {
    return (int)system_call_one(CUBE_SYS_FAILED, clock);
}

int system_ring(uint32_t dimensions) {
    return (int)system_call_one(CUBE_SYS_RING, dimensions);
}
