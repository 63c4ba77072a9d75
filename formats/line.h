/* The protocol between machine and host over a serial line, of a board or of an emulator without
 * semihosting. The machine sends requests, and cuberun answers (tools/running/line.py).
 *
 * A frame is a struct line_head, its data, and a checksum over the head without its first byte and
 * the data: CRC-16, polynomial 0x1021, from LINE_CHECK_FIRST on. All numbers are little-endian. The
 * answer to a request has its sequence number and its kind. The machine has one request under way.
 * As a line may lose and corrupt bytes, the machine repeats the request after LINE_SECONDS without
 * an answer, and the host repeats the answer without executing the request again. All other bytes
 * are ignored. */
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
    uint8_t sequence; /* of the request: differs from the previous request's */
    uint8_t kind;     /* enum line_kind */
    uint16_t bytes;   /* of data */
};

/* Kinds of requests: data of the request -> data of the answer, which is empty if the request is
 * invalid or fails. A descriptor, a handle, a number of bytes and that of a piece have 32 bits.
 *
 *   PRINT        text of the console -> none
 *   INPUT        none -> input of the console (formats/input.h), as much as there is
 *   OPEN         a descriptor of cuberun's -> a handle, to write to what is emptied for that
 *   OPEN_INPUT   the same, to read from
 *   READ         a handle, how many bytes -> as many at most, once there are some; none: the end
 *   WRITE        a handle, and the data -> how many bytes were taken
 *   ASK          handles to write to and to read from, how many bytes, and the data, which is
 *                written -> as of READ
 *   CLOSE        a handle -> none
 *   TIME         none -> seconds since 1970 (UTC), 64 bits
 *   EXIT         the status with which the machine ends, a byte -> none
 *   LOAD         of a loader (board/loader/loader.c): which piece, from 0 on -> a struct line_piece
 *                and its data
 *   RESTART      of an answer alone, to a machine that an earlier run has left: it starts anew
 */
enum line_kind {
    LINE_PRINT = 1,
    LINE_INPUT,
    LINE_OPEN,
    LINE_OPEN_INPUT,
    LINE_READ,
    LINE_WRITE,
    LINE_CLOSE,
    LINE_TIME,
    LINE_EXIT,
    LINE_LOAD,
    LINE_RESTART,
    LINE_ASK,
};

/* A piece for a loader: it stores the data at the address, or without data jumps there, with the
 * argument in x0. */
struct line_piece {
    uint64_t address; /* physical */
    uint64_t argument;
};

#endif
