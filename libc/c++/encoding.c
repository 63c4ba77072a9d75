/* Other encodings of characters, of which there are none: every conversion fails to begin. */
#include <errno.h>
#include <stddef.h>

#include "libc/returns.h"

RETURNS(void *iconv_open(const char *to, const char *from), (errno = EINVAL, (void *)-1))
RETURNS(size_t iconv(void *conversion, char **in, size_t *in_left, char **out, size_t *out_left),
        (errno = EBADF, (size_t)-1))
RETURNS(int iconv_close(void *conversion), 0)
