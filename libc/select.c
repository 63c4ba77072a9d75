/* Which descriptors are ready (<poll.h>, <sys/select.h>). */
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <sys/select.h>
#include <time.h>

#include "compiler.h"
#include "libc/descriptors.h"
#include "libc/pipes.h"
#include "libc/result.h"
#include "libc/threads/wait.h"

enum { MILLISECONDS = 1000, NANOSECONDS = 1000000000, NANOSECONDS_A_MICROSECOND = 1000 };

static bool reads(const struct descriptor *open) {
    return open->access != O_WRONLY && (open->kind != PIPE || pipe_reads(open->pipe));
}

static bool writes(const struct descriptor *open) {
    return open->access != O_RDONLY && (open->kind != PIPE || pipe_writes(open->pipe));
}

/* Tells all of a descriptor that poll can. */
static int state_of(const struct descriptor *open) {
    if (!open)
        return POLLNVAL;
    int state = (reads(open) ? POLLIN | POLLRDNORM : 0) | (writes(open) ? POLLOUT | POLLWRNORM : 0);
    if (open->kind == PIPE && pipe_is_left(open->pipe, open->access))
        state |= open->access == O_RDONLY ? POLLHUP : POLLERR;
    return state;
}

int poll(struct pollfd *descriptors, nfds_t count, int milliseconds) {
    int ready = 0, before = errno;
    for (nfds_t i = 0; i < count; i++) {
        struct pollfd *asked = &descriptors[i];
        int state = asked->fd < 0 ? 0 : state_of(descriptor_at(asked->fd));
        asked->revents = (short)(state & (asked->events | POLLNVAL | POLLHUP | POLLERR));
        ready += asked->revents != 0;
    }
    errno = before;
    if (ready == 0 && milliseconds < 0)
        thread_wait("poll");
    if (ready == 0)
        nanosleep(&(struct timespec){.tv_sec = milliseconds / MILLISECONDS,
                                     .tv_nsec = milliseconds % MILLISECONDS *
                                                (NANOSECONDS / MILLISECONDS)},
                  NULL);
    return ready;
}

/* Leaves in a set those that are ready. Returns how many, or -1. */
static int keep_ready(int count, fd_set *set, bool (*is_ready)(const struct descriptor *)) {
    int ready = 0;
    for (int i = 0; set && i < count; i++) {
        if (!FD_ISSET(i, set))
            continue;
        const struct descriptor *open = descriptor_at(i);
        if (!open)
            return -1;
        if (is_ready(open))
            ready++;
        else
            FD_CLR(i, set);
    }
    return ready;
}

static bool never(UNUSED const struct descriptor *open) {
    return false;
}

static int select_for(int count, fd_set *read, fd_set *write, fd_set *other,
                      const struct timespec *time) {
    if (count < 0 || count > FD_SETSIZE)
        return fail(EINVAL);
    int readable = keep_ready(count, read, reads), writable = keep_ready(count, write, writes);
    if (readable < 0 || writable < 0 || keep_ready(count, other, never) < 0)
        return -1;
    if (readable + writable == 0 && !time)
        thread_wait("select");
    if (readable + writable == 0 && nanosleep(time, NULL) < 0)
        return -1;
    return readable + writable;
}

int select(int count, fd_set *read, fd_set *write, fd_set *other, struct timeval *time) {
    struct timespec left = {0};
    if (time)
        left = (struct timespec){.tv_sec = time->tv_sec,
                                 .tv_nsec = time->tv_usec * NANOSECONDS_A_MICROSECOND};
    return select_for(count, read, write, other, time ? &left : NULL);
}

/* No signal interrupts it. */
int pselect(int count, fd_set *read, fd_set *write, fd_set *other, const struct timespec *time,
            UNUSED const sigset_t *mask) {
    return select_for(count, read, write, other, time);
}
