/* Declarations of <sys/stat.h> that picolibc and newlib have for other systems only. */
#include_next <sys/stat.h>

#ifndef CUBE_SYS_STAT_H
#define CUBE_SYS_STAT_H

#ifdef __cplusplus
extern "C" {
#endif

/* In place of nanoseconds: the time now, or the one that the file has (utimensat, futimens). */
#ifndef UTIME_NOW
#define UTIME_NOW  (-2L)
#define UTIME_OMIT (-1L)
#endif

int lstat(const char *__restrict path, struct stat *__restrict status);
int mknod(const char *path, mode_t mode, dev_t device);

#ifdef __cplusplus
}
#endif

#endif
