/* Reading a file that others wrote. */
#ifndef REPLAYING_READING_H
#define REPLAYING_READING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Prints a message to standard error, and ends the program with a status. */
_Noreturn void fail(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Room for one more element of an array of `count`, whose room is a power of two: the array, which
 * may have moved. Fails if memory is short. The caller owns it. */
void *grown(void *array, size_t count, size_t bytes);

/* COUNT elements of zeros. Fails if memory is short. The caller owns them. */
void *zeros(size_t count, size_t bytes);

/* Frees memory of both. */
void release(void *memory);

/* A line and its end have fewer bytes: no recorder writes longer ones, and /dev/zero is one line.
 */
enum { LINE_BYTES = 1 << 16 };

struct lines {
    FILE *file;
    const char *form; /* for errors: "recording" */
    unsigned long number;
    char text[LINE_BYTES];
};

/* The next line without its end and without space before it, or null at the end of the file. It is
 * valid until the next call, and may be written to. Refuses a line that is too long. */
char *lines_next(struct lines *lines);

/* Fails: the file is not of its form. */
_Noreturn void lines_refuse(const struct lines *lines, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* What follows spaces. */
static inline char *space(char *at) {
    while (*at == ' ' || *at == '\t' || *at == '\r')
        at++;
    return at;
}

enum { NONE = UINT32_MAX };

/* Numbers of keys, a hash table. All zeros is an empty one. */
struct names {
    struct name *slots;
    size_t size;    /* 0 or a power of two */
    uint32_t count; /* keys, numbered from 0 on */
    char *keys;
    size_t used;
    uint32_t generation; /* slots of others are empty */
};

/* The number of a key. A new key is added; if not `add`, its number is NONE. */
uint32_t names_number(struct names *names, const void *key, size_t bytes, bool add);

/* Removes all keys, in constant time. */
void names_clear(struct names *names);

#endif
