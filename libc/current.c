/* The current folder, at which relative paths begin: cuberun keeps it, for each node its own. Where
 * there is no folder (cuberun --dir), it is the root, with the given files in it. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "libc/folder.h"
#include "libc/result.h"

/* Writes a path's absolute form, without a zero. Returns its length, or a negative errno. */
static intptr_t real(const char *path, char *to, size_t room) {
    const struct cube_request request = {
        .operation = FOLDER_REAL, .room = (uintptr_t)to, .room_bytes = room};
    if (folder_exists())
        return folder_ask_at(request, path);
    if (strcmp(path, "/") != 0 && strcmp(path, ".") != 0)
        return -ENOENT;
    if (room < 1)
        return -ERANGE;
    *to = '/';
    return 1;
}

/* Writes a path's absolute form to `to`, which has `room` bytes. Where `to` is null, it is
 * allocated, and the caller frees it. */
static char *find_real(const char *path, char *to, size_t room) {
    char *found = to ? to : malloc(room);
    if (!found)
        return NULL;
    if (room > FOLDER_PATH_BYTES)
        room = FOLDER_PATH_BYTES;
    ssize_t bytes = result(real(path, found, room - 1));
    if (bytes >= 0) {
        found[bytes] = 0;
        return found;
    }
    if (!to)
        free(found);
    return NULL;
}

char *getcwd(char *to, size_t room) {
    if (to && room == 0)
        return errno = EINVAL, NULL;
    return find_real(".", to, room > 0 ? room : FOLDER_PATH_BYTES);
}

int chdir(const char *path) {
    char nothing[2];
    if (folder_exists())
        return (int)result(folder_at(FOLDER_CHANGE, 0, path));
    return result(real(path, nothing, sizeof nothing)) < 0 ? -1 : 0;
}

/* `to` has PATH_MAX bytes, or is null. */
char *realpath(const char *restrict path, char *restrict to) {
    if (!path)
        return errno = EINVAL, NULL;
    char *found = find_real(path, to, to ? PATH_MAX : FOLDER_PATH_BYTES);
    if (!found && errno == ERANGE)
        errno = ENAMETOOLONG;
    return found;
}
