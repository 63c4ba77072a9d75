/* basename and dirname, which newlib builds for other systems only. Both change the path. */
#include <libgen.h>
#include <string.h>

static char here[] = ".";

/* Both take the first `length` bytes of a path, and return how many of them are before what they
 * leave out. */

static size_t without_slashes(const char *path, size_t length) {
    while (length > 1 && path[length - 1] == '/')
        length--;
    return length;
}

static size_t without_name(const char *path, size_t length) {
    while (length > 0 && path[length - 1] != '/')
        length--;
    return length;
}

char *basename(char *path) {
    if (!path || !*path)
        return here;
    size_t length = without_slashes(path, strlen(path));
    path[length] = 0;
    return strcmp(path, "/") == 0 ? path : path + without_name(path, length);
}

char *dirname(char *path) {
    if (!path || !*path)
        return here;
    size_t length = without_name(path, without_slashes(path, strlen(path)));
    if (length == 0)
        return here;
    path[without_slashes(path, length)] = 0;
    return path;
}
