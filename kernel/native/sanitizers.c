/* Functions that the sanitizers' libraries call if a program has them (their documentation:
 * "Run-time flags", and asan_interface.h). A program may have its own, so these are weak. */
#include "kernel/native/sanitizers.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kernel/native/host.h"

// NOLINTBEGIN(bugprone-reserved-identifier)

extern void __sanitizer_print_stack_trace(void) __attribute__((weak));

const char *__asan_default_options(void);
const char *__msan_default_options(void);
const char *__tsan_default_options(void);
const char *__ubsan_default_options(void);
void __asan_on_error(void);
void __ubsan_on_report(void);

bool sanitizers_are_there(void) {
    return __sanitizer_print_stack_trace;
}

/* An error ends the program as an abort does. */
__attribute__((weak)) const char *__asan_default_options(void) {
    return "abort_on_error=1";
}

__attribute__((weak)) const char *__msan_default_options(void) {
    return "abort_on_error=1";
}

__attribute__((weak)) const char *__tsan_default_options(void) {
    return "abort_on_error=1:halt_on_error=1";
}

__attribute__((weak)) const char *__ubsan_default_options(void) {
    return "halt_on_error=1:abort_on_error=1:print_stacktrace=1";
}

static bool goes_on(const char *name) {
    const char *options = getenv(name);
    return options && strstr(options, "halt_on_error=0");
}

void sanitizers_report_alone(void) {
    static bool reports;
    if (reports || !sanitizers_are_there() || goes_on("ASAN_OPTIONS") || goes_on("MSAN_OPTIONS") ||
        goes_on("UBSAN_OPTIONS"))
        return;
    while (host_self && atomic_exchange(&host->reported, true))
        pause();
    reports = true;
}

__attribute__((weak)) void __asan_on_error(void) {
    sanitizers_report_alone();
}

__attribute__((weak)) void __ubsan_on_report(void) {
    sanitizers_report_alone();
}

// NOLINTEND(bugprone-reserved-identifier)
