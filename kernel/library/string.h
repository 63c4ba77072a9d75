/* The kernel's part of C's <string.h>, and BSD's strsep. */
#ifndef KERNEL_LIBRARY_STRING_H
#define KERNEL_LIBRARY_STRING_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t bytes);
void *memmove(void *to, const void *from, size_t bytes);
void *memset(void *to, int byte, size_t bytes);
int memcmp(const void *one, const void *other, size_t bytes);
void *memchr(const void *from, int byte, size_t bytes);

size_t strlen(const char *text);
int strcmp(const char *one, const char *other);
int strncmp(const char *one, const char *other, size_t most);
char *strchr(const char *text, int character);
char *strcpy(char *restrict to, const char *restrict from);
char *strcat(char *restrict to, const char *restrict from);
char *strsep(char **restrict rest, const char *restrict separators);

#endif
