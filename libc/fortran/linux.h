/* The functions for gfortran's library (system.c), by which tools/fortran/library replaces those of
 * Linux. */
#ifndef LIBC_FORTRAN_LINUX_H
#define LIBC_FORTRAN_LINUX_H

#include <stddef.h>
#include <stdint.h>

struct timespec;

/* Linux's struct stat on this processor. */
struct linux_status {
    uint64_t device, inode;
    uint32_t mode, links, user, group;
    uint64_t special_device, unused;
    int64_t bytes;
    int32_t block_bytes, unused_too;
    int64_t blocks;
    int64_t times[3][2]; /* read, written, changed: seconds, nanoseconds */
    int32_t reserved[2];
};

int fortran_open(const char *path, int flags, ...);
int fortran_stat(const char *path, struct linux_status *status);
int fortran_lstat(const char *path, struct linux_status *status);
int fortran_fstat(int descriptor, struct linux_status *status);
int fortran_mkostemp(char *path, int flags);
int fortran_isatty(int descriptor);
int fortran_ttyname_r(int descriptor, char *name, size_t room);
int fortran_clock_gettime(int clock, struct timespec *time);
unsigned fortran_alarm(unsigned seconds);
int fortran_feenableexcept(int exceptions);
int fortran_fedisableexcept(int exceptions);
int fortran_fegetexcept(void);
int fortran_sigaction(int number, const void *action, void *old);
int fortran_sigemptyset(void *set);
int fortran_posix_spawn(void);
int fortran_getpwuid_r(unsigned user, void *entry, char *text, size_t room, void **result);
void *fortran_signal(int number, void *handler);
int fortran_Unwind_Backtrace(void *function, void *argument);
uintptr_t fortran_Unwind_GetIPInfo(void *context, int *before);
int fortran_dl_iterate_phdr(void *function, void *data);

#endif
