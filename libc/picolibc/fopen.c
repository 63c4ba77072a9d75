/* fopen and fdopen for picolibc. Its own do not remember the open streams; these note them in
 * streams_open until they are closed. Its own also lose output that the host rejects: no error
 * indicator is set, fclose succeeds, and after a partial write the first part is written again. */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio-bufio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "libc/picolibc/streams.h"
#include "libc/returns.h"

struct stream {
    struct __file_bufio file; /* first, so that a FILE is a stream */
    int descriptor;
    bool lost; /* the host has not taken what was written */
    char buffer[BUFSIZ];
};

/* Returns the flags of open() that stand for a mode of C11, 7.21.5.3, or -1 if it is none of
 * those. */
static int open_flags(const char *mode) {
    int flags;
    switch (mode[0]) {
    case 'r':
        flags = 0;
        break;
    case 'w':
        flags = O_CREAT | O_TRUNC;
        break;
    case 'a':
        flags = O_CREAT | O_APPEND;
        break;
    default:
        return -1;
    }
    if (strchr(mode, 'x'))
        flags |= O_EXCL;
    return flags | (strchr(mode, '+') ? O_RDWR : flags ? O_WRONLY : O_RDONLY);
}

/* What writing has failed for is known by the descriptor alone. */
static void set_error_indicator(int descriptor) {
    for (int i = 0; i < STREAMS_MOST; i++) {
        struct stream *stream = (struct stream *)streams_open[i];
        if (stream && stream->descriptor == descriptor) {
            streams_open[i]->flags |= __SERR;
            stream->lost = true;
        }
    }
}

/* Writes all of a buffer. Returns how many bytes it has, or -1. */
static ssize_t write_buffer(int descriptor, const void *buffer, size_t bytes) {
    size_t written = 0;
    while (written < bytes) {
        ssize_t some = write(descriptor, (const char *)buffer + written, bytes - written);
        if (some < 0) {
            set_error_indicator(descriptor);
            return -1;
        }
        written += (size_t)some;
    }
    return (ssize_t)bytes;
}

/* Fails if any of what was written is lost, be it long before. The descriptor is closed here,
 * because picolibc does not look whether that fails. */
static int close_stream(FILE *stream) {
    bool complete = __bufio_flush(stream) == 0 && !((struct stream *)stream)->lost;
    int closed = close(((struct stream *)stream)->descriptor), error = errno;
    for (int i = 0; i < STREAMS_MOST; i++)
        if (streams_open[i] == stream)
            streams_open[i] = NULL;
    __bufio_close(stream);
    if (closed < 0)
        errno = error;
    return closed == 0 && complete ? 0 : EOF;
}

RETURNS(static int leave_open(int descriptor), 0)

/* Returns a place for a stream that is opened, or null. */
static FILE **free_place(void) {
    for (int i = 0; i < STREAMS_MOST; i++)
        if (!streams_open[i])
            return &streams_open[i];
    errno = EMFILE;
    return NULL;
}

static FILE *open_stream(int descriptor, int flags) {
    FILE **place = free_place();
    struct stream *stream = place ? malloc(sizeof *stream) : NULL;
    if (!stream)
        return NULL;
    int access = flags & O_ACCMODE;
    int ways = (access != O_WRONLY ? __SRD : 0) | (access != O_RDONLY ? __SWR : 0);
    stream->file = (struct __file_bufio)FDEV_SETUP_BUFIO(descriptor, stream->buffer, BUFSIZ, read,
                                                         write_buffer, lseek, leave_open, ways, 0);
    stream->descriptor = descriptor;
    stream->lost = false;
#ifdef __BFALL
    stream->file.bflags |= __BFALL; /* later ones free no other stream */
#endif
    FILE *file = &stream->file.xfile.cfile.file;
    stream->file.xfile.cfile.close = close_stream;
    if (flags & O_APPEND)
        fseeko(file, 0, SEEK_END);
    return *place = file;
}

FILE *fdopen(int descriptor, const char *mode) {
    int flags = open_flags(mode);
    if (flags >= 0)
        return open_stream(descriptor, flags);
    errno = EINVAL;
    return NULL;
}

FILE *fopen(const char *restrict name, const char *restrict mode) {
    int flags = open_flags(mode);
    if (flags < 0) {
        errno = EINVAL;
        return NULL;
    }
    int descriptor = open(name, flags, S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP | S_IROTH | S_IWOTH);
    if (descriptor < 0)
        return NULL;
    FILE *stream = open_stream(descriptor, flags);
    if (!stream)
        close(descriptor);
    return stream;
}
