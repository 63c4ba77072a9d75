/* What the library asks the tools about the program's buffers (net/system/buffers.h). A program is
 * linked with one sanitizer at most of those below, or with none and runs under Valgrind. */
#include "net/system/buffers.h"

#include <execinfo.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include "kernel/native/host.h"
#include "kernel/native/sanitizers.h"
#include "kernel/reports/called.h"

#if __has_include(<valgrind/memcheck.h>)
#include <valgrind/memcheck.h>
#else
#define RUNNING_ON_VALGRIND                             0
#define VALGRIND_CHECK_MEM_IS_ADDRESSABLE(first, bytes) 0
#define VALGRIND_CHECK_MEM_IS_DEFINED(first, bytes)     0
#endif

// NOLINTBEGIN(bugprone-reserved-identifier)

/* asan_interface.h, msan_interface.h, and tsan's internal interface. */
#define OPTIONAL __attribute__((weak))
extern OPTIONAL void *__asan_region_is_poisoned(void *first, size_t bytes);
extern OPTIONAL void __asan_report_error(void *pc, void *frame, void *stack, void *address,
                                         int writes, size_t bytes);
extern OPTIONAL intptr_t __msan_test_shadow(const volatile void *first, size_t bytes);
extern OPTIONAL void __msan_check_mem_is_initialized(const volatile void *first, size_t bytes);
extern OPTIONAL void __tsan_acquire(void *object);
extern OPTIONAL void __tsan_release(void *object);
extern OPTIONAL void __tsan_func_entry(void *caller);
extern OPTIONAL void __tsan_func_exit(void);
extern OPTIONAL void __tsan_read_range(void *first, size_t bytes);
extern OPTIONAL void __tsan_write_range(void *first, size_t bytes);

bool buffers_watched;
static int inside; /* how many calls have buffers of the library's own */

void buffers_start(void) {
    buffers_watched =
        __asan_region_is_poisoned || __msan_test_shadow || __tsan_read_range || RUNNING_ON_VALGRIND;
}

void buffers_are_own(bool own) {
    inside += own ? 1 : -1;
}

/* Prints what is wrong, and the program's call. */
static void report(enum buffer_use use, ptrdiff_t byte, const char *wrong) {
    static const char *const which[] = {
        [BUFFER_READ] = "the buffer to be read",
        [BUFFER_GIVEN] = "the buffer to be written",
        [BUFFER_LEAVES] = "a pending send's buffer",
        [BUFFER_ARRIVES] = "a pending receive's buffer",
        [BUFFER_EXPOSED] = "a window's memory",
    };
    static struct trail trail;
    char function[64], callers[CUBE_CALLERS_BYTES];
    trail_take(&trail, 0);
    trail_function(&trail, function, sizeof function);
    trail_callers(&trail, callers, sizeof callers);
    dprintf(STDERR_FILENO, "graycube: %s: %s: byte %td of %s is %s%s%s\n",
            called(host_self->node.number).text, function, byte, which[use], wrong,
            callers[0] ? ", called from " : "", callers);
}

/* Returns the first byte that the program may not use, or null. */
static const void *find_invalid(const void *first, size_t bytes) {
    if (__asan_region_is_poisoned)
        return __asan_region_is_poisoned((void *)(uintptr_t)first, bytes);
    return (const void *)(uintptr_t)VALGRIND_CHECK_MEM_IS_ADDRESSABLE(first, bytes);
}

/* Returns the first byte whose value is not defined, or null. */
static const void *find_undefined(const void *first, size_t bytes) {
    if (!__msan_test_shadow)
        return (const void *)(uintptr_t)VALGRIND_CHECK_MEM_IS_DEFINED(first, bytes);
    intptr_t byte = __msan_test_shadow(first, bytes);
    return byte < 0 ? NULL : (const char *)first + byte;
}

static void tell_memory(enum buffer_use use, const void *buffer, const void *first, size_t bytes) {
    bool was_valid = use != BUFFER_READ && use != BUFFER_GIVEN;
    const void *wrong = find_invalid(first, bytes);
    if (wrong) {
        sanitizers_report_alone();
        report(use, (const char *)wrong - (const char *)buffer,
               was_valid ? "no longer valid memory (freed before the operation was completed)"
                         : "not valid memory");
        if (__asan_report_error)
            __asan_report_error(__builtin_return_address(0), __builtin_frame_address(0),
                                __builtin_frame_address(0), (void *)(uintptr_t)wrong,
                                use != BUFFER_READ && use != BUFFER_LEAVES, 1);
    } else if (use == BUFFER_READ && (wrong = find_undefined(first, bytes))) {
        sanitizers_report_alone();
        report(use, (const char *)wrong - (const char *)buffer, "uninitialised");
        if (__msan_check_mem_is_initialized)
            __msan_check_mem_is_initialized(first, bytes);
    }
}

/* ThreadSanitizer sees no other process. All that another rank can have done between a send and a
 * receive of this one is taken to be ordered by them: it misses some races, and makes none up. The
 * library's functions have no entries in its stack, so they get these here. */
static void tell_threads(enum buffer_use use, void *first, size_t bytes) {
    enum { FRAMES = 32 };
    static char messages;
    void *frame[FRAMES];
    int count = backtrace(frame, FRAMES);
    for (int k = count - 1; k > 0; k--)
        __tsan_func_entry(frame[k]);
    if (use == BUFFER_READ || use == BUFFER_LEAVES)
        __tsan_read_range(first, bytes);
    if (use == BUFFER_READ)
        __tsan_release(&messages);
    if (use == BUFFER_TAKEN) {
        __tsan_acquire(&messages);
        __tsan_write_range(first, bytes);
    }
    for (int k = count - 1; k > 0; k--)
        __tsan_func_exit();
}

void buffers_tell(enum buffer_use use, const void *buffer, const void *first, size_t bytes) {
    if (inside > 0 || !host_self)
        return;
    if (__tsan_read_range)
        tell_threads(use, (void *)(uintptr_t)first, bytes);
    else if (use != BUFFER_TAKEN)
        tell_memory(use, buffer, first, bytes);
}

// NOLINTEND(bugprone-reserved-identifier)
