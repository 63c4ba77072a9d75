/* Messages for tests, in which each byte tells where it belongs. */
#ifndef TESTS_NET_MESSAGE_PATTERN_H
#define TESTS_NET_MESSAGE_PATTERN_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "cube.h"

/* Byte `offset` of message `number` from `from` to `to`. */
static inline uint8_t pattern(int from, int to, int number, size_t offset) {
    return (uint8_t)((size_t)from * 3 + (size_t)to * 5 + (size_t)number * 11 + offset * 7 +
                     (offset >> 8));
}

/* Sends message `number`, of `bytes` bytes of the pattern. Returns the result of cube_send. */
static inline int send_pattern(int to, int number, size_t bytes) {
    uint8_t buffer[bytes + 1]; /* on the stack, for a deadlock ends the node in the call */
    for (size_t i = 0; i < bytes; i++)
        buffer[i] = pattern(cube_node(), to, number, i);
    return cube_send(to, bytes ? buffer : NULL, bytes);
}

/* Receives message `number`. Returns the result of cube_recv, or 1 if the bytes are not the
   pattern's. */
static inline int recv_pattern(int from, int number, size_t bytes) {
    uint8_t *buffer = calloc(bytes + 1, 1);
    int error = cube_recv(from, bytes ? buffer : NULL, bytes);
    for (size_t i = 0; error == 0 && i < bytes; i++)
        if (buffer[i] != pattern(from, cube_node(), number, i))
            error = 1;
    free(buffer);
    return error;
}

#endif
