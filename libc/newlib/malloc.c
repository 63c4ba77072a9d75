/* Newlib's own functions allocate by these. */
#include <malloc.h>
#include <stddef.h>
#include <stdlib.h>

struct _reent; // NOLINT(bugprone-reserved-identifier): newlib's name

void *_malloc_r(struct _reent *state, size_t bytes) {
    (void)state;
    return malloc(bytes);
}

void *_calloc_r(struct _reent *state, size_t count, size_t size) {
    (void)state;
    return calloc(count, size);
}

void *_realloc_r(struct _reent *state, void *memory, size_t bytes) {
    (void)state;
    return realloc(memory, bytes);
}

void *_memalign_r(struct _reent *state, size_t alignment, size_t bytes) {
    (void)state;
    return memalign(alignment, bytes);
}

void _free_r(struct _reent *state, void *memory) {
    (void)state;
    free(memory);
}
