/* What machine and host say to each other where a line of bytes is all that joins them: a serial
 * one of a board, or an emulator's where there is no semihosting. The machine asks, and cuberun
 * answers (tools/running/line.py).
 *
 * A frame is a struct line_head, so many bytes of data, and a checksum over the head without its
 * first byte and the data: CRC-16, polynomial 0x1021, from LINE_CHECK_FIRST on. All numbers are
 * little-endian. The answer to a request has its sequence number and its kind. The machine has one
 * request under way: it makes it once more when no answer comes for LINE_SECONDS, for a line may
 * lose and spoil bytes, and the host answers it as before, without doing it again. Whatever else
 * comes over the line means nothing. */
#ifndef FORMATS_LINE_H
#define FORMATS_LINE_H

#include <stdint.h>

enum {
    LINE_START = 0x01,      /* start of heading, of ASCII */
    LINE_DATA_BYTES = 1024, /* the most data of a frame */
    LINE_CHECK_BYTES = 2,
    LINE_CHECK_FIRST = 0xffff, /* so that a row of zeros is no frame */
    LINE_SECONDS = 1,
};

struct __attribute__((packed)) line_head {
    uint8_t start;    /* LINE_START */
    uint8_t sequence; /* of the request: another one than that of the request before */
    uint8_t kind;     /* enum line_kind */
    uint16_t bytes;   /* of data */
};

/* Kinds of requests, with the data of a request -> of its answer. A handle and a number of bytes
 * have 32 bits. */
enum line_kind {
    LINE_PRINT = 1, /* text of the console -> none */
    LINE_INPUT = 2, /* none -> input of the console that there is (formats/input.h), or none */
    LINE_OPEN = 3,  /* a descriptor of cuberun's, 32 bits -> a handle, to write to what is emptied
                       for that;  none: refused */
    LINE_OPEN_INPUT = 4, /* the same, to read from */
    LINE_READ =
        5, /* a handle, how many bytes -> as many at most, when there are some; none: the end */
    LINE_WRITE = 6, /* a handle, and the data -> how many bytes were taken */
    LINE_CLOSE = 7, /* a handle -> none */
    LINE_TIME = 8,  /* none -> seconds since 1970 (UTC), 64 bits */
    LINE_EXIT = 9,  /* a byte: the status, with which the machine ends -> none */
};

#endif
