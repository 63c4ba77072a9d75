/* Matrices and vectors written with the digits 0 and 1. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "programs/mapping/reader.h"

struct reader {
    const char *at;
    const char *end;
    const char *line_start;
    size_t line;
    struct reader_error *error;
};

static int refuse(struct reader *reader, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    reader->error->line = reader->line;
    reader->error->column = (size_t)(reader->at - reader->line_start) + 1;
    vsnprintf(reader->error->message, sizeof reader->error->message, format, arguments);
    va_end(arguments);
    return -EINVAL;
}

static bool at_end(const struct reader *reader) {
    return reader->at == reader->end;
}

static bool at_line_end(const struct reader *reader) {
    return at_end(reader) || *reader->at == '\n';
}

/* Goes to the next character of this line that means something, or to the line's end. */
static void skip_blanks(struct reader *reader) {
    while (!at_line_end(reader) && strchr(" \t\r", *reader->at) && *reader->at != '\0')
        reader->at++;
    if (!at_line_end(reader) && *reader->at == '#')
        while (!at_line_end(reader))
            reader->at++;
}

/* Goes to the next line that is not empty. Returns false if there is none. */
static bool next_line(struct reader *reader) {
    for (;;) {
        skip_blanks(reader);
        if (!at_line_end(reader))
            return true;
        if (at_end(reader))
            return false;
        reader->at++;
        reader->line_start = reader->at;
        reader->line++;
    }
}

/* Reads the digits of a line into *row, the first as bit 0, and stores their number in *digits. */
static int read_row(struct reader *reader, uint32_t *row, uint32_t *digits) {
    *row = 0;
    *digits = 0;
    for (skip_blanks(reader); !at_line_end(reader); skip_blanks(reader)) {
        if (*reader->at != '0' && *reader->at != '1')
            return refuse(reader, "invalid digit of a row (expected: 0 or 1)");
        if (*digits == BIT_MATRIX_SIZE)
            return refuse(reader, "row too long (at most %d digits)", BIT_MATRIX_SIZE);
        *row |= (uint32_t)(*reader->at - '0') << (*digits)++;
        reader->at++;
    }
    return 0;
}

/* Reads row `number` of the matrix, counted from 1, or the vector if `number` is 0. Expects *size
 * digits; if *size is 0, it takes any number of digits and stores it there. */
static int read_row_of(struct reader *reader, uint32_t number, uint32_t *size, uint32_t *row) {
    char what[sizeof "row 4294967295"] = "the vector";
    uint32_t digits;
    if (number > 0)
        snprintf(what, sizeof what, "row %u", number);
    if (!next_line(reader))
        return refuse(reader, "%s is missing", what);
    int error = read_row(reader, row, &digits);
    if (error != 0)
        return error;
    if (*size == 0)
        *size = digits;
    if (digits != *size)
        return refuse(reader, "%s has %u digits, but the first row has %u", what, digits, *size);
    return 0;
}

int reader_communication(const char *text, size_t bytes, struct communication *communication,
                         struct reader_error *error) {
    static const char scatter[] = "scatter";
    const size_t word = sizeof scatter - 1;
    struct reader reader = {text, text + bytes, text, 1, error};
    uint32_t size = 0, row = 0;
    communication->by_destination = next_line(&reader) &&
                                    (size_t)(reader.end - reader.at) >= word &&
                                    memcmp(reader.at, scatter, word) == 0;
    if (communication->by_destination) {
        reader.at += word;
        skip_blanks(&reader);
        if (!at_line_end(&reader))
            return refuse(&reader, "unexpected text after '%s'", scatter);
    }
    memset(&communication->matrix, 0, sizeof communication->matrix);
    for (uint32_t i = 0; i == 0 || i < size; i++) {
        int refused = read_row_of(&reader, i + 1, &size, &row);
        if (refused != 0)
            return refused;
        communication->matrix.row[i] = (uint16_t)row;
    }
    communication->matrix.size = size;
    int refused = read_row_of(&reader, 0, &size, &communication->vector);
    if (refused != 0)
        return refused;
    if (next_line(&reader))
        return refuse(&reader, "unexpected line after the %u rows and the vector", size);
    return 0;
}
