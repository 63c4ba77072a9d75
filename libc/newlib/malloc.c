/* Newlib's own functions allocate by these. */
#include <malloc.h>
#include <stddef.h>
#include <stdlib.h>

#include "libc/returns.h"

struct _reent; // NOLINT(bugprone-reserved-identifier): newlib's name

RETURNS(void *_malloc_r(struct _reent *state, size_t bytes), malloc(bytes))
RETURNS(void *_calloc_r(struct _reent *state, size_t count, size_t size), calloc(count, size))
RETURNS(void *_realloc_r(struct _reent *state, void *memory, size_t bytes), realloc(memory, bytes))
RETURNS(void *_memalign_r(struct _reent *state, size_t alignment, size_t bytes),
        memalign(alignment, bytes))

void _free_r(struct _reent *state, void *memory) {
    (void)state;
    free(memory);
}
