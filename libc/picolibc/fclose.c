/* fclose for picolibc. Its own one frees the stream, and the three standard streams were not
 * allocated. */
#include <stdio.h>
#include <unistd.h>

int fclose(FILE *stream) {
    int failed = fflush(stream);
    int descriptor = stream == stdin    ? STDIN_FILENO
                     : stream == stdout ? STDOUT_FILENO
                     : stream == stderr ? STDERR_FILENO
                                        : -1;
    if (descriptor >= 0)
        return close(descriptor) < 0 || failed ? EOF : 0;
    if (stream->flags & __SCLOSE) /* it flushes once more, where something is left */
        return ((struct __file_close *)stream)->close(stream) || failed ? EOF : 0;
    return failed;
}
