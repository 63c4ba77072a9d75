#include <stdbool.h>
#include <stdint.h>
#include <sys/uio.h>
#include <unistd.h>

#include "libc/result.h"

static bool is_valid(const struct iovec *pieces, int count) {
    size_t bytes = 0;
    for (int i = 0; i < count; i++)
        if (pieces[i].iov_len > (size_t)INTPTR_MAX - bytes)
            return false;
        else
            bytes += pieces[i].iov_len;
    return count > 0 && count <= IOV_MAX;
}

static ssize_t move(int descriptor, const struct iovec *pieces, int count, bool writes) {
    ssize_t done = 0;
    if (!is_valid(pieces, count))
        return fail(EINVAL);
    for (int i = 0; i < count; i++) {
        const struct iovec *piece = &pieces[i];
        ssize_t some = writes ? write(descriptor, piece->iov_base, piece->iov_len)
                              : read(descriptor, piece->iov_base, piece->iov_len);
        if (some < 0)
            return done > 0 ? done : -1;
        done += some;
        if ((size_t)some < piece->iov_len)
            break;
    }
    return done;
}

ssize_t readv(int descriptor, const struct iovec *pieces, int count) {
    return move(descriptor, pieces, count, false);
}

ssize_t writev(int descriptor, const struct iovec *pieces, int count) {
    return move(descriptor, pieces, count, true);
}
