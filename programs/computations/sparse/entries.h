/* The elements of a sparse matrix, in any order: a list that grows. */
#ifndef COMPUTATIONS_SPARSE_ENTRIES_H
#define COMPUTATIONS_SPARSE_ENTRIES_H

#include <stddef.h>
#include <stdint.h>

#define SPARSE_MOST_SIZE ((size_t)1 << 24) /* the most rows or columns of a sparse matrix */

struct sparse_entry {
    uint32_t row, column; /* from 0 */
    double value;
};

struct sparse_entries {
    size_t rows, columns;
    size_t count;
    size_t room; /* of the list, in entries */
    struct sparse_entry *list;
};

/* Adds an element. Returns 0, or -ENOMEM and leaves the list as it was. A list begins with zeros;
 * the caller ends with sparse_entries_free. */
int sparse_entries_add(struct sparse_entries *entries, size_t row, size_t column, double value);

/* Gives row and column i of a square matrix the number place[i]. */
void sparse_entries_renumber(struct sparse_entries *entries, const size_t place[]);

void sparse_entries_free(struct sparse_entries *entries);

#endif
