#include "formats/cpio.h"

#include <string.h>

/* The header of an entry is a magic number and then fields of eight hexadecimal digits each. The
 * name follows, then the data. The header together with the name is padded to four bytes, and so is
 * the data. */
enum {
    MAGIC_BYTES = 6,
    FIELD_DIGITS = 8,
    HEADER_BYTES = 110,
    PADDING = 4,
};
enum field { FIELD_MODE = 1, FIELD_FILE_BYTES = 6, FIELD_NAME_BYTES = 11 };

#define MODE_TYPE    0170000u
#define MODE_REGULAR 0100000u

/* Reads the field at index `field` of the entry. Returns 0 when it is not hexadecimal. */
/*@ requires \valid_read(header + (0 .. HEADER_BYTES - 1));
    requires \valid(value) && 0 <= field <= 12;
    assigns *value; */
static int read_field(const uint8_t *header, enum field field, uint32_t *value) {
    const uint8_t *digit = header + MAGIC_BYTES + (size_t)field * FIELD_DIGITS;
    *value = 0;
    /*@ loop invariant 0 <= i <= FIELD_DIGITS;
        loop assigns i, *value;
        loop variant FIELD_DIGITS - i; */
    for (int i = 0; i < FIELD_DIGITS; i++) {
        uint32_t nibble;
        if (digit[i] >= '0' && digit[i] <= '9')
            nibble = digit[i] - '0';
        else if (digit[i] >= 'a' && digit[i] <= 'f')
            nibble = digit[i] - 'a' + 10u;
        else if (digit[i] >= 'A' && digit[i] <= 'F')
            nibble = digit[i] - 'A' + 10u;
        else
            return 0;
        *value = *value << 4 | nibble;
    }
    return 1;
}

/* Moves *offset over `bytes` bytes and the padding after them. Returns 0 where the archive has
 * fewer bytes. Padding at the archive's end may be missing. */
/*@ requires \valid(offset) && *offset <= archive_bytes;
    assigns *offset;
    ensures *offset <= archive_bytes;
    ensures \result != 0 ==> \old(*offset) + bytes <= *offset; */
static int skip(size_t archive_bytes, size_t *offset, size_t bytes) {
    if (bytes > archive_bytes - *offset)
        return 0;
    *offset += bytes;
    size_t padding = -*offset % PADDING;
    *offset += padding < archive_bytes - *offset ? padding : archive_bytes - *offset;
    return 1;
}

/*@ requires \valid(reason);
    assigns *reason;
    ensures \result == -1; */
static int broken(const char **reason, const char *text) {
    *reason = text;
    return -1;
}

/*@ requires \valid_read(archive + (0 .. bytes - 1)) && bytes <= 0x7fffffffffffffff;
    requires \valid(offset) && \valid(file) && \valid(reason) && *offset <= bytes;
    requires \separated(offset, file, reason, archive + (0 .. bytes - 1));
    assigns *offset, *file, *reason;
    ensures \old(*offset) <= *offset <= bytes;
    ensures \result == 1 ==> \old(*offset) < *offset &&
        \valid_read(file->data + (0 .. file->bytes - 1)) && terminated((char *)file->name); */
int cpio_next(const uint8_t *archive, size_t bytes, size_t *offset, struct cpio_file *file,
              const char **reason) {
    /*@ loop invariant at == *offset && \at(*offset, Pre) <= at <= bytes;
        loop assigns at, *offset, *reason;
        loop variant bytes - at; */
    for (size_t at = *offset;; *offset = at) {
        if (at >= bytes)
            return broken(reason, bytes == 0 ? "the archive is empty"
                                             : "the archive lacks its TRAILER!!! entry");
        const uint8_t *header = archive + at;
        size_t magic = bytes - at < MAGIC_BYTES ? bytes - at : MAGIC_BYTES;
        if (memcmp(header, "070701", magic) != 0)
            return broken(reason, at == 0 ? "not a cpio archive in the newc format"
                                          : "an entry of the archive does not start with 070701");
        if (bytes - at < HEADER_BYTES)
            return broken(reason, "the archive ends in the middle of an entry's header");

        uint32_t mode, file_bytes, name_bytes;
        if (!read_field(header, FIELD_MODE, &mode) ||
            !read_field(header, FIELD_FILE_BYTES, &file_bytes) ||
            !read_field(header, FIELD_NAME_BYTES, &name_bytes))
            return broken(reason, "a field of an entry's header is not hexadecimal");

        const char *name = (const char *)header + HEADER_BYTES;
        if (!skip(bytes, &at, HEADER_BYTES + (size_t)name_bytes))
            return broken(reason, "the archive ends in the middle of a file's name");
        if (name_bytes == 0 || memchr(name, 0, name_bytes) != name + name_bytes - 1)
            return broken(reason, "a file's name is not zero-terminated at its end");
        if (strcmp(name, "TRAILER!!!") == 0)
            return 0;
        const uint8_t *data = archive + at;
        if (!skip(bytes, &at, file_bytes))
            return broken(reason, "the archive ends in the middle of a file");
        if ((mode & MODE_TYPE) == MODE_REGULAR) {
            *file = (struct cpio_file){.name = name, .data = data, .bytes = file_bytes};
            *offset = at;
            return 1;
        }
    }
}
