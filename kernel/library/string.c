/* The compiler calls the first four of these functions by itself. It is told not to see them in
 * their own loops (Makefile). */
#include <string.h>

#include <stdint.h>

/* Eight bytes at any address, of whatever type. */
typedef uint64_t __attribute__((may_alias, aligned(1))) word;

enum { WORD = sizeof(word), BLOCK = 4 * WORD };

static uint64_t load(const uint8_t *from) {
    return *(const word *)from;
}

static void store(uint8_t *to, uint64_t eight) {
    *(word *)to = eight;
}

void *memcpy(void *restrict to, const void *restrict from, size_t bytes) {
    uint8_t *into = to;
    const uint8_t *next = from;
    if (bytes >= WORD) {
        uint8_t *last = into + (bytes - WORD); /* where the last word goes: it may overlap others */
        uint64_t ending = load(next + (bytes - WORD));
        for (; last - into >= BLOCK; into += BLOCK, next += BLOCK) {
            uint64_t one = load(next), two = load(next + WORD), three = load(next + 2 * WORD),
                     four = load(next + 3 * WORD);
            store(into, one);
            store(into + WORD, two);
            store(into + 2 * WORD, three);
            store(into + 3 * WORD, four);
        }
        for (; into < last; into += WORD, next += WORD)
            store(into, load(next));
        store(last, ending);
        return to;
    }
    while (bytes--)
        *into++ = *next++;
    return to;
}

void *memmove(void *to, const void *from, size_t bytes) {
    uint8_t *into = to;
    const uint8_t *bytes_of = from;
    if ((uintptr_t)to - (uintptr_t)from >= bytes) { /* it begins before `from`, or behind its end */
        for (size_t i = 0; i < bytes; i++)
            into[i] = bytes_of[i];
    } else {
        while (bytes--)
            into[bytes] = bytes_of[bytes];
    }
    return to;
}

void *memset(void *to, int byte, size_t bytes) {
    uint8_t *into = to;
    if (bytes >= WORD) {
        uint8_t *last = into + (bytes - WORD);
        uint64_t eight = (uint8_t)byte * 0x0101010101010101u;
        for (; last - into >= BLOCK; into += BLOCK) {
            store(into, eight);
            store(into + WORD, eight);
            store(into + 2 * WORD, eight);
            store(into + 3 * WORD, eight);
        }
        for (; into < last; into += WORD)
            store(into, eight);
        store(last, eight);
        return to;
    }
    while (bytes--)
        *into++ = (uint8_t)byte;
    return to;
}

int memcmp(const void *one, const void *other, size_t bytes) {
    const uint8_t *first = one, *second = other;
    for (size_t i = 0; i < bytes; i++)
        if (first[i] != second[i])
            return first[i] - second[i];
    return 0;
}

void *memchr(const void *from, int byte, size_t bytes) {
    const uint8_t *next = from;
    for (; bytes--; next++)
        if (*next == (uint8_t)byte)
            return (void *)next;
    return NULL;
}

size_t strlen(const char *text) {
    const char *end = text;
    while (*end)
        end++;
    return (size_t)(end - text);
}

int strncmp(const char *one, const char *other, size_t most) {
    for (; most--; one++, other++)
        if (*one != *other || !*one)
            return (uint8_t)*one - (uint8_t)*other;
    return 0;
}

int strcmp(const char *one, const char *other) {
    return strncmp(one, other, SIZE_MAX);
}

char *strchr(const char *text, int character) {
    for (;; text++) {
        if (*text == (char)character)
            return (char *)text;
        if (!*text)
            return NULL;
    }
}

char *strcpy(char *restrict to, const char *restrict from) {
    memcpy(to, from, strlen(from) + 1);
    return to;
}

char *strcat(char *restrict to, const char *restrict from) {
    strcpy(to + strlen(to), from);
    return to;
}

char *strsep(char **restrict rest, const char *restrict separators) {
    char *text = *rest;
    if (!text)
        return NULL;
    for (char *end = text; *end; end++) {
        if (strchr(separators, *end)) {
            *end = 0;
            *rest = end + 1;
            return text;
        }
    }
    *rest = NULL;
    return text;
}
