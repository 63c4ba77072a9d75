/* Finds text that the reader of communications takes wrongly, or refuses at a wrong line or column.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "programs/mapping/reader.h"
#include "programs/wormhole/random.h"
#include "tests/unit/test.h"

/* From memory that ends where the text does, so that the sanitizer sees who reads on. */
static int read_text(const char *text, size_t bytes, struct communication *communication,
                     struct reader_error *error) {
    char *copy = malloc(bytes + 1);
    assert_non_null(copy);
    memcpy(copy + 1, text, bytes);
    int status = reader_communication(copy + 1, bytes, communication, error);
    free(copy);
    return status;
}

static struct communication expect(const char *text) {
    struct communication communication = {.name = "kept"};
    struct reader_error error;
    assert_int_equal(read_text(text, strlen(text), &communication, &error), 0);
    assert_string_equal(communication.name, "kept");
    return communication;
}

TEST(rows_then_vector) {
    struct communication read = expect("010\n001\n100\n110\n");
    assert_int_equal(read.matrix.size, 3);
    assert_int_equal(read.matrix.row[0], 2);
    assert_int_equal(read.matrix.row[1], 4);
    assert_int_equal(read.matrix.row[2], 1);
    assert_int_equal(read.vector, 3);
    assert_false(read.by_destination);
}

TEST(blanks_remarks_and_empty_lines) {
    struct communication plain = expect("10\n01\n11");
    struct communication other = expect("# first\r\n\n  1 0\t# row\n\n#\n01\r\n 1\t1 # b\n\n# end");
    assert_memory_equal(&plain, &other, sizeof plain);
}

TEST(one_row_and_sixteen) {
    assert_int_equal(expect("1\n0").matrix.size, 1);
    char text[17 * 17 + 1] = "";
    for (int i = 0; i < 17; i++)
        strcat(text, "0000000000000001\n");
    struct communication most = expect(text);
    assert_int_equal(most.matrix.size, 16);
    assert_int_equal(most.matrix.row[15], 1u << 15);
    assert_int_equal(most.vector, 1u << 15);
}

TEST(scatters) {
    struct communication read = expect("\n# x = Ay + b\n scatter # so\n01\n00\n10\n");
    assert_true(read.by_destination);
    assert_int_equal(read.matrix.row[0], 2);
    assert_int_equal(read.vector, 1);
}

static const struct {
    const char *text;
    size_t line;
    size_t column;
    const char *message;
} refused[] = {
    {"", 1, 1, "row 1 is missing"},
    {"\n \n# 10\n", 4, 1, "row 1 is missing"},
    {"scatter", 1, 8, "row 1 is missing"},
    {"scatter 1\n", 1, 9, "unexpected text after 'scatter'"},
    {"scatters\n", 1, 8, "unexpected text after 'scatter'"},
    {"scatte\n", 1, 1, "invalid digit of a row (expected: 0 or 1)"},
    {"1\nscatter\n", 2, 1, "invalid digit of a row (expected: 0 or 1)"},
    {"10\n0x\n00\n", 2, 2, "invalid digit of a row (expected: 0 or 1)"},
    {"10\n01\n02\n", 3, 2, "invalid digit of a row (expected: 0 or 1)"},
    {"10", 1, 3, "row 2 is missing"},
    {"10\n01\n", 3, 1, "the vector is missing"},
    {"10\n1\n00\n", 2, 2, "row 2 has 1 digits, but the first row has 2"},
    {"10\n01\n000\n", 3, 4, "the vector has 3 digits, but the first row has 2"},
    {"10\n01\n00\n\n1\n", 5, 1, "unexpected line after the 2 rows and the vector"},
    {"1111 1111 1111 1111 1\n", 1, 21, "row too long (at most 16 digits)"},
};

TEST(errors_have_a_line_and_a_column) {
    for (size_t k = 0; k < sizeof refused / sizeof *refused; k++) {
        struct communication communication;
        struct reader_error error;
        assert_int_equal(
            read_text(refused[k].text, strlen(refused[k].text), &communication, &error), -EINVAL);
        assert_string_equal(error.message, refused[k].message);
        assert_int_equal(error.line, refused[k].line);
        assert_int_equal(error.column, refused[k].column);
    }
}

/* A byte 0 is no end of the text, and no blank. */
TEST(bytes_of_any_value) {
    struct communication communication;
    struct reader_error error;
    assert_int_equal(read_text("1\0\n0\n", 5, &communication, &error), -EINVAL);
    assert_int_equal(error.column, 2);
    static const char bytes[] = "01 \n#\t\r2scatter";
    struct random numbers = {.state = 1};
    for (uint32_t round = 0; round < 20000; round++) {
        char text[40] = {0};
        size_t length = random_word(&numbers) % sizeof text;
        for (size_t k = 0; k < length; k++)
            text[k] = bytes[random_word(&numbers) % sizeof bytes]; /* its 0, too */
        if (read_text(text, length, &communication, &error) == 0)
            assert_in_range(communication.matrix.size, 1, BIT_MATRIX_SIZE);
        else
            assert_true(error.line >= 1 && error.column >= 1 && error.column <= length + 1);
    }
}
