/* Symbolic links in the folder that cuberun --dir names. One that is made can only lead down from
 * where it lies, so that none leads out of the folder: another one is refused with EPERM. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compiler.h"
#include "libc/descriptors.h"
#include "libc/folder.h"
#include "libc/result.h"

/* Returns how many bytes are in `to`, which is cut where it has less room. */
ssize_t readlink(const char *restrict path, char *restrict to, size_t room) {
    struct cpio_file file;
    if (room == 0 || files_find_given(path, &file))
        return fail(EINVAL);
    if (!folder_exists())
        return fail(ENOENT);
    char *target = malloc(FOLDER_PATH_BYTES);
    if (!target)
        return -1;
    ssize_t bytes = result(folder_ask_at((struct cube_request){.operation = FOLDER_READ_LINK,
                                                               .room = (uintptr_t)target,
                                                               .room_bytes = FOLDER_PATH_BYTES},
                                         path));
    if (bytes > 0 && (size_t)bytes > room)
        bytes = (ssize_t)room;
    if (bytes > 0)
        memcpy(to, target, (size_t)bytes);
    free(target);
    return bytes;
}

int symlink(const char *target, const char *path) {
    struct cpio_file file;
    if (files_find_given(path, &file))
        return fail(EEXIST);
    return (int)result(folder_at_both(FOLDER_MAKE_LINK, target, path));
}

/* A second name of a file could be taken for another file: there is none. */
int link(UNUSED const char *path, UNUSED const char *other) {
    return fail(EPERM);
}
