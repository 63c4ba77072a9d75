/* Archives of files in the "newc" format of cpio. The reader is pure, and is fuzzed on the host. */
#ifndef FORMATS_CPIO_H
#define FORMATS_CPIO_H

#include <stddef.h>
#include <stdint.h>

struct cpio_file {
    const char *name; /* points into the archive, zero-terminated */
    const uint8_t *data;
    size_t bytes;
};

/* Finds the next regular file of the archive of `bytes` bytes at `archive`. *offset must be 0
 * before the first call; each call advances it. Returns 1 with *file filled, 0 at the archive's
 * end, which is its entry TRAILER!!!, or -1 when the archive is broken, with *reason set to a
 * constant string that says how. The pointers in *file lead into the archive. */
int cpio_next(const uint8_t *archive, size_t bytes, size_t *offset, struct cpio_file *file,
              const char **reason);

#endif
