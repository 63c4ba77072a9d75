/* What <stdio.h> of picolibc and newlib leaves out. */
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
FILE *popen(const char *command, const char *mode);
int pclose(FILE *stream);

#ifdef __cplusplus
}
#endif

#endif

#endif
