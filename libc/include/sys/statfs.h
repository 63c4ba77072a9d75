/* statvfs as Linux first had it. */
#ifndef CUBE_SYS_STATFS_H
#define CUBE_SYS_STATFS_H

#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    int __val[2];
} fsid_t;

struct statfs {
    long f_type; /* 0: the kind of the host's file system is not told */
    long f_bsize;
    fsblkcnt_t f_blocks, f_bfree, f_bavail;
    unsigned long f_files, f_ffree;
    fsid_t f_fsid;
    long f_namelen, f_frsize, f_flags;
};

/* Errors are those of statvfs. */
int statfs(const char *path, struct statfs *space);
int fstatfs(int descriptor, struct statfs *space);

#ifdef __cplusplus
}
#endif

#endif
