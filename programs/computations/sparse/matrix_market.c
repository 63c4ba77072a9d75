#include "programs/computations/sparse/matrix_market.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The most characters of a line of the format. */
enum { LINE_BYTES = 1024 };

enum values { REAL, INTEGER, PATTERN };
enum symmetry { GENERAL, SYMMETRIC, SKEW };

struct reader {
    FILE *file;
    unsigned long line; /* the number of the line that was read last */
    char text[LINE_BYTES + 1];
    char *at; /* the rest of the line */
    enum values values;
    enum symmetry symmetry;
    struct matrix_market *matrix;
};

/* Writes down why the file cannot be read. Returns false. */
__attribute__((format(printf, 2, 3))) static bool refuse(struct reader *reader, const char *format,
                                                         ...) {
    char *wrong = reader->matrix->wrong;
    int length = snprintf(wrong, MATRIX_MARKET_REASON, "line %lu: ", reader->line);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(wrong + length, MATRIX_MARKET_REASON - (size_t)length, format, arguments);
    va_end(arguments);
    return false;
}

/* Reads a line, without its end. False at the end of the file, or if it is no line of text. */
static bool read_line(struct reader *reader) {
    size_t length = 0;
    int byte;
    reader->line++;
    reader->at = reader->text;
    while ((byte = getc(reader->file)) != EOF && byte != '\n') {
        if (byte == '\0')
            return refuse(reader, "not a text file (a zero byte)");
        if (length == LINE_BYTES)
            return refuse(reader, "more than %d characters", LINE_BYTES);
        reader->text[length++] = (char)byte;
    }
    reader->text[length] = '\0';
    if (byte == EOF && length == 0)
        return refuse(reader, "%s",
                      ferror(reader->file) ? "the file cannot be read"
                      : reader->line == 1  ? "the file is empty"
                                           : "the file ends before the size of the matrix");
    return true;
}

/* Returns the next word of the line, or an empty one. */
static char *next_word(struct reader *reader) {
    while (isspace((unsigned char)*reader->at))
        reader->at++;
    char *word = reader->at;
    while (*reader->at != '\0' && !isspace((unsigned char)*reader->at))
        reader->at++;
    if (*reader->at != '\0')
        *reader->at++ = '\0';
    return word;
}

/* Reads the next line that has a word and is no comment. */
static bool read_content(struct reader *reader) {
    do {
        if (!read_line(reader))
            return false;
        while (isspace((unsigned char)*reader->at))
            reader->at++;
    } while (*reader->at == '\0' || *reader->at == '%');
    return true;
}

static bool at_end_of_line(struct reader *reader) {
    const char *word = next_word(reader);
    return *word == '\0' || refuse(reader, "unexpected \"%.40s\"", word);
}

/* Reads a number from `least` to `most` that consists only of digits. */
static bool read_count(struct reader *reader, const char *what, uint64_t least, uint64_t most,
                       uint64_t *count) {
    const char *word = next_word(reader);
    *count = 0;
    if (*word == '\0')
        return refuse(reader, "%s is missing", what);
    for (const char *digit = word; *digit != '\0'; digit++) {
        if (!isdigit((unsigned char)*digit))
            return refuse(reader, "%s is not a number: \"%.40s\"", what, word);
        uint64_t value = (uint64_t)(*digit - '0');
        if (value > most || *count > (most - value) / 10)
            return refuse(reader, "%s is %.40s (expected: at most %llu)", what, word,
                          (unsigned long long)most);
        *count = *count * 10 + value;
    }
    return *count >= least || refuse(reader, "%s is %.40s (expected: at least %llu)", what, word,
                                     (unsigned long long)least);
}

static bool read_value(struct reader *reader, double *value) {
    *value = 1;
    if (reader->values == PATTERN)
        return true;
    char *word = next_word(reader), *end;
    if (*word == '\0')
        return refuse(reader, "the value is missing");
    *value = strtod(word, &end);
    if (*end != '\0' || !isfinite(*value))
        return refuse(reader, "invalid value \"%.40s\" (expected: a finite number)", word);
    if (reader->values == INTEGER && *value != nearbyint(*value))
        return refuse(reader, "invalid value \"%.40s\" (expected: an integer)", word);
    return true;
}

/* Finds one of the words of the banner, in upper or lower case. */
static int find_word(const char *word, const char *const words[], int count) {
    for (int k = 0; k < count; k++)
        if (strcasecmp(word, words[k]) == 0)
            return k;
    return -1;
}

static bool read_banner(struct reader *reader) {
    static const char *const formats[] = {"coordinate", "array"};
    static const char *const values[] = {"real", "integer", "pattern"};
    static const char *const symmetries[] = {"general", "symmetric", "skew-symmetric"};
    if (!read_line(reader))
        return false;
    if (strcasecmp(next_word(reader), "%%MatrixMarket") != 0 ||
        strcasecmp(next_word(reader), "matrix") != 0)
        return refuse(reader, "it does not begin with \"%%%%MatrixMarket matrix\"");
    const char *word = next_word(reader);
    int format = find_word(word, formats, 2);
    if (format < 0)
        return refuse(reader, "unknown format \"%.40s\" (expected: coordinate or array)", word);
    reader->matrix->dense = format == 1;
    word = next_word(reader);
    int kind = find_word(word, values, 3);
    if (kind < 0)
        return refuse(reader, "unsupported field \"%.40s\" (expected: real, integer or pattern)",
                      word);
    if (reader->matrix->dense && kind == PATTERN)
        return refuse(reader, "an array cannot be a pattern");
    reader->values = (enum values)kind;
    word = next_word(reader);
    int symmetry = find_word(word, symmetries, 3);
    if (symmetry < 0)
        return refuse(
            reader,
            "unsupported symmetry \"%.40s\" (expected: general, symmetric or skew-symmetric)",
            word);
    reader->symmetry = (enum symmetry)symmetry;
    return at_end_of_line(reader);
}

