/* Waiting for descriptors, of which none is ever waited for: files and output are always ready, and
 * so is input, for which a read waits. What is asked of no descriptor sleeps. */
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

/* Returns how many are ready, or what was asked of them cannot be, in `revents`; else 0 after so
 * many milliseconds, or never if they are negative. In object files it has another name, for what
 * the C++ library was compiled with calls the plain one (libc/c++/files.c). */
int poll(struct pollfd *descriptors, nfds_t count, int milliseconds) __asm__("cube_poll");

#ifdef __cplusplus
}
#endif

#endif
