/* The functions of streams without locks, which newlib has. A process has one thread, so they are
 * those with locks. */
#include <stdio.h>

int getc_unlocked(FILE *stream) {
    return fgetc(stream);
}

int getchar_unlocked(void) {
    return fgetc(stdin);
}

int putc_unlocked(int byte, FILE *stream) {
    return fputc(byte, stream);
}

int putchar_unlocked(int byte) {
    return fputc(byte, stdout);
}

int fgetc_unlocked(FILE *stream) {
    return fgetc(stream);
}

int fputc_unlocked(int byte, FILE *stream) {
    return fputc(byte, stream);
}

char *fgets_unlocked(char *restrict text, int room, FILE *restrict stream) {
    return fgets(text, room, stream);
}

int fputs_unlocked(const char *restrict text, FILE *restrict stream) {
    return fputs(text, stream);
}

size_t fread_unlocked(void *restrict to, size_t size, size_t count, FILE *restrict stream) {
    return fread(to, size, count, stream);
}

size_t fwrite_unlocked(const void *restrict from, size_t size, size_t count,
                       FILE *restrict stream) {
    return fwrite(from, size, count, stream);
}

int fflush_unlocked(FILE *stream) {
    return fflush(stream);
}

int feof_unlocked(FILE *stream) {
    return feof(stream);
}

int ferror_unlocked(FILE *stream) {
    return ferror(stream);
}

void clearerr_unlocked(FILE *stream) {
    clearerr(stream);
}

int fileno_unlocked(FILE *stream) {
    return fileno(stream);
}
