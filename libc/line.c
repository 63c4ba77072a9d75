/* Reading lines of any length. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>

enum { FIRST_ROOM = 120 };

/* Makes room for `wanted` bytes. Returns whether there is. */
static int grow(char **line, size_t *room, size_t wanted) {
    if (*line && *room >= wanted)
        return 1;
    size_t more = *line && *room > FIRST_ROOM ? 2 * *room : FIRST_ROOM;
    char *grown = realloc(*line, more < wanted ? wanted : more);
    if (!grown)
        return 0;
    *line = grown;
    *room = more < wanted ? wanted : more;
    return 1;
}

/* Reads up to and with the delimiter, or to the end, and adds a zero. Returns how many bytes were
 * read, or -1 at the end or with an error. The caller frees *line. */
ssize_t getdelim(char **restrict line, size_t *restrict room, int delimiter,
                 FILE *restrict stream) {
    size_t bytes = 0;
    if (!line || !room) {
        errno = EINVAL;
        return -1;
    }
    for (int c; (c = getc(stream)) != EOF;) {
        if (!grow(line, room, bytes + 2))
            return -1;
        (*line)[bytes++] = (char)c;
        if (c == delimiter)
            break;
    }
    if (bytes == 0)
        return -1;
    (*line)[bytes] = 0;
    return (ssize_t)bytes;
}

ssize_t getline(char **restrict line, size_t *restrict room, FILE *restrict stream) {
    return getdelim(line, room, '\n', stream);
}
