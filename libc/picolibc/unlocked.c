/* The functions of streams without locks, which newlib has. A process has one thread, so they are
 * those with locks. */
#include <stdio.h>

#include "libc/returns.h"

RETURNS(int getc_unlocked(FILE *stream), fgetc(stream))
RETURNS(int getchar_unlocked(void), fgetc(stdin))
RETURNS(int putc_unlocked(int byte, FILE *stream), fputc(byte, stream))
RETURNS(int putchar_unlocked(int byte), fputc(byte, stdout))
RETURNS(int fgetc_unlocked(FILE *stream), fgetc(stream))
RETURNS(int fputc_unlocked(int byte, FILE *stream), fputc(byte, stream))
RETURNS(char *fgets_unlocked(char *restrict text, int room, FILE *restrict stream),
        fgets(text, room, stream))
RETURNS(int fputs_unlocked(const char *restrict text, FILE *restrict stream), fputs(text, stream))
RETURNS(size_t fread_unlocked(void *restrict to, size_t size, size_t count, FILE *restrict stream),
        fread(to, size, count, stream))
RETURNS(size_t fwrite_unlocked(const void *restrict from, size_t size, size_t count,
                               FILE *restrict stream),
        fwrite(from, size, count, stream))
RETURNS(int fflush_unlocked(FILE *stream), fflush(stream))
RETURNS(int feof_unlocked(FILE *stream), feof(stream))
RETURNS(int ferror_unlocked(FILE *stream), ferror(stream))

void clearerr_unlocked(FILE *stream) {
    clearerr(stream);
}

RETURNS(int fileno_unlocked(FILE *stream), fileno(stream))
