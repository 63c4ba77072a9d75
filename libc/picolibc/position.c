/* Positions of streams. picolibc 1.8 declares these two functions and leaves them out, and later
 * ones declare them in other words; so they have names of their own here, and the linker's names
 * beside them. */
#include <stdio.h>

int position_get(FILE *restrict stream, fpos_t *restrict position) __asm__("fgetpos");
int position_set(FILE *stream, const fpos_t *position) __asm__("fsetpos");

int position_get(FILE *restrict stream, fpos_t *restrict position) {
    *position = ftello(stream);
    return *position < 0 ? -1 : 0;
}

int position_set(FILE *stream, const fpos_t *position) {
    return fseeko(stream, *position, SEEK_SET);
}
