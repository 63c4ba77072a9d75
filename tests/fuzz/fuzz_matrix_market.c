/* The reader of matrices: an accepted one has all its elements within the matrix, and is unchanged
 * after writing and reading again. */
#include <string.h>

#include "programs/computations/must.h"
#include "programs/computations/sparse/matrix_market.h"
#include "programs/computations/sparse/rows.h"
#include "tests/fuzz/fuzz.h"

/* A file of a few bytes cannot make a matrix of more rows than this cheap to look through. */
enum { ROWS_LOOKED_THROUGH = 1 << 10 };

/* Without the message of the cube's. */
void *allocate(size_t count, size_t bytes) {
    void *memory = calloc(count + 1, bytes);
    assert(memory);
    return memory;
}

static void check_written_again(const struct sparse_entries *first) {
    char *text;
    size_t bytes;
    FILE *file = open_memstream(&text, &bytes);
    assert(file);
    fprintf(file, "%%%%MatrixMarket matrix coordinate real general\n%zu %zu %zu\n", first->rows,
            first->columns, first->count);
    for (size_t k = 0; k < first->count; k++)
        fprintf(file, "%u %u %.17g\n", first->list[k].row + 1, first->list[k].column + 1,
                first->list[k].value);
    assert(fclose(file) == 0);
    file = fmemopen(text, bytes, "r");
    struct matrix_market second;
    assert(matrix_market_read(file, &second));
    assert(second.entries.count == first->count && second.entries.rows == first->rows);
    for (size_t k = 0; k < first->count; k++) {
        const struct sparse_entry *one = &first->list[k], *other = &second.entries.list[k];
        assert(one->row == other->row && one->column == other->column &&
               one->value == other->value);
    }
    sparse_entries_free(&second.entries);
    assert(fclose(file) == 0);
    free(text);
}

/* Columns ascend within each row, and stay within the matrix. */
static void check_rows(const struct sparse_entries *entries) {
    struct sparse_rows rows;
    bool is_column;
    sparse_rows_make(&rows, entries, 0, entries->rows);
    assert(rows.begin[rows.rows] <= entries->count);
    for (size_t row = 0; row < rows.rows; row++)
        for (size_t k = rows.begin[row]; k < rows.begin[row + 1]; k++)
            assert(rows.column[k] < rows.columns &&
                   (k == rows.begin[row] || rows.column[k - 1] < rows.column[k]));
    assert(sparse_rows_empty(&rows, &is_column) <= rows.rows);
    sparse_rows_symmetric(&rows);
    sparse_rows_free(&rows);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes) {
    if (bytes == 0)
        return 0; /* fmemopen takes no empty file */
    char *copy = malloc(bytes);
    assert(copy);
    memcpy(copy, data, bytes);
    FILE *file = fmemopen(copy, bytes, "r");
    assert(file);
    struct matrix_market matrix;
    memset(&matrix, 0xff, sizeof matrix);
    if (matrix_market_read(file, &matrix)) {
        fuzz_accepted++;
        assert(matrix.wrong[0] == '\0' && matrix.entries.rows == matrix.entries.columns);
        /* No more memory than elements: each takes a byte of the file at least. */
        assert(matrix.entries.count <= 2 * bytes);
        for (size_t k = 0; k < matrix.entries.count; k++)
            assert(matrix.entries.list[k].row < matrix.entries.rows &&
                   matrix.entries.list[k].column < matrix.entries.columns);
        /* A symmetric file that repeats elements may have more than a general one has room for. */
        if (matrix.entries.count <= matrix.entries.rows * matrix.entries.columns)
            check_written_again(&matrix.entries);
        if (matrix.entries.rows <= ROWS_LOOKED_THROUGH)
            check_rows(&matrix.entries);
    } else {
        assert(memchr(matrix.wrong, 0, sizeof matrix.wrong));
        assert(strncmp(matrix.wrong, "line ", 5) == 0 && !matrix.entries.list);
    }
    sparse_entries_free(&matrix.entries);
    assert(fclose(file) == 0);
    free(copy);
    return 0;
}
