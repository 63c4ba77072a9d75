/* The status of files, by descriptor or by path. */
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cube_abi.h"
#include "libc/descriptors.h"
#include "libc/devices.h"
#include "libc/folder.h"
#include "libc/result.h"

/* Fills in *status from what cuberun has found, if it has found anything. */
static int reached_status(intptr_t answer, const struct folder_status *found, struct stat *status) {
    if (answer < 0)
        return fail((int)-answer);
    *status = (struct stat){
        .st_dev = (dev_t)found->device,
        .st_ino = (ino_t)found->inode,
        .st_mode = (mode_t)found->mode,
        .st_nlink = (nlink_t)found->links,
        .st_uid = (uid_t)found->user,
        .st_gid = (gid_t)found->group,
        .st_size = (off_t)found->bytes,
        .st_blksize = CUBE_PAGE_BYTES,
        .st_blocks = (blkcnt_t)found->blocks,
        .st_atim = {(time_t)found->accessed[0], (long)found->accessed[1]},
        .st_mtim = {(time_t)found->modified[0], (long)found->modified[1]},
        .st_ctim = {(time_t)found->changed[0], (long)found->changed[1]},
    };
    return 0;
}

int fstat(int descriptor, struct stat *status) {
    struct folder_status found;
    const struct descriptor *open = descriptor_at(descriptor);
    if (!open)
        return -1;
    memset(status, 0, sizeof *status);
    if (open->kind == REACHED)
        return reached_status(folder_status(open->others, &found), &found, status);
    status->st_nlink = 1;
    status->st_size = (off_t)open->bytes;
    status->st_blksize = CUBE_PAGE_BYTES;
    status->st_mode = open->kind == GIVEN  ? S_IFREG | S_IRUSR | S_IRGRP | S_IROTH
                      : open->kind == PIPE ? S_IFIFO | S_IRUSR | S_IWUSR
                                           : S_IFCHR | S_IRUSR | S_IWUSR;
    return 0;
}

/* Asks about a given file or a device, or else about a path in the folder. */
static int status_at(const char *name, bool follow, struct stat *status) {
    struct folder_status found;
    struct cpio_file file;
    if (folder_exists() && !files_find_given(name, &file) && device_named(name) == NO_DEVICE)
        return reached_status(folder_status_at(name, follow, &found), &found, status);
    int descriptor = open(name, O_RDONLY);
    if (descriptor < 0)
        return -1;
    int result = fstat(descriptor, status);
    return close(descriptor) < 0 ? -1 : result;
}

int stat(const char *restrict name, struct stat *restrict status) {
    return status_at(name, true, status);
}

int lstat(const char *restrict name, struct stat *restrict status) {
    return status_at(name, false, status);
}

/* Whether the program may use a path in this way. It has the rights of the file's owner, as cuberun
 * does. */
int access(const char *name, int how) {
    struct stat status;
    if (stat(name, &status) < 0)
        return -1;
    mode_t needed =
        (how & R_OK ? S_IRUSR : 0) | (how & W_OK ? S_IWUSR : 0) | (how & X_OK ? S_IXUSR : 0);
    return (status.st_mode & needed) == needed ? 0 : fail(EACCES);
}
