/* Reading and writing elsewhere than at a descriptor's position. */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "libc/descriptors.h"
#include "libc/devices.h"
#include "libc/folder.h"
#include "libc/result.h"

ssize_t pread(int descriptor, void *buffer, size_t bytes, off_t offset) {
    const struct descriptor *open = descriptor_at(descriptor);
    if (!open)
        return -1;
    if (offset < 0)
        return fail(EINVAL);
    if (open->access == O_WRONLY)
        return fail(EBADF);
    if (open->kind == REACHED)
        return result(folder_ask(&(struct cube_request){
            .operation = FOLDER_READ_AT,
            .descriptor = open->others,
            .argument = {offset},
            .room = (uintptr_t)buffer,
            .room_bytes = bytes < CUBE_REQUEST_BYTES ? bytes : CUBE_REQUEST_BYTES}));
    if (open->kind == DEVICE)
        return device_read((enum device)open->others, buffer, bytes);
    if (open->kind != GIVEN)
        return fail(ESPIPE);
    size_t left = (size_t)offset < open->bytes ? open->bytes - (size_t)offset : 0;
    memcpy(buffer, open->data + offset, bytes < left ? bytes : left);
    return (ssize_t)(bytes < left ? bytes : left);
}

/* Writes all bytes, though a request takes only some. */
ssize_t pwrite(int descriptor, const void *buffer, size_t bytes, off_t offset) {
    struct descriptor *open = descriptor_at(descriptor);
    size_t written = 0;
    if (!open)
        return -1;
    if (offset < 0)
        return fail(EINVAL);
    if (open->access == O_RDONLY)
        return fail(EBADF);
    if (open->kind == DEVICE)
        return device_write((enum device)open->others, bytes);
    if (open->kind != REACHED)
        return fail(ESPIPE);
    do {
        size_t part = bytes - written;
        intptr_t some = folder_ask(&(struct cube_request){
            .operation = FOLDER_WRITE_AT,
            .descriptor = open->others,
            .argument = {offset + (off_t)written},
            .send = (uintptr_t)buffer + written,
            .send_bytes = part < CUBE_REQUEST_BYTES ? part : CUBE_REQUEST_BYTES});
        if (some < 0 && descriptor_lost(some))
            open->error = (int)-some;
        if (some < 0)
            return written ? (ssize_t)written : fail((int)-some);
        written += (size_t)some;
    } while (written < bytes);
    return (ssize_t)written;
}
