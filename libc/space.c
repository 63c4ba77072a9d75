/* The space of the host's file system that has the folder of cuberun --dir. For a given file, a
 * stream, or without a folder the calls fail with ENOSYS. */
#include <sys/statfs.h>
#include <sys/statvfs.h>

#include "libc/descriptors.h"
#include "libc/folder.h"
#include "libc/result.h"

static int told(intptr_t answer, const struct folder_space *found, struct statvfs *space) {
    if (answer < 0)
        return fail((int)-answer);
    *space = (struct statvfs){
        .f_bsize = found->block,
        .f_frsize = found->fragment,
        .f_blocks = found->blocks,
        .f_bfree = found->free,
        .f_bavail = found->available,
        .f_files = found->files,
        .f_ffree = found->free_files,
        .f_favail = found->available_files,
        .f_fsid = found->identity,
        .f_flag = ST_NOSUID | (found->read_only ? ST_RDONLY : 0),
        .f_namemax = found->name,
    };
    return 0;
}

int statvfs(const char *restrict path, struct statvfs *restrict space) {
    struct folder_space found;
    struct cpio_file file;
    if (!folder_exists() || files_find_given(path, &file))
        return fail(ENOSYS);
    return told(folder_space_at(path, &found), &found, space);
}

int fstatvfs(int descriptor, struct statvfs *space) {
    struct folder_space found;
    const struct descriptor *open = descriptor_at(descriptor);
    if (!open)
        return -1;
    return open->kind == REACHED ? told(folder_space(open->others, &found), &found, space)
                                 : fail(ENOSYS);
}

/* Returns `result`, and fills in *space from what was found if it is 0. */
static int as_statfs(int result, const struct statvfs *found, struct statfs *space) {
    if (result == 0)
        *space = (struct statfs){
            .f_bsize = (long)found->f_bsize,
            .f_blocks = found->f_blocks,
            .f_bfree = found->f_bfree,
            .f_bavail = found->f_bavail,
            .f_files = found->f_files,
            .f_ffree = found->f_ffree,
            .f_fsid = {{(int)found->f_fsid, (int)(found->f_fsid >> 32)}},
            .f_namelen = (long)found->f_namemax,
            .f_frsize = (long)found->f_frsize,
            .f_flags = (long)found->f_flag,
        };
    return result;
}

int statfs(const char *path, struct statfs *space) {
    struct statvfs found;
    return as_statfs(statvfs(path, &found), &found, space);
}

int fstatfs(int descriptor, struct statfs *space) {
    struct statvfs found;
    return as_statfs(fstatvfs(descriptor, &found), &found, space);
}
