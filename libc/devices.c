#include "libc/devices.h"

#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "libc/result.h"

enum { MOST_RANDOM = 256 }; /* bytes of one getentropy: POSIX */

enum device device_named(const char *path) {
    static const char *const names[] = {
        [DEVICE_INPUT] = "/dev/stdin",   [DEVICE_OUTPUT] = "/dev/stdout",
        [DEVICE_ERRORS] = "/dev/stderr", [DEVICE_NULL] = "/dev/null",
        [DEVICE_ZERO] = "/dev/zero",     [DEVICE_FULL] = "/dev/full",
        [DEVICE_RANDOM] = "/dev/random", [DEVICE_URANDOM] = "/dev/urandom",
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(path, names[i]) == 0)
            return (enum device)i;
    return NO_DEVICE;
}

ssize_t device_read(enum device device, void *buffer, size_t bytes) {
    if (device == DEVICE_NULL)
        return 0;
    if (device == DEVICE_ZERO || device == DEVICE_FULL)
        memset(buffer, 0, bytes);
    else
        for (size_t done = 0, some; done < bytes; done += some) {
            some = bytes - done < MOST_RANDOM ? bytes - done : MOST_RANDOM;
            getentropy((uint8_t *)buffer + done, some);
        }
    return (ssize_t)bytes;
}

ssize_t device_write(enum device device, size_t bytes) {
    return device == DEVICE_FULL && bytes > 0 ? fail(ENOSPC) : (ssize_t)bytes;
}
