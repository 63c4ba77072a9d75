/* Reading and writing several pieces of memory. */
#ifndef _SYS_UIO_H
#define _SYS_UIO_H

#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

struct iovec {
    void *iov_base;
    size_t iov_len;
};

#ifndef IOV_MAX
#define IOV_MAX 1024
#endif

/* Read or write the pieces in turn, up to the first that is incomplete. Return the number of bytes,
 * or -1 with errno if there are none; EINVAL for no piece, for more than IOV_MAX, or for a total
 * that overflows ssize_t. */
ssize_t readv(int descriptor, const struct iovec *pieces, int count);
ssize_t writev(int descriptor, const struct iovec *pieces, int count);

#ifdef __cplusplus
}
#endif

#endif
