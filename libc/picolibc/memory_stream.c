/* open_memstream for picolibc: a stream that is written to memory, which grows. */
#include <errno.h>
#include <stdio-bufio.h>
#include <stdio.h>
#include <stdlib.h>

enum { FIRST_ROOM = 128 };

struct memory_stream {
    struct __file_ext file; /* first, so that a FILE is a stream */
    char **text;            /* the caller's: */
    size_t *bytes;
    size_t room, end,
        position; /* how many bytes there is room for, were written, lie before the next one */
};

/* Has room for `wanted` bytes and a zero. Returns whether it could be had. */
static int has_room(struct memory_stream *stream, size_t wanted) {
    if (wanted < stream->room)
        return 1;
    size_t room = 2 * wanted > FIRST_ROOM ? 2 * wanted : FIRST_ROOM;
    char *grown = realloc(*stream->text, room);
    if (!grown)
        return 0;
    *stream->text = grown;
    stream->room = room;
    return 1;
}

static int put(char c, FILE *file) {
    struct memory_stream *stream = (struct memory_stream *)file;
    if (!has_room(stream, (stream->position > stream->end ? stream->position : stream->end) + 1))
        return EOF;
    while (stream->end < stream->position) /* where it was moved to beyond the end */
        (*stream->text)[stream->end++] = 0;
    (*stream->text)[stream->position++] = c;
    if (stream->end < stream->position)
        (*stream->text)[stream->end = stream->position] = 0;
    *stream->bytes = stream->position;
    return (unsigned char)c;
}

static int flush(FILE *file) {
    struct memory_stream *stream = (struct memory_stream *)file;
    *stream->bytes = stream->position < stream->end ? stream->position : stream->end;
    return 0;
}

static off_t seek(FILE *file, off_t offset, int whence) {
    struct memory_stream *stream = (struct memory_stream *)file;
    off_t base = whence == SEEK_CUR   ? (off_t)stream->position
                 : whence == SEEK_END ? (off_t)stream->end
                                      : 0;
    if (base + offset < 0) {
        errno = EINVAL;
        return -1;
    }
    stream->position = (size_t)(base + offset);
    return base + offset;
}

static int close_stream(FILE *file) {
    flush(file);
    free(file);
    return 0;
}

/* *text and *bytes are what was written whenever the stream has been flushed or closed; the caller
 * frees *text after that. Returns null with errno if memory is short. */
FILE *open_memstream(char **text, size_t *bytes) {
    struct memory_stream *stream = calloc(1, sizeof *stream);
    if (!stream)
        return NULL;
    stream->text = text;
    stream->bytes = bytes;
    *text = NULL;
    *bytes = 0;
    if (!has_room(stream, 0)) {
        free(stream);
        return NULL;
    }
    **text = 0;
    stream->file =
        (struct __file_ext)FDEV_SETUP_EXT(put, NULL, flush, close_stream, seek, NULL, __SWR);
    return &stream->file.cfile.file;
}
