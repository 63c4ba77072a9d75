/* Permissions and owners of files in the folder that cuberun --dir names. */
#include <sys/stat.h>
#include <unistd.h>

#include "libc/descriptors.h"
#include "libc/folder.h"
#include "libc/result.h"

int chmod(const char *path, mode_t mode) {
    int error = folder_refusal(path);
    return error ? fail(error) : (int)result(folder_at(FOLDER_MODE_AT, mode, path));
}

int fchmod(int descriptor, mode_t mode) {
    const struct descriptor *open = descriptor_at(descriptor);
    if (!open)
        return -1;
    return open->kind == REACHED ? (int)result(folder_of(FOLDER_MODE, open->others, mode, 0))
                                 : fail(EROFS);
}

/* Permissions that new files do not get. */
mode_t umask(mode_t mask) {
    static mode_t alone; /* where there is no folder it means nothing */
    mode_t before = alone;
    if (folder_exists())
        return (mode_t)folder_of(FOLDER_MASK, 0, mask, 0);
    alone = mask & (S_IRWXU | S_IRWXG | S_IRWXO);
    return before;
}

/* ---- Owners: a file can be given to nobody, so it is left to whom it belongs ---- */

static int keep_owner(const struct stat *status, uid_t user, gid_t group) {
    bool kept = (user == (uid_t)-1 || user == status->st_uid) &&
                (group == (gid_t)-1 || group == status->st_gid);
    return kept ? 0 : fail(EPERM);
}

int chown(const char *path, uid_t user, gid_t group) {
    struct stat status;
    return stat(path, &status) < 0 ? -1 : keep_owner(&status, user, group);
}

int lchown(const char *path, uid_t user, gid_t group) {
    struct stat status;
    return lstat(path, &status) < 0 ? -1 : keep_owner(&status, user, group);
}

int fchown(int descriptor, uid_t user, gid_t group) {
    struct stat status;
    return fstat(descriptor, &status) < 0 ? -1 : keep_owner(&status, user, group);
}
