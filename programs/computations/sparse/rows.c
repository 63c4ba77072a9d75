#include "programs/computations/sparse/rows.h"

#include <stdlib.h>

#include "programs/computations/must.h"

static bool has_row(const struct sparse_rows *matrix, size_t first, size_t row) {
    return row >= first && row - first < matrix->rows;
}

/* Puts each element into its row, behind those that came before it. */
static void distribute(struct sparse_rows *matrix, const struct sparse_entries *entries,
                       size_t first) {
    size_t *next = matrix->begin + 1; /* where the next element of a row goes */
    for (size_t k = 0; k < entries->count; k++)
        if (has_row(matrix, first, entries->list[k].row))
            matrix->begin[entries->list[k].row - first + 2]++;
    for (size_t row = 0; row < matrix->rows; row++)
        matrix->begin[row + 2] += matrix->begin[row + 1];
    for (size_t k = 0; k < entries->count; k++) {
        const struct sparse_entry *entry = &entries->list[k];
        if (!has_row(matrix, first, entry->row))
            continue;
        size_t at = next[entry->row - first]++;
        matrix->column[at] = entry->column;
        matrix->value[at] = entry->value;
    }
}

/* Lets the element at `at` sink in a heap of `count` elements, the largest column first. Rows are
 * sorted by heaps because these need no memory, and no file can make them slow. */
static void sift(uint32_t *column, double *value, size_t at, size_t count) {
    uint32_t key = column[at];
    double carried = value[at];
    for (size_t child = 2 * at + 1; child < count; child = 2 * at + 1) {
        if (child + 1 < count && column[child + 1] > column[child])
            child++;
        if (column[child] <= key)
            break;
        column[at] = column[child];
        value[at] = value[child];
        at = child;
    }
    column[at] = key;
    value[at] = carried;
}

static void sort_row(uint32_t *column, double *value, size_t count) {
    for (size_t at = count / 2; at-- > 0;)
        sift(column, value, at, count);
    for (size_t last = count; last-- > 1;) {
        uint32_t key = column[last];
        double carried = value[last];
        column[last] = column[0];
        value[last] = value[0];
        column[0] = key;
        value[0] = carried;
        sift(column, value, 0, last);
    }
}

static bool is_sorted(const uint32_t *column, size_t count) {
    for (size_t k = 1; k < count; k++)
        if (column[k - 1] >= column[k])
            return false;
    return true;
}

/* Sorts each row, and adds up what is given more than once. */
static void tidy(struct sparse_rows *matrix) {
    size_t kept = 0, begin = 0;
    for (size_t row = 0; row < matrix->rows; row++) {
        size_t end = matrix->begin[row + 1];
        if (!is_sorted(matrix->column + begin, end - begin))
            sort_row(matrix->column + begin, matrix->value + begin, end - begin);
        matrix->begin[row] = kept;
        for (size_t k = begin; k < end; k++)
            if (kept > matrix->begin[row] && matrix->column[kept - 1] == matrix->column[k]) {
                matrix->value[kept - 1] += matrix->value[k];
            } else {
                matrix->column[kept] = matrix->column[k];
                matrix->value[kept++] = matrix->value[k];
            }
        begin = end;
    }
    matrix->begin[matrix->rows] = kept;
}

void sparse_rows_make(struct sparse_rows *matrix, const struct sparse_entries *entries,
                      size_t first, size_t rows) {
    size_t elements = 0;
    *matrix = (struct sparse_rows){.rows = rows, .columns = entries->columns};
    for (size_t k = 0; k < entries->count; k++)
        elements += has_row(matrix, first, entries->list[k].row);
    matrix->begin = allocate(rows + 2, sizeof *matrix->begin);
    matrix->column = allocate(elements, sizeof *matrix->column);
    matrix->value = allocate(elements, sizeof *matrix->value);
    distribute(matrix, entries, first);
    tidy(matrix);
}

void sparse_rows_free(struct sparse_rows *matrix) {
    free(matrix->begin);
    free(matrix->column);
    free(matrix->value);
    *matrix = (struct sparse_rows){0};
}

void sparse_rows_multiply(const struct sparse_rows *matrix, const double *from, double *to) {
    for (size_t row = 0; row < matrix->rows; row++) {
        double sum = 0;
        for (size_t k = matrix->begin[row]; k < matrix->begin[row + 1]; k++)
            sum += matrix->value[k] * from[matrix->column[k]];
        to[row] = sum;
    }
}

double sparse_rows_element(const struct sparse_rows *matrix, size_t row, size_t column) {
    size_t low = matrix->begin[row], high = matrix->begin[row + 1];
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (matrix->column[middle] == column)
            return matrix->value[middle];
        if (matrix->column[middle] < column)
            low = middle + 1;
        else
            high = middle;
    }
    return 0;
}

bool sparse_rows_symmetric(const struct sparse_rows *matrix) {
    if (matrix->rows != matrix->columns)
        return false;
    for (size_t row = 0; row < matrix->rows; row++)
        for (size_t k = matrix->begin[row]; k < matrix->begin[row + 1]; k++)
            if (sparse_rows_element(matrix, matrix->column[k], row) != matrix->value[k])
                return false;
    return true;
}

size_t sparse_rows_empty(const struct sparse_rows *matrix, bool *is_column) {
    *is_column = false;
    for (size_t row = 0; row < matrix->rows; row++) {
        bool has_element = false;
        for (size_t k = matrix->begin[row]; k < matrix->begin[row + 1]; k++)
            has_element = has_element || matrix->value[k] != 0;
        if (!has_element)
            return row;
    }
    *is_column = true;
    bool *has_element = allocate(matrix->columns, sizeof *has_element);
    size_t column = 0;
    for (size_t k = 0; k < matrix->begin[matrix->rows]; k++)
        if (matrix->value[k] != 0)
            has_element[matrix->column[k]] = true;
    while (column < matrix->columns && has_element[column])
        column++;
    free(has_element);
    return column < matrix->columns ? column : matrix->rows;
}
