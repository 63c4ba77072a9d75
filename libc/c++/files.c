/* Functions of Linux that the file streams of the C++ library call. */
#include <errno.h>
#include <stdio.h>
#include <sys/types.h>
#include <unistd.h>

FILE *fopen64(const char *name, const char *mode) {
    return fopen(name, mode);
}

off_t lseek64(int descriptor, off_t offset, int whence) {
    return lseek(descriptor, offset, whence);
}

off_t fseeko64(FILE *file, off_t offset, int whence) {
    return fseeko(file, offset, whence);
}

off_t ftello64(FILE *file) {
    return ftello(file);
}

/* The C++ library asks in these three ways how many bytes could be read at once
 * (std::streambuf::in_avail). All three answer that this is unknown, which it takes for none.
 * Programs, by <poll.h>, have another poll (libc/select.c). */
int ioctl(int descriptor, unsigned long request, ...) {
    (void)descriptor;
    (void)request;
    errno = ENOTTY;
    return -1;
}

int poll(void *descriptors, unsigned long count, int milliseconds) {
    (void)descriptors;
    (void)count;
    (void)milliseconds;
    return 0;
}

int fstat64(int descriptor, void *status) {
    (void)descriptor;
    (void)status;
    errno = ENOSYS;
    return -1;
}
