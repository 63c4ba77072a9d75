/* Declarations missing in <utime.h> of picolibc and newlib. */
#include <sys/types.h>

#include_next <utime.h>

#ifndef CUBE_UTIME_H
#define CUBE_UTIME_H

#ifdef __cplusplus
extern "C" {
#endif

int utime(const char *path, const struct utimbuf *times);

#ifdef __cplusplus
}
#endif

#endif
