/* The current folder, at which relative paths begin: cuberun keeps it, for each node its own. Where
 * there is no folder (cuberun --dir), it is the root, with the given files in it. */
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

/* Where `to` is null, the path is allocated, and the caller frees it. */
char *getcwd(char *to, size_t room) {
    char path[FOLDER_PATH_BYTES];
    if (to && room == 0)
        return errno = EINVAL, NULL;
    ssize_t bytes = result(real(".", path, sizeof path - 1));
    if (bytes < 0)
        return NULL;
    path[bytes++] = 0;
    if (room > 0 && room < (size_t)bytes)
        return errno = ERANGE, NULL;
    if (!to && !(to = malloc(room > (size_t)bytes ? room : (size_t)bytes)))
        return NULL;
    return memcpy(to, path, (size_t)bytes);
}

int chdir(const char *path) {
    char nothing[2];
    if (folder_exists())
        return (int)result(folder_at(FOLDER_CHANGE, 0, path));
    return result(real(path, nothing, sizeof nothing)) < 0 ? -1 : 0;
}

/* Where `to` is null, the path is allocated, and the caller frees it; else it has PATH_MAX bytes.
 */
char *realpath(const char *restrict path, char *restrict to) {
    char found[FOLDER_PATH_BYTES];
    ssize_t bytes = path ? result(real(path, found, sizeof found - 1)) : fail(EINVAL);
    if (bytes < 0)
        return NULL;
    found[bytes++] = 0;
    if (to && bytes > PATH_MAX)
        return errno = ENAMETOOLONG, NULL;
    if (!to && !(to = malloc((size_t)bytes)))
        return NULL;
    return memcpy(to, found, (size_t)bytes);
}
