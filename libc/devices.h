/* The devices that programs open by name. They are the machine's own: no request goes to the host,
 * and no folder is needed. */
#ifndef LIBC_DEVICES_H
#define LIBC_DEVICES_H

#include <stddef.h>
#include <sys/types.h>
#include <unistd.h>

enum device {
    NO_DEVICE = -1,
    DEVICE_INPUT = STDIN_FILENO, /* the first three are duplicates of the standard streams */
    DEVICE_OUTPUT = STDOUT_FILENO,
    DEVICE_ERRORS = STDERR_FILENO,
    DEVICE_NULL,
    DEVICE_ZERO,
    DEVICE_FULL,
    DEVICE_RANDOM,
    DEVICE_URANDOM,
};

/* Returns the device of an absolute path, or NO_DEVICE. */
enum device device_named(const char *path);

/* Fills the buffer from a device: nothing from /dev/null, zeros, or numbers of getentropy. Returns
 * the number of bytes read. */
ssize_t device_read(enum device device, void *buffer, size_t bytes);

/* Takes bytes and forgets them. Returns their number, or -1 with errno set: ENOSPC at /dev/full. */
ssize_t device_write(enum device device, size_t bytes);

#endif
