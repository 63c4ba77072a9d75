/* The three standard streams of picolibc. They are buffered by the line, so that a line of output
 * is one system call and reaches the console whole. Their buffers, and those of files, are written
 * when the program ends. */
#include <stdio-bufio.h>
#include <stdio.h>
#include <unistd.h>

#include "libc/picolibc/streams.h"

enum { LINE_BYTES = 1024 }; /* longer lines are written in parts */

FILE *streams_open[STREAMS_MOST];

static char in_line[LINE_BYTES];
static char out_line[LINE_BYTES];
static char error_line[LINE_BYTES];

static struct __file_bufio in =
    FDEV_SETUP_BUFIO(0, in_line, LINE_BYTES, read, NULL, NULL, NULL, __SRD, __BLBF);
static struct __file_bufio out =
    FDEV_SETUP_BUFIO(1, out_line, LINE_BYTES, NULL, write, NULL, NULL, __SWR, __BLBF);
static struct __file_bufio error =
    FDEV_SETUP_BUFIO(2, error_line, LINE_BYTES, NULL, write, NULL, NULL, __SWR, __BLBF);

FILE *const stdin = &in.xfile.cfile.file;
FILE *const stdout = &out.xfile.cfile.file;
FILE *const stderr = &error.xfile.cfile.file;

static int flush(FILE *stream) {
    return stream->flush ? stream->flush(stream) : 0;
}

/* Picolibc's own fflush takes no null pointer, which stands for all streams. */
int fflush(FILE *stream) {
    if (stream)
        return flush(stream);
    int failed = flush(stdout) | flush(stderr);
    for (int i = 0; i < STREAMS_MOST; i++)
        if (streams_open[i] && streams_open[i]->flags & __SWR)
            failed |= flush(streams_open[i]);
    return failed;
}

/* This runs after all other destructors and atexit handlers, which may still print: destructors run
 * in descending order of their priorities, and 101 is the lowest that the compiler leaves to
 * programs. */
__attribute__((destructor(101))) static void write_rest(void) {
    fflush(NULL);
}
