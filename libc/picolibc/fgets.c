/* fgets for picolibc. Its own one returns null for a last line that has no end, against C11,
 * 7.21.7.2. */
#include <stdio.h>

char *fgets(char *restrict text, int room, FILE *restrict stream) {
    char *to = text;
    int c = 0;
    while (room-- > 1 && c != '\n' && (c = getc(stream)) != EOF)
        *to++ = (char)c;
    if (room < 0 || (c == EOF && to == text) || ferror(stream))
        return NULL;
    *to = 0;
    return text;
}
