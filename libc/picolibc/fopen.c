/* fopen for picolibc. Its own one does not remember which streams are open; this one notes them in
 * streams_open, from which closing a stream removes it. */
#include <errno.h>
#include <fcntl.h>
#include <stdio-bufio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "libc/picolibc/streams.h"

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

static int close_stream(FILE *stream) {
    for (int i = 0; i < STREAMS_MOST; i++)
        if (streams_open[i] == stream)
            streams_open[i] = NULL;
    return __bufio_close(stream);
}

/* Notes a stream that was opened. Closes it and returns null if there are as many already as there
 * is room for. */
static FILE *note(FILE *stream) {
    for (int i = 0; i < STREAMS_MOST; i++) {
        if (!streams_open[i]) {
            ((struct __file_close *)stream)->close = close_stream;
            return streams_open[i] = stream;
        }
    }
    fclose(stream);
    errno = EMFILE;
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
    FILE *stream = fdopen(descriptor, mode);
    if (!stream) {
        close(descriptor);
        errno = ENOMEM;
        return NULL;
    }
    return note(stream);
}
