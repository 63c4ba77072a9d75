/* Finds a function of the kernel's C library that differs from the host's, which has the usual
 * names before the kernel's files are included, and never after. */
#include <stdio.h>
#include <string.h>

#include "tests/unit/test.h"

static int host_format(char *text, size_t room, const char *format, va_list arguments) {
    return vsnprintf(text, room, format, arguments);
}

static void *host_copy(void *to, const void *from, size_t bytes) {
    return memmove(to, from, bytes);
}

static int host_compare(const void *one, const void *other, size_t bytes) {
    return memcmp(one, other, bytes);
}

#define memcpy    kernel_memcpy
#define memmove   kernel_memmove
#define memset    kernel_memset
#define memcmp    kernel_memcmp
#define memchr    kernel_memchr
#define strlen    kernel_strlen
#define strcmp    kernel_strcmp
#define strncmp   kernel_strncmp
#define strchr    kernel_strchr
#define strcpy    kernel_strcpy
#define strcat    kernel_strcat
#define strsep    kernel_strsep
#define vsnprintf kernel_vsnprintf
#define snprintf  kernel_snprintf
/* NOLINTBEGIN(bugprone-suspicious-include): by other names, no library has them */
#include "kernel/library/stdio.c"
#include "kernel/library/string.c"
/* NOLINTEND(bugprone-suspicious-include) */

enum { MOST = 200, ROOM = 40 };

/* Both write the same text, with the same length, into any room. */
static void same(const char *format, ...) {
    for (size_t room = 0; room <= ROOM; room++) {
        char ours[ROOM] = "untouched", theirs[ROOM] = "untouched";
        va_list arguments, again;
        va_start(arguments, format);
        va_copy(again, arguments);
        int length = kernel_vsnprintf(ours, room, format, arguments);
        assert_int_equal(length, host_format(theirs, room, format, again));
        va_end(arguments);
        va_end(again);
        assert_memory_equal(ours, theirs, ROOM);
    }
}

TEST(test_format) {
    same("");
    same("100%% of %u", 7u);
    same("%d %d %d", 0, -1, INT32_MIN);
    same("%ld %lu %lx", INT64_MIN, UINT64_MAX, UINT64_MAX);
    same("%zu %x 0x%08x 0x%016lx", (size_t)0, 0xbeefu, 0xbeefu, 0xbeeful);
    same("[%-2u] [%5u] [%05d] [%05d] [%-6d] [%-05d]", 7u, 7u, 7, -7, -7, 7);
    same("%s, %.3s, %.*s, %.0s|", "one", "three", 2, "two", "none");
    same("%-5s|%5s|%c", "ab", "cd", 'e');
    char unended[] = {'a', 'b'};
    same("%.2s", unended);
}

TEST(test_wrong_format) {
    char text[ROOM];
    const char *wrong[] = {"%q %u", "%", "%5"};
    const char *shown_as[] = {"%q 3", "%", "%5"};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(kernel_snprintf(text, ROOM, wrong[i], 3u), (int)strlen(shown_as[i]));
        assert_string_equal(text, shown_as[i]);
    }
}

TEST(test_memory) {
    uint8_t from[MOST], ours[MOST], theirs[MOST];
    for (int i = 0; i < MOST; i++)
        from[i] = (uint8_t)(i * 7 + 1);
    for (size_t bytes = 0; bytes <= MOST / 2; bytes++) {
        for (size_t to = 0; to < 17; to++) {
            size_t at = bytes % 19;
            host_copy(theirs, from, MOST);
            host_copy(ours, from, MOST);
            host_copy(theirs + to, from + at, bytes);
            assert_ptr_equal(kernel_memcpy(ours + to, from + at, bytes), ours + to);
            assert_memory_equal(ours, theirs, MOST);

            host_copy(theirs, from, MOST);
            host_copy(ours, from, MOST);
            host_copy(theirs + to, theirs + at, bytes);
            assert_ptr_equal(kernel_memmove(ours + to, ours + at, bytes), ours + to);
            assert_memory_equal(ours, theirs, MOST);

            assert_ptr_equal(kernel_memset(ours + to, 0x1a5, bytes), ours + to);
            for (size_t i = 0; i < MOST; i++)
                assert_int_equal(ours[i], i >= to && i < to + bytes ? 0xa5 : theirs[i]);
        }
    }
}

static int sign(int number) {
    return (number > 0) - (number < 0);
}

TEST(test_compare) {
    const char *texts[] = {"", "a", "ab", "abc", "b", "\xff", "a\xff"};
    for (int i = 0; i < 7; i++) {
        for (int j = 0; j < 7; j++) {
            const char *one = texts[i], *other = texts[j];
            size_t bytes =
                strlen(one) + 1 < strlen(other) + 1 ? strlen(one) + 1 : strlen(other) + 1;
            int wanted = sign(host_compare(one, other, bytes));
            assert_int_equal(sign(kernel_memcmp(one, other, bytes)), wanted);
            assert_int_equal(sign(kernel_strcmp(one, other)), wanted);
            assert_int_equal(sign(kernel_strncmp(one, other, 9)), wanted);
            assert_int_equal(kernel_strncmp(one, other, 0), 0);
        }
    }
    assert_int_equal(kernel_strncmp("abc", "abd", 2), 0);
}

TEST(test_strings) {
    char text[ROOM] = "";
    kernel_strcpy(text, "one two");
    assert_string_equal(kernel_strcat(text, ",three"), "one two,three");
    assert_int_equal(kernel_strlen(text), 13);
    assert_ptr_equal(kernel_strchr(text, 't'), text + 4);
    assert_ptr_equal(kernel_strchr(text, 0), text + 13);
    assert_null(kernel_strchr(text, 'x'));
    assert_ptr_equal(kernel_memchr(text, 't', 5), text + 4);
    assert_null(kernel_memchr(text, 't', 4));

    char *rest = text;
    assert_string_equal(kernel_strsep(&rest, " ,"), "one");
    assert_string_equal(kernel_strsep(&rest, " ,"), "two");
    assert_string_equal(kernel_strsep(&rest, " ,"), "three");
    assert_null(rest);
    assert_null(kernel_strsep(&rest, " ,"));
}
