/* Finds a broken archive that the reader takes, and a whole one that it refuses. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/cpio.h"
#include "tests/unit/test.h"

enum { HEADER_BYTES = 110, MODE_FILE = 0100644, MODE_DIRECTORY = 040755 };
/* Offsets in an entry's header of the first digit of a field. */
enum { MODE_AT = 6 + 1 * 8, FILE_BYTES_AT = 6 + 6 * 8, NAME_BYTES_AT = 6 + 11 * 8 };

static uint8_t archive[4096];
static size_t archive_bytes;

static void pad(void) {
    while (archive_bytes % 4 != 0)
        archive[archive_bytes++] = 0;
}

static void entry(const char *name, unsigned mode, const void *data, size_t bytes) {
    char header[HEADER_BYTES + 1];
    const unsigned field[] = {
        1, mode, 0, 0, 1, 0, (unsigned)bytes, 0, 0, 0, 0, (unsigned)strlen(name) + 1, 0};
    strcpy(header, "070701");
    for (size_t i = 0; i < sizeof field / sizeof field[0]; i++)
        snprintf(header + 6 + 8 * i, 9, i % 2 ? "%08X" : "%08x", field[i]);
    memcpy(archive + archive_bytes, header, HEADER_BYTES);
    archive_bytes += HEADER_BYTES;
    memcpy(archive + archive_bytes, name, strlen(name) + 1);
    archive_bytes += strlen(name) + 1;
    pad();
    memcpy(archive + archive_bytes, data, bytes);
    archive_bytes += bytes;
    pad();
}

/* Two files, a directory between them. */
static int write_archive(void **state) {
    (void)state;
    archive_bytes = 0;
    entry("hello.elf", MODE_FILE, "program", 7);
    entry("data", MODE_DIRECTORY, "", 0);
    entry("data/table", MODE_FILE, "", 0);
    entry("TRAILER!!!", 0, "", 0);
    return 0;
}
static CMFixtureFunction before_each = write_archive;

/* Walks the archive in a memory block of exactly its size. Returns the last result of cpio_next. */
static int walk(const char **reason, int *files) {
    uint8_t *copy = malloc(archive_bytes ? archive_bytes : 1);
    memcpy(copy, archive, archive_bytes);
    struct cpio_file file;
    size_t offset = 0;
    int result;
    *files = 0;
    while ((result = cpio_next(copy, archive_bytes, &offset, &file, reason)) == 1) {
        assert_in_range(offset, 1, archive_bytes);
        assert_true(file.data >= copy && file.bytes <= archive_bytes - (size_t)(file.data - copy));
        ++*files;
    }
    free(copy);
    return result;
}

static void holds(int expected) {
    const char *reason;
    int files;
    assert_int_equal(walk(&reason, &files), 0);
    assert_int_equal(files, expected);
}

static void broken(const char *expected) {
    const char *reason = NULL;
    int files;
    assert_int_equal(walk(&reason, &files), -1);
    assert_string_equal(reason, expected);
}

TEST(steps_through_regular_files) {
    struct cpio_file file;
    const char *reason = NULL;
    size_t offset = 0;
    assert_int_equal(cpio_next(archive, archive_bytes, &offset, &file, &reason), 1);
    assert_string_equal(file.name, "hello.elf");
    assert_int_equal(file.bytes, 7);
    assert_memory_equal(file.data, "program", 7);
    assert_int_equal(cpio_next(archive, archive_bytes, &offset, &file, &reason), 1);
    assert_string_equal(file.name, "data/table");
    assert_int_equal(file.bytes, 0);
    assert_int_equal(cpio_next(archive, archive_bytes, &offset, &file, &reason), 0);
    assert_int_equal(cpio_next(archive, archive_bytes, &offset, &file, &reason), 0);
    assert_null(reason);
}

TEST(reads_digits_of_either_case) {
    archive_bytes = 0;
    static const uint8_t data[0xab];
    entry("abcdefghi", MODE_FILE, data, sizeof data); /* sizes 0000000A and 000000ab */
    entry("TRAILER!!!", 0, "", 0);
    holds(1);
}

TEST(an_archive_may_hold_no_file) {
    archive_bytes = 0;
    entry("TRAILER!!!", 0, "", 0);
    holds(0);
}

TEST(refuses_an_empty_archive) {
    archive_bytes = 0;
    broken("the archive is empty");
}

TEST(refuses_another_format) {
    archive[5] = '7'; /* 070707: the format of POSIX cpio */
    broken("not a cpio archive in the newc format");
    archive[0] = 0x7f; /* as an ELF file begins */
    broken("not a cpio archive in the newc format");
    archive_bytes = 3;
    broken("not a cpio archive in the newc format");
}

TEST(refuses_garbage_after_a_file) {
    archive[HEADER_BYTES + 10 + 8] = 'x';
    broken("an entry of the archive does not start with 070701");
}

TEST(refuses_an_archive_without_trailer) {
    archive_bytes = 0;
    entry("hello.elf", MODE_FILE, "program", 7);
    broken("the archive lacks its TRAILER!!! entry");
}

TEST(refuses_fields_that_are_no_numbers) {
    static const size_t fields[] = {MODE_AT, FILE_BYTES_AT, NAME_BYTES_AT};
    static const char digits[] = {'g', ' ', '-', '/', ':', '@', '`', 0};
    for (size_t field = 0; field < sizeof fields / sizeof fields[0]; field++) {
        for (size_t digit = 0; digit < sizeof digits; digit++) {
            write_archive(NULL);
            archive[fields[field] + 7] = (uint8_t)digits[digit];
            broken("a field of an entry's header is not hexadecimal");
        }
    }
}

TEST(refuses_names_that_are_no_strings) {
    memcpy(archive + NAME_BYTES_AT, "00000000", 8);
    broken("a file's name is not zero-terminated at its end");
    write_archive(NULL);
    archive[HEADER_BYTES + 9] = 'x'; /* the terminator of hello.elf */
    broken("a file's name is not zero-terminated at its end");
    write_archive(NULL);
    archive[HEADER_BYTES + 4] = 0; /* a terminator in the middle */
    broken("a file's name is not zero-terminated at its end");
}

TEST(refuses_sizes_beyond_the_archive) {
    static const char *const sizes[] = {"00001000", "7fffffff", "ffffffff"};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        write_archive(NULL);
        memcpy(archive + NAME_BYTES_AT, sizes[i], 8);
        broken("the archive ends in the middle of a file's name");
        write_archive(NULL);
        memcpy(archive + FILE_BYTES_AT, sizes[i], 8);
        broken("the archive ends in the middle of a file");
    }
}

/* Every prefix is broken until the trailer's name is whole. */
TEST(refuses_every_truncation) {
    size_t whole = archive_bytes;
    size_t padding = 3; /* of the trailer: its name ends at 110 + 11 bytes */
    for (archive_bytes = 0; archive_bytes < whole; archive_bytes++) {
        const char *reason = NULL;
        int files;
        int expected = archive_bytes < whole - padding ? -1 : 0;
        assert_int_equal(walk(&reason, &files), expected);
        assert_true((reason ? -1 : 0) == expected);
    }
}
