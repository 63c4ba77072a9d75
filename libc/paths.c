/* Changes of the folder of cuberun --dir, and of names in it. A given file cannot be changed. */
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "libc/descriptors.h"
#include "libc/folder.h"
#include "libc/result.h"

/* Returns the error for a change that the folder does not make, or 0 where the folder has to be
 * asked. */
static int refusal(const char *path) {
    struct stat status;
    int error = folder_refusal(path);
    return error == EROFS && stat(path, &status) < 0 ? errno : error;
}

static int change(enum folder_operation operation, mode_t mode, const char *path) {
    int error = refusal(path);
    return error ? fail(error) : (int)result(folder_at(operation, mode, path));
}

int unlink(const char *path) {
    return change(FOLDER_REMOVE, 0, path);
}

int rmdir(const char *path) {
    return change(FOLDER_REMOVE_FOLDER, 0, path);
}

int remove(const char *path) {
    int removed = unlink(path);
    return removed < 0 && errno == EISDIR ? rmdir(path) : removed;
}

int mkdir(const char *path, mode_t mode) {
    return folder_exists() ? change(FOLDER_MAKE, mode, path) : fail(EROFS);
}

/* There are no files but ordinary ones: EPERM. */
int mknod(const char *path, mode_t mode, dev_t device) {
    (void)device;
    if ((mode & S_IFMT) != S_IFREG && (mode & S_IFMT) != 0)
        return fail(EPERM);
    int descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL, mode & ~(mode_t)S_IFMT);
    return descriptor < 0 ? -1 : close(descriptor);
}

int mkfifo(const char *path, mode_t mode) {
    return mknod(path, S_IFIFO | mode, 0);
}

int rename(const char *from, const char *to) {
    int error = refusal(from);
    struct cpio_file file;
    if (error || files_find_given(to, &file))
        return fail(error ? error : EACCES);
    return (int)result(folder_at_both(FOLDER_RENAME, from, to));
}

int ftruncate(int descriptor, off_t bytes) {
    const struct descriptor *open = descriptor_at(descriptor);
    if (!open)
        return -1;
    return open->kind == REACHED ? (int)result(folder_of(FOLDER_RESIZE, open->others, bytes, 0))
                                 : fail(EINVAL);
}

/* What is written has left the machine before the call returns, or is lost. */
int fsync(int descriptor) {
    const struct descriptor *open = descriptor_at(descriptor);
    return open ? (int)result(-open->error) : -1;
}

/* Returns a file that has no name any more, so that it is removed when it is closed. */
FILE *tmpfile(void) {
    static unsigned made;
    char name[32];
    FILE *file;
    do
        snprintf(name, sizeof name, ".cube-%d-%u.tmp", (int)getpid(), made++);
    while (!(file = fopen(name, "w+x")) && errno == EEXIST);
    if (file)
        unlink(name);
    return file;
}
