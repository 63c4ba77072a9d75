/* Functions of Linux that the C++ library calls, for a process with one thread. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "compiler.h"
#include "libc/returns.h"

/* The C++ library counts references without atomic instructions. */
char __libc_single_threaded = 1;

/* Has a thread-local object destroyed when the program ends. Returns 0. */
int __cxa_atexit(void (*destroy)(void *), void *object, void *library);
RETURNS(int __cxa_thread_atexit_impl(void (*destroy)(void *), void *object, void *library),
        __cxa_atexit(destroy, object, library))

/* No program of the cube runs with the rights of another user. */
RETURNS(char *secure_getenv(const char *name), getenv(name))
RETURNS(unsigned long __isoc23_strtoul(const char *text, char **end, int base),
        strtoul(text, end, base))

/* Two names of sscanf, for gfortran's library. */
#define SSCANF(name)                                                                               \
    int name(const char *text, const char *format, ...);                                           \
    int name(const char *text, const char *format, ...) {                                          \
        va_list arguments;                                                                         \
        va_start(arguments, format);                                                               \
        int count = vsscanf(text, format, arguments);                                              \
        va_end(arguments);                                                                         \
        return count;                                                                              \
    }
SSCANF(__isoc99_sscanf)
SSCANF(__isoc23_sscanf)

_Noreturn void __assert_fail(const char *assertion, const char *file, unsigned line,
                             const char *function) {
    fprintf(stderr, "%s:%u: %s: assertion %s failed\n", file, line, function, assertion);
    abort();
}

/* The C++ library calls this to wait for another thread that makes a static object. There is only
 * one thread, so the calls that make the object are themselves those that wait for it. */
long syscall(UNUSED long number, ...) {
    fputs("the constructor of a static C++ object uses the object itself\n", stderr);
    abort();
}

RETURNS(int *__errno_location(void), &errno)

/* Returns which of the instructions that are asked for the processor has: none, so atomic
 * operations use those that every processor has. */
RETURNS(unsigned long __getauxval(unsigned long type), 0)
RETURNS(unsigned long getauxval(unsigned long type), __getauxval(type))

/* ---- Unwinding ---- */

/* The table that the linker makes of where each function's frame is described. */
extern const char __eh_frame_hdr[];

/* What Linux's loader tells of the file that an address is in (glibc 2.35, section 9.4). */
struct dl_find_object {
    unsigned long long flags;
    const void *start, *end;
    const void *link_map;
    const void *eh_frame;
    unsigned long long reserved[7];
};

/* There is one file. */
int _dl_find_object(UNUSED const void *address, struct dl_find_object *found) {
    *found = (struct dl_find_object){.eh_frame = __eh_frame_hdr};
    return 0;
}
