/* Declarations missing in <stdio.h> of picolibc and newlib. */
#include_next <stdio.h>

#ifndef CUBE_STDIO_H
#define CUBE_STDIO_H

#include <sys/types.h>

#ifndef FILENAME_MAX
#define FILENAME_MAX 1024
#endif
#ifndef FOPEN_MAX
#define FOPEN_MAX 20
#endif

#if __POSIX_VISIBLE >= 200809

#ifdef __cplusplus
extern "C" {
#endif

ssize_t getdelim(char **__restrict line, size_t *__restrict room, int delimiter,
                 FILE *__restrict stream);
ssize_t getline(char **__restrict line, size_t *__restrict room, FILE *__restrict stream);
FILE *open_memstream(char **text, size_t *bytes);
void flockfile(FILE *stream);
int ftrylockfile(FILE *stream);
void funlockfile(FILE *stream);
#ifdef __PICOLIBC__
#undef getc_unlocked /* 1.8.10 has some of them as macros with wrong arguments */
#undef getchar_unlocked
#undef putc_unlocked
#undef putchar_unlocked
#undef clearerr_unlocked
#undef ferror_unlocked
#undef feof_unlocked
int getc_unlocked(FILE *stream);
int getchar_unlocked(void);
int putc_unlocked(int byte, FILE *stream);
int putchar_unlocked(int byte);
int fgetc_unlocked(FILE *stream);
int fputc_unlocked(int byte, FILE *stream);
char *fgets_unlocked(char *__restrict text, int room, FILE *__restrict stream);
int fputs_unlocked(const char *__restrict text, FILE *__restrict stream);
size_t fread_unlocked(void *__restrict to, size_t size, size_t count, FILE *__restrict stream);
size_t fwrite_unlocked(const void *__restrict from, size_t size, size_t count,
                       FILE *__restrict stream);
int fflush_unlocked(FILE *stream);
int feof_unlocked(FILE *stream);
int ferror_unlocked(FILE *stream);
void clearerr_unlocked(FILE *stream);
int fileno_unlocked(FILE *stream);
#endif
FILE *popen(const char *command, const char *mode);
int pclose(FILE *stream);

#ifdef __cplusplus
}
#endif

#endif

#endif
