/* The initrd: a cpio archive in the "newc" format. Pure, fuzzed on the host. */
#ifndef FORMATS_CPIO_H
#define FORMATS_CPIO_H

#include <stddef.h>
#include <stdint.h>

struct cpio_file {
    const char *name; /* points into the archive, zero-terminated */
    const uint8_t *data;
    size_t bytes;
};

/* Steps through the regular files of the archive of `bytes` bytes at `archive`. *offset is 0 before
 * the first call and is advanced. Returns 1 with *file filled, 0 at the archive's end (its
 * TRAILER!!! entry), -1 when the archive is broken, with *reason set to a constant string that says
 * how. The file's pointers are into the archive. */
int cpio_next(const uint8_t *archive, size_t bytes, size_t *offset, struct cpio_file *file,
              const char **reason);

#endif
