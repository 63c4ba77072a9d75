/* Streams of wide characters, which one of the two C libraries does not have: nothing can be read
 * or written. */
#include <stdio.h>
#include <wchar.h>

#undef getwc
#undef putwc

wint_t getwc(FILE *file) {
    (void)file;
    return WEOF;
}

wint_t putwc(wchar_t character, FILE *file) {
    (void)character;
    (void)file;
    return WEOF;
}

wint_t ungetwc(wint_t character, FILE *file) {
    (void)character;
    (void)file;
    return WEOF;
}
