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

size_t pipe_ask(int64_t requests, const void *request, size_t bytes, int64_t answers, void *answer,
                size_t least, size_t most) {
    size_t got = host_ask(requests, request, bytes, answers, answer, most);
    if (!got || got >= least)
        return got;
    return pipe_read(answers, (uint8_t *)answer + got, least - got) ? least : 0;
}
