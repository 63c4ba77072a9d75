/* The types that newlib's <stdatomic.h> makes atomic, and does not include as clang's does. */
#include <stddef.h>
#include <stdint.h>

#include_next <stdatomic.h>
