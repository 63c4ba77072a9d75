/* What newlib's <stdatomic.h> leaves out, which clang's includes: the types it makes atomic. */
#include <stddef.h>
#include <stdint.h>

#include_next <stdatomic.h>
