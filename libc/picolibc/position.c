/* Positions of streams, which picolibc declares and leaves out. */
#include <stdio.h>

int fgetpos(FILE *stream, fpos_t *position) {
    *position = ftello(stream);
    return *position < 0 ? -1 : 0;
}

int fsetpos(FILE *stream, fpos_t *position) {
    return fseeko(stream, *position, SEEK_SET);
}
