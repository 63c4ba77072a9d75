/* The three standard streams. Output is buffered by the line, so that a line is one system call and
 * reaches the console whole; what is left is written when the program ends. */
#include <stdio-bufio.h>
#include <stdio.h>
#include <unistd.h>

enum { LINE_BYTES = 1024 }; /* longer lines are written in parts */

static char out_line[LINE_BYTES];
static char error_line[LINE_BYTES];

static struct __file_bufio out =
    FDEV_SETUP_BUFIO(1, out_line, LINE_BYTES, NULL, write, NULL, NULL, __SWR, __BLBF);
static struct __file_bufio error =
    FDEV_SETUP_BUFIO(2, error_line, LINE_BYTES, NULL, write, NULL, NULL, __SWR, __BLBF);

/* There is no input: every read meets its end. */
static int end_of_input(FILE *stream) {
    (void)stream;
    return _FDEV_EOF;
}

static FILE in = FDEV_SETUP_STREAM(NULL, end_of_input, NULL, _FDEV_SETUP_READ);

FILE *const stdin = &in;
FILE *const stdout = &out.xfile.cfile.file;
FILE *const stderr = &error.xfile.cfile.file;

/* After all other destructors and atexit handlers: they may still print. 101 is the first priority
 * that is not the compiler's, and destructors run from the last to the first. */
__attribute__((destructor(101))) static void write_rest(void) {
    fflush(stdout);
    fflush(stderr);
}
