/* When files in the folder that cuberun --dir names were read and written last. The C libraries
 * declare these functions in different words; so three have names of their own here, and the
 * linker's names beside them. */
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <utime.h>

#include "libc/descriptors.h"
#include "libc/folder.h"
#include "libc/result.h"

enum { NANOSECONDS = 1000000000, NANOSECONDS_A_MICROSECOND = 1000, READ, WRITTEN };

int set_microseconds(const char *path, const struct timeval *times) __asm__("utimes");
int set_of_open(int descriptor, const struct timespec *times) __asm__("futimens");
int set_nanoseconds(int folder, const char *path, const struct timespec *times,
                    int flags) __asm__("utimensat");

struct stamps {
    int64_t at[2]; /* as FOLDER_TIMES has them */
};

static const struct stamps now = {{FOLDER_TIME_NOW, FOLDER_TIME_NOW}};

static int set(const char *path, struct stamps stamps) {
    int error = folder_refusal(path);
    if (error)
        return fail(error);
    return (int)result(
        folder_ask_at((struct cube_request){.operation = FOLDER_TIMES_AT,
                                            .argument = {stamps.at[0], stamps.at[1]}},
                      path));
}

int utime(const char *path, const struct utimbuf *times) {
    return set(path, times ? (struct stamps){{(int64_t)times->actime * NANOSECONDS,
                                              (int64_t)times->modtime * NANOSECONDS}}
                           : now);
}

int set_microseconds(const char *path, const struct timeval *times) {
    struct stamps stamps = now;
    for (int i = 0; times && i < 2; i++) {
        if (times[i].tv_usec < 0 || times[i].tv_usec >= NANOSECONDS / NANOSECONDS_A_MICROSECOND)
            return fail(EINVAL);
        stamps.at[i] = (int64_t)times[i].tv_sec * NANOSECONDS +
                       (int64_t)times[i].tv_usec * NANOSECONDS_A_MICROSECOND;
    }
    return set(path, stamps);
}

/* Reads what utimensat takes. Returns whether it is a time. */
static bool read_times(const struct timespec *times, struct stamps *stamps) {
    *stamps = now;
    for (int i = 0; times && i < 2; i++) {
        if (times[i].tv_nsec == UTIME_OMIT)
            stamps->at[i] = FOLDER_TIME_KEPT;
        else if (times[i].tv_nsec >= 0 && times[i].tv_nsec < NANOSECONDS)
            stamps->at[i] = (int64_t)times[i].tv_sec * NANOSECONDS + times[i].tv_nsec;
        else if (times[i].tv_nsec != UTIME_NOW)
            return false;
    }
    return true;
}

int set_of_open(int descriptor, const struct timespec *times) {
    const struct descriptor *open = descriptor_at(descriptor);
    struct stamps stamps;
    if (!open)
        return -1;
    if (!read_times(times, &stamps))
        return fail(EINVAL);
    return open->kind == REACHED
               ? (int)result(folder_of(FOLDER_TIMES, open->others, stamps.at[0], stamps.at[1]))
               : fail(EROFS);
}

/* Of paths, relative ones begin at the current folder; a link's own times cannot be set. */
int set_nanoseconds(int folder, const char *path, const struct timespec *times, int flags) {
    struct stamps stamps;
    if (!read_times(times, &stamps))
        return fail(EINVAL);
    if (folder != AT_FDCWD && path[0] != '/')
        return fail(ENOSYS);
    return flags ? fail(EINVAL) : set(path, stamps);
}
