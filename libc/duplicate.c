/* Duplicates of descriptors, and their flags. */
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <unistd.h>

#include "libc/descriptors.h"
#include "libc/folder.h"
#include "libc/pipes.h"
#include "libc/result.h"
#include "net/system/system.h"
#include "net/wait.h"

/* Makes descriptor `to`, which is free, another one for what `open` is for. A file in the folder
 * has one position for both; a file that was given has one for each. */
static int copy(const struct descriptor *open, int to) {
    struct descriptor copied = *open;
    if (copied.kind == REACHED) {
        copied.others = folder_of(FOLDER_DUPLICATE, copied.others, 0, 0);
        if (copied.others < 0)
            return fail((int)-copied.others);
    } else if (copied.kind == PIPE) {
        pipe_open(copied.pipe, copied.access);
    }
    descriptor_table[to] = copied;
    return to;
}

/* Copies to the lowest free descriptor from `least` on. */
static int copy_from(int descriptor, int least) {
    const struct descriptor *open = descriptor_at(descriptor);
    if (!open)
        return -1;
    if (least < 0 || least >= DESCRIPTORS)
        return fail(EINVAL);
    int free = descriptor_lowest(least);
    return free < 0 ? -1 : copy(open, free);
}

int dup(int descriptor) {
    return copy_from(descriptor, 0);
}

int dup2(int descriptor, int to) {
    const struct descriptor *open = descriptor_at(descriptor);
    if (!open)
        return -1;
    if (to < 0 || to >= DESCRIPTORS)
        return fail(EBADF);
    if (to == descriptor)
        return to;
    if (descriptor_table[to].kind != CLOSED)
        close(to); /* whose errors nobody is told of */
    return copy(open, to);
}

/* ---- fcntl ---- */

static int flags_of(const struct descriptor *open) {
    if (open->kind == PIPE)
        return open->access | O_NONBLOCK;
    if (open->kind != REACHED)
        return open->access;
    intptr_t found = folder_of(FOLDER_FLAGS, open->others, 0, 0);
    if (found < 0)
        return fail((int)-found);
    return open->access | (found & FOLDER_OPEN_APPEND ? O_APPEND : 0);
}

/* Only whether all that is written goes to the end can be changed. Others are ignored, as POSIX has
 * it. */
static int set_flags(const struct descriptor *open, int flags) {
    if (open->kind != REACHED)
        return 0;
    intptr_t set =
        folder_of(FOLDER_FLAGS, open->others, 1, flags & O_APPEND ? FOLDER_OPEN_APPEND : 0);
    return set < 0 ? fail((int)-set) : 0;
}

/* Where a lock's bytes begin, counted from the start of the file, or a negative errno. */
static intptr_t start_of(const struct descriptor *open, const struct flock *lock) {
    struct folder_status status;
    intptr_t base = 0;
    if (lock->l_whence == SEEK_CUR)
        base = folder_of(FOLDER_SEEK, open->others, 0, SEEK_CUR);
    if (lock->l_whence == SEEK_END && (base = folder_status(open->others, &status)) == 0)
        base = (intptr_t)status.bytes;
    if (base < 0)
        return base;
    base += lock->l_start + (lock->l_len < 0 ? lock->l_len : 0);
    return base < 0 ? -EINVAL : base;
}

static uint32_t kind_of(const struct flock *lock) {
    return lock->l_type == F_RDLCK   ? FOLDER_LOCK_READ
           : lock->l_type == F_WRLCK ? FOLDER_LOCK_WRITE
                                     : FOLDER_LOCK_NONE;
}

/* Locks bytes of a file against other nodes. */
static intptr_t ask_for_lock(const struct descriptor *open, off_t start, const struct flock *lock,
                             uint32_t ask, struct folder_locked *locked) {
    const uint64_t range[2] = {(uint64_t)start,
                               (uint64_t)(lock->l_len < 0 ? -lock->l_len : lock->l_len)};
    return folder_ask(&(struct cube_request){.operation = FOLDER_LOCK,
                                             .descriptor = open->others,
                                             .argument = {kind_of(lock) | ask},
                                             .send = (uintptr_t)range,
                                             .send_bytes = sizeof range,
                                             .room = (uintptr_t)locked,
                                             .room_bytes = sizeof *locked});
}

/* Tells which lock is in the way of one. */
static int tell_lock(const struct descriptor *open, off_t start, struct flock *lock) {
    struct folder_locked found;
    intptr_t asked = ask_for_lock(open, start, lock, FOLDER_LOCK_ASK, &found);
    if (asked < 0)
        return fail((int)-asked);
    static const short kinds[] = {
        [FOLDER_LOCK_READ] = F_RDLCK, [FOLDER_LOCK_WRITE] = F_WRLCK, [FOLDER_LOCK_NONE] = F_UNLCK};
    lock->l_type = kinds[found.how];
    if (found.how == FOLDER_LOCK_NONE)
        return 0;
    lock->l_whence = SEEK_SET;
    lock->l_start = (off_t)found.start;
    lock->l_len = (off_t)found.bytes;
    lock->l_pid = (short)(found.node + 1); /* as getpid has it */
    return 0;
}

static int lock_bytes(int descriptor, int command, struct flock *lock) {
    enum { LOOKS_A_SECOND = 1000 };
    const struct descriptor *open = descriptor_at(descriptor);
    struct folder_locked unused;
    if (!open)
        return -1;
    if (open->kind != REACHED)
        return fail(EBADF);
    if (lock->l_type != F_RDLCK && lock->l_type != F_WRLCK && lock->l_type != F_UNLCK)
        return fail(EINVAL);
    intptr_t start = start_of(open, lock);
    if (start < 0)
        return fail((int)-start);
    if (command == F_GETLK)
        return tell_lock(open, start, lock);
    intptr_t done;
    while ((done = ask_for_lock(open, start, lock, 0, &unused)) == -EAGAIN && command == F_SETLKW)
        usleep(1000000 / LOOKS_A_SECOND);
    return (int)result(done);
}

/* That a descriptor is to be closed when another program is executed is kept by nobody: none is. */
int fcntl(int descriptor, int command, ...) {
    va_list arguments;
    va_start(arguments, command);
    intptr_t argument = va_arg(arguments, intptr_t);
    va_end(arguments);
    const struct descriptor *open = descriptor_at(descriptor);
    if (!open)
        return -1;
    switch (command) {
    case F_DUPFD:
    case F_DUPFD_CLOEXEC:
        return copy_from(descriptor, (int)argument);
    case F_GETFD:
        return FD_CLOEXEC;
    case F_SETFD:
        return 0;
    case F_GETFL:
        return flags_of(open);
    case F_SETFL:
        return set_flags(open, (int)argument);
    case F_GETLK:
    case F_SETLK:
    case F_SETLKW:
        return lock_bytes(descriptor, command, (struct flock *)argument);
    default:
        return fail(EINVAL);
    }
}
