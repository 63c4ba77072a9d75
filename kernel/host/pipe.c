#include "kernel/host/pipe.h"

#include "board/host.h"

bool pipe_read(int64_t handle, void *to, size_t bytes) {
    uint8_t *next = to;
    while (bytes) {
        size_t got = host_read(handle, next, bytes);
        if (!got)
            return false;
        next += got;
        bytes -= got;
    }
    return true;
}
