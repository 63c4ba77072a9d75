/* What gfortran's library asks of the system that it was compiled for (Linux).
 * tools/fortran/library makes a copy of it in which these functions begin with fortran_, so that
 * the C library's own keep their meaning for the rest of the program. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "compiler.h"
#include "cube.h"
#include "libc/fortran/linux.h"
#include "libc/result.h"
#include "libc/returns.h"
#include "net/system/system.h"

/* ---- Files ---- */

int fortran_open(const char *path, int flags, ...) {
    static const struct {
        int theirs, ours;
    } same[] = {{0100, O_CREAT}, {0200, O_EXCL}, {01000, O_TRUNC}, {02000, O_APPEND}};
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = flags & same[0].theirs ? (mode_t)va_arg(arguments, int) : 0;
    va_end(arguments);
    int own = flags & O_ACCMODE;
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++)
        if (flags & same[i].theirs)
            own |= same[i].ours;
    return open(path, own, mode);
}

static int translated(int result, const struct stat *from, struct linux_status *to) {
    if (result == 0)
        *to = (struct linux_status){
            .device = (uint64_t)from->st_dev,
            .inode = from->st_ino,
            .mode = from->st_mode,
            .links = from->st_nlink,
            .user = from->st_uid,
            .group = from->st_gid,
            .bytes = from->st_size,
            .block_bytes = (int32_t)from->st_blksize,
            .blocks = from->st_blocks,
            .times = {{from->st_atime, 0}, {from->st_mtime, 0}, {from->st_ctime, 0}},
        };
    return result;
}

int fortran_stat(const char *path, struct linux_status *status) {
    struct stat own;
    return translated(stat(path, &own), &own, status);
}

int fortran_lstat(const char *path, struct linux_status *status) {
    struct stat own;
    return translated(lstat(path, &own), &own, status);
}

int fortran_fstat(int descriptor, struct linux_status *status) {
    struct stat own;
    return translated(fstat(descriptor, &own), &own, status);
}

/* A scratch file lies in the program's folder where there is no /tmp. The last six characters
 * become a number that no other node has. */
int fortran_mkostemp(char *path, int flags) {
    static unsigned files;
    (void)flags; /* closed by exec, which there is not */
    for (;;) {
        size_t end = strlen(path) - 6;
        snprintf(path + end, 7, "%03x%03x", (unsigned)cube_node(), files++ & 0xfff);
        int descriptor = open(path, O_RDWR | O_CREAT | O_EXCL, S_IRUSR | S_IWUSR);
        const char *name = strrchr(path, '/');
        if (descriptor >= 0 || (errno != EEXIST && !name))
            return descriptor;
        if (errno != EEXIST)
            memmove(path, name + 1, strlen(name + 1) + 1);
    }
}

/* The library writes a record at once only to a terminal. Other records would be lost where a node
 * never comes to the end of its program. */
RETURNS(int fortran_isatty(int descriptor),
        descriptor == STDOUT_FILENO || descriptor == STDERR_FILENO || isatty(descriptor))
RETURNS(int fortran_ttyname_r(int descriptor, char *name, size_t room), ENOTTY)

/* ---- Time ---- */

RETURNS(int fortran_clock_gettime(int clock, struct timespec *time),
        clock_gettime(clock == 0 ? CLOCK_REALTIME : CLOCK_MONOTONIC, time))

unsigned fortran_alarm(unsigned seconds) {
    (void)seconds; /* no signal ever comes */
    return 0;
}

/* ---- Floating point: the processor has no traps for its exceptions (-ffpe-trap) ---- */

RETURNS(int fortran_feenableexcept(int exceptions), exceptions ? -1 : 0)
RETURNS(int fortran_fedisableexcept(int exceptions), 0)
RETURNS(int fortran_fegetexcept(void), 0)

/* ---- Processes and users, of which there are no others ---- */

RETURNS(int fortran_sigaction(int number, const void *action, void *old), fail(ENOSYS))
RETURNS(int fortran_sigemptyset(void *set), 0)
RETURNS(int fortran_posix_spawn(void), ENOSYS)

int fortran_getpwuid_r(UNUSED unsigned user, UNUSED void *entry, UNUSED char *text,
                       UNUSED size_t room, void **result) {
    *result = NULL;
    return 0;
}

/* ---- Errors at run time ---- */

/* Faults are the machine's to report. */
RETURNS(void *fortran_signal(int number, void *handler), NULL)

/* Prints the callers behind those that are the library's own. */
static NOINLINE void print_callers(void) {
    char text[CUBE_CALLERS_BYTES];
    system_callers(text);
    const char *callers = text;
    for (char *own; (own = strstr(callers, "_gfortran"));)
        callers = own + strcspn(own, " ");
    callers += strcspn(callers, ",");
    if (*callers)
        fprintf(stderr, "graycube: node %d: called from%s\n", cube_node(), callers + 1);
}

/* The library walks the stack when it ends the program because of an error. */
int fortran_Unwind_Backtrace(UNUSED void *function, UNUSED void *argument) {
    enum { END_OF_STACK = 5 };
    print_callers();
    return END_OF_STACK;
}

uintptr_t fortran_Unwind_GetIPInfo(UNUSED void *context, int *before) {
    *before = 0;
    return 0;
}

RETURNS(int fortran_dl_iterate_phdr(void *function, void *data), 0)
