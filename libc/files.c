/* Opens, reads and writes what a descriptor stands for: the console, a file given to the program
 * (cuberun --file), which lies in its memory, one in the folder of cuberun --dir, a device, or a
 * pipe. */
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "cube_system_call.h"
#include "libc/descriptors.h"
#include "libc/devices.h"
#include "libc/folder.h"
#include "libc/pipes.h"
#include "libc/result.h"
#include "net/system/system.h"
#include "net/wait.h"

enum {
    LOOKS_A_SECOND = 4000, /* for input, which comes more slowly than that */
};

/* ---- Opening ---- */

/* Opens a path in the folder that the program reaches. */
static intptr_t reach(struct descriptor *descriptor, const char *path, int flags, mode_t mode) {
    static const struct {
        int libraries;
        uint32_t folders;
    } same[] = {
        {O_APPEND, FOLDER_OPEN_APPEND},    {O_CREAT, FOLDER_OPEN_CREATE},
        {O_EXCL, FOLDER_OPEN_EXCLUSIVE},   {O_TRUNC, FOLDER_OPEN_TRUNCATE},
        {O_DIRECTORY, FOLDER_OPEN_FOLDER},
    };
    int access = flags & O_ACCMODE;
    uint32_t how =
        (access != O_WRONLY ? FOLDER_OPEN_READ : 0) | (access != O_RDONLY ? FOLDER_OPEN_WRITE : 0);
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++)
        if (flags & same[i].libraries)
            how |= same[i].folders;
    intptr_t opened = folder_open(path, how, mode);
    if (opened >= 0)
        *descriptor = (struct descriptor){.kind = REACHED, .access = access, .others = opened};
    return opened;
}

int open(const char *name, int flags, ...) {
    struct cpio_file file;
    int access = flags & O_ACCMODE;
    enum device device = device_named(name);
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = flags & O_CREAT ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    if (device != NO_DEVICE && flags & O_CREAT && flags & O_EXCL)
        return fail(EEXIST);
    if (device != NO_DEVICE && flags & O_DIRECTORY)
        return fail(ENOTDIR);
    if (device >= DEVICE_INPUT && device <= DEVICE_ERRORS)
        return dup(device);
    int free = descriptor_lowest(0);
    if (free < 0)
        return -1;
    if (device != NO_DEVICE) {
        descriptor_table[free] =
            (struct descriptor){.kind = DEVICE, .access = access, .others = device};
        return free;
    }
    if (name[0] != '/' && files_find_given(name, &file)) {
        if (access != O_RDONLY)
            return fail(flags & O_EXCL ? EEXIST : EACCES);
        descriptor_table[free] =
            (struct descriptor){.kind = GIVEN, .data = file.data, .bytes = file.bytes};
        return free;
    }
    if (access == O_RDONLY && !folder_exists())
        return fail(ENOENT);
    intptr_t reached = reach(&descriptor_table[free], name, flags, mode);
    return reached < 0 ? fail((int)-reached) : free;
}

/* ---- Reading and writing ---- */

static uint64_t time_of_next_look(void) {
    uint64_t frequency;
    __asm__("mrs %0, cntfrq_el0" : "=r"(frequency));
    return system_ticks() + frequency / LOOKS_A_SECOND;
}

static ssize_t read_console(void *buffer, size_t bytes) {
    intptr_t got;
    while ((got = system_call(CUBE_SYS_READ, STDIN_FILENO, (uintptr_t)buffer, bytes)) == -EAGAIN)
        wait_until("read", time_of_next_look());
    return result(got);
}

static ssize_t read_given(struct descriptor *file, void *buffer, size_t bytes) {
    size_t left = file->position < file->bytes ? file->bytes - file->position : 0;
    if (bytes > left)
        bytes = left;
    memcpy(buffer, file->data + file->position, bytes);
    file->position += bytes;
    return (ssize_t)bytes;
}

ssize_t read(int descriptor, void *buffer, size_t bytes) {
    struct descriptor *open = descriptor_at(descriptor);
    if (!open)
        return -1;
    if (open->access == O_WRONLY)
        return fail(EBADF);
    if (open->kind == CONSOLE_INPUT)
        return read_console(buffer, bytes);
    if (open->kind == REACHED)
        return result(folder_read(open->others, buffer, bytes));
    if (open->kind == DEVICE)
        return device_read((enum device)open->others, buffer, bytes);
    return open->kind == PIPE ? result(pipe_read(open->pipe, buffer, bytes))
                              : read_given(open, buffer, bytes);
}

/* Writes all bytes, as a file takes them on other systems, though a request takes only some. */
static intptr_t write_reached(intptr_t descriptor, const char *from, size_t bytes) {
    size_t written = 0;
    do {
        intptr_t some = folder_write(descriptor, from + written, bytes - written);
        if (some < 0)
            return written ? (intptr_t)written : some;
        written += (size_t)some;
    } while (written < bytes);
    return (intptr_t)written;
}

ssize_t write(int descriptor, const void *buffer, size_t bytes) {
    struct descriptor *open = descriptor_at(descriptor);
    if (!open)
        return -1;
    if (open->access == O_RDONLY)
        return fail(EBADF);
    if (open->kind == DEVICE)
        return device_write((enum device)open->others, bytes);
    if (open->kind == PIPE)
        return result(pipe_write(open->pipe, buffer, bytes));
    intptr_t written = open->kind == REACHED ? write_reached(open->others, buffer, bytes)
                                             : system_call(CUBE_SYS_WRITE, (uintptr_t)open->others,
                                                           (uintptr_t)buffer, bytes);
    if (descriptor_lost(written))
        open->error = (int)-written; /* close tells it again: a program may look at nothing else */
    return result(written);
}

off_t lseek(int descriptor, off_t offset, int whence) {
    struct descriptor *open = descriptor_at(descriptor);
    if (!open)
        return -1;
    if (open->kind == REACHED)
        return result(folder_of(FOLDER_SEEK, open->others, offset, whence));
    if (open->kind == DEVICE)
        return 0;
    if (open->kind != GIVEN)
        return fail(ESPIPE);
    off_t base = 0;
    if (whence == SEEK_CUR)
        base = (off_t)open->position;
    else if (whence == SEEK_END)
        base = (off_t)open->bytes;
    else if (whence != SEEK_SET)
        return fail(EINVAL);
    if (offset > LONG_MAX - base || offset < -base)
        return fail(EINVAL);
    open->position = (size_t)(base + offset);
    return base + offset;
}
