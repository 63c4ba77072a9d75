/* Streams of wide characters, which one of the two C libraries does not have: nothing can be read
 * or written. */
#include <stdio.h>
#include <wchar.h>

#include "libc/returns.h"

#undef getwc
#undef putwc

RETURNS(wint_t getwc(FILE *file), WEOF)
RETURNS(wint_t putwc(wchar_t character, FILE *file), WEOF)
RETURNS(wint_t ungetwc(wint_t character, FILE *file), WEOF)
