/* What <sys/stat.h> of picolibc and newlib declares for other systems alone. */
#include_next <sys/stat.h>

#ifndef CUBE_SYS_STAT_H
#define CUBE_SYS_STAT_H

#ifdef __cplusplus
extern "C" {
#endif

int lstat(const char *__restrict path, struct stat *__restrict status);

#ifdef __cplusplus
}
#endif

#endif
