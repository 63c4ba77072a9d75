/* The file system of the host that holds the folder of cuberun --dir: its space. */
#ifndef CUBE_SYS_STATVFS_H
#define CUBE_SYS_STATVFS_H

#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ST_RDONLY 1 /* nothing can be changed */
#define ST_NOSUID 2 /* always: nothing in the folder is executed */

struct statvfs {
    unsigned long f_bsize;  /* preferred transfer size in bytes */
    unsigned long f_frsize; /* unit of the next three, in bytes */
    fsblkcnt_t f_blocks, f_bfree, f_bavail;
    unsigned long f_files, f_ffree, f_favail; /* the C library's fsfilcnt_t has only 32 bits */
    unsigned long f_fsid, f_flag;
    unsigned long f_namemax;
};

/* Both return 0, or -1 with errno: ENOSYS without --dir, and for a file outside the folder. */
int statvfs(const char *__restrict path, struct statvfs *__restrict space);
int fstatvfs(int descriptor, struct statvfs *space);

#ifdef __cplusplus
}
#endif

#endif
