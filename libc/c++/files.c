/* Functions of Linux that the file streams of the C++ library call. */
#include <errno.h>
#include <stdio.h>
#include <sys/types.h>
#include <unistd.h>

#include "libc/returns.h"

RETURNS(FILE *fopen64(const char *name, const char *mode), fopen(name, mode))
RETURNS(off_t lseek64(int descriptor, off_t offset, int whence), lseek(descriptor, offset, whence))
RETURNS(off_t fseeko64(FILE *file, off_t offset, int whence), fseeko(file, offset, whence))
RETURNS(off_t ftello64(FILE *file), ftello(file))

/* The C++ library asks in these three ways how many bytes could be read at once
 * (std::streambuf::in_avail). All three answer that this is unknown, which it takes for none.
 * Programs, by <poll.h>, have another poll (libc/select.c). */
RETURNS(int ioctl(int descriptor, unsigned long request, ...), (errno = ENOTTY, -1))
RETURNS(int poll(void *descriptors, unsigned long count, int milliseconds), 0)
RETURNS(int fstat64(int descriptor, void *status), (errno = ENOSYS, -1))
