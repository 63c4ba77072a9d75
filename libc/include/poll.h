/* Waiting for descriptors. Descriptors are always ready: a read of the input waits instead. Only an
 * empty or a full pipe is not, and no other thread changes it, so a call that finds nothing ready
 * sleeps until its timeout. */
#ifndef _POLL_H
#define _POLL_H

#ifdef __cplusplus
extern "C" {
#endif

#define POLLIN     0x001
#define POLLPRI    0x002
#define POLLOUT    0x004
#define POLLERR    0x008
#define POLLHUP    0x010
#define POLLNVAL   0x020
#define POLLRDNORM 0x040
#define POLLRDBAND 0x080
#define POLLWRNORM 0x100
#define POLLWRBAND 0x200

typedef unsigned long nfds_t;

struct pollfd {
    int fd;
    short events, revents;
};

/* Returns the number of descriptors with `revents` set: ready, or an invalid request; or 0 after
 * the timeout in milliseconds (negative: never). Its symbol has another name, because the C++
 * library was compiled against the plain one with another structure (libc/c++/files.c). */
int poll(struct pollfd *descriptors, nfds_t count, int milliseconds) __asm__("cube_poll");

#ifdef __cplusplus
}
#endif

#endif
