/* Cutting a file, or making it longer, by its path. */
#include <fcntl.h>
#include <unistd.h>

#include "libc/result.h"

int truncate(const char *path, off_t bytes) {
    int descriptor = open(path, O_WRONLY);
    if (descriptor < 0)
        return -1;
    int cut = ftruncate(descriptor, bytes), error = errno;
    close(descriptor);
    return cut < 0 ? fail(error) : 0;
}
