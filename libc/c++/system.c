/* What the C++ library asks of the system that it was compiled for (Linux), and the answers for a
 * process that has one thread. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* The C++ library counts references without atomic instructions. */
char __libc_single_threaded = 1;

int pthread_mutex_lock(void *mutex) {
    (void)mutex;
    return 0;
}

int pthread_mutex_unlock(void *mutex) {
    (void)mutex;
    return 0;
}

int pthread_once(int *done, void (*function)(void)) {
    if (*done == 0) {
        *done = 1;
        function();
    }
    return 0;
}

/* The C++ library calls this to wait for another thread that makes a static object. There is only
 * one thread, so the calls that make the object are themselves those that wait for it. */
long syscall(long number, ...) {
    (void)number;
    fputs("a static object of C++ needs itself while it is made\n", stderr);
    abort();
}

int *__errno_location(void) {
    return &errno;
}

/* Returns which of the instructions that are asked for the processor has: none, so atomic
 * operations use those that every processor has. */
unsigned long __getauxval(unsigned long type) {
    (void)type;
    return 0;
}

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
int _dl_find_object(const void *address, struct dl_find_object *found) {
    (void)address;
    *found = (struct dl_find_object){.eh_frame = __eh_frame_hdr};
    return 0;
}