/* How many elements a matrix of this size can have in the file. */
static uint64_t most_elements(const struct reader *reader, uint64_t size) {
    return reader->symmetry == GENERAL     ? size * size
           : reader->symmetry == SYMMETRIC ? size * (size + 1) / 2
                                           : size * (size - 1) / 2;
}

static bool read_size(struct reader *reader, uint64_t *elements) {
    uint64_t rows, columns;
    if (!read_content(reader) || !read_count(reader, "rows", 1, SPARSE_MOST_SIZE, &rows) ||
        !read_count(reader, "columns", 1, SPARSE_MOST_SIZE, &columns))
        return false;
    if (rows != columns)
        return refuse(reader, "%llu rows and %llu columns: the matrix is not square",
                      (unsigned long long)rows, (unsigned long long)columns);
    *elements = most_elements(reader, rows);
    if (!reader->matrix->dense && !read_count(reader, "elements", 0, *elements, elements))
        return false;
    reader->matrix->size_line = reader->line;
    reader->matrix->entries.rows = reader->matrix->entries.columns = (size_t)rows;
    return at_end_of_line(reader);
}

/* Adds an element that the file gives, and the one across the diagonal. */
static bool add(struct reader *reader, size_t row, size_t column, double value) {
    struct sparse_entries *entries = &reader->matrix->entries;
    bool both = reader->symmetry != GENERAL && row != column;
    double across = reader->symmetry == SKEW ? -value : value;
    if (reader->symmetry != GENERAL && row < column)
        return refuse(reader, "row %zu, column %zu is above the diagonal of a symmetric matrix",
                      row + 1, column + 1);
    if (reader->symmetry == SKEW && row == column)
        return refuse(reader, "row %zu, column %zu is on the diagonal of a skew-symmetric matrix",
                      row + 1, column + 1);
    if (sparse_entries_add(entries, row, column, value) != 0 ||
        (both && sparse_entries_add(entries, column, row, across) != 0))
        return refuse(reader, "not enough memory for more than %zu elements", entries->count);
    return true;
}

/* Reads the line of an element, of which there have been `before`. */
static bool read_element_line(struct reader *reader, uint64_t before, uint64_t elements) {
    if (read_content(reader))
        return true;
    if (feof(reader->file))
        refuse(reader, "the file ends after %llu of %llu elements", (unsigned long long)before,
               (unsigned long long)elements);
    return false;
}

static bool read_coordinates(struct reader *reader, uint64_t elements) {
    uint64_t size = reader->matrix->entries.rows, row, column;
    double value;
    for (uint64_t k = 0; k < elements; k++)
        if (!read_element_line(reader, k, elements) ||
            !read_count(reader, "the row", 1, size, &row) ||
            !read_count(reader, "the column", 1, size, &column) || !read_value(reader, &value) ||
            !at_end_of_line(reader) || !add(reader, (size_t)row - 1, (size_t)column - 1, value))
            return false;
    return true;
}

/* An array has its elements column by column, one a line. If it is symmetric, only those on and
 * below the diagonal are given, and if it is skew-symmetric only those below. */
static bool read_array(struct reader *reader, uint64_t elements) {
    uint64_t before = 0;
    size_t size = reader->matrix->entries.rows;
    for (size_t column = 0; column < size; column++) {
        size_t first = reader->symmetry == GENERAL ? 0 : column + (reader->symmetry == SKEW);
        for (size_t row = first; row < size; row++) {
            double value;
            if (!read_element_line(reader, before++, elements) || !read_value(reader, &value) ||
                !at_end_of_line(reader) || (value != 0 && !add(reader, row, column, value)))
                return false;
        }
    }
    return true;
}

/* Behind the last element there may be empty lines and comments. */
static bool read_rest(struct reader *reader) {
    while (read_line(reader)) {
        const char *word = next_word(reader);
        if (*word != '\0' && *word != '%')
            return refuse(reader, "\"%.40s\": there are more elements than line %lu says", word,
                          reader->matrix->size_line);
    }
    if (!feof(reader->file))
        return false;
    reader->matrix->wrong[0] = '\0';
    return true;
}

bool matrix_market_read(FILE *file, struct matrix_market *matrix) {
    struct reader reader = {.file = file, .matrix = matrix};
    uint64_t elements = 0;
    *matrix = (struct matrix_market){0};
    bool good =
        read_banner(&reader) && read_size(&reader, &elements) &&
        (matrix->dense ? read_array(&reader, elements) : read_coordinates(&reader, elements)) &&
        read_rest(&reader);
    if (!good)
        sparse_entries_free(&matrix->entries);
    return good;
}
