/* Reads a matrix from a file in the Matrix Market format (Boisvert, Pozo, Remington, The Matrix
 * Market exchange formats, NISTIR 5935, 1996). */
#ifndef COMPUTATIONS_SPARSE_MATRIX_MARKET_H
#define COMPUTATIONS_SPARSE_MATRIX_MARKET_H

#include <stdbool.h>
#include <stdio.h>

#include "programs/computations/sparse/entries.h"

enum { MATRIX_MARKET_REASON = 160 }; /* bytes of a message */

struct matrix_market {
    struct sparse_entries
        entries;             /* all elements of the matrix: for a symmetric one also those above the
                                diagonal; for a dense one only those that are not 0 */
    bool dense;              /* the file gives every element ("array") */
    unsigned long size_line; /* the number of the line that says how large the matrix is */
    char wrong[MATRIX_MARKET_REASON]; /* if it was not read: in which line, and why */
};

/* Reads a square matrix: "coordinate" with real or integer values or a pattern, whose elements are
 * all 1, or "array" with real or integer values; general, symmetric or skew-symmetric. Returns
 * whether it has been read; if not, `wrong` has the error, and there are no entries. Memory is
 * allocated by the elements in the file, not by its header. The caller ends with
 * sparse_entries_free. */
bool matrix_market_read(FILE *file, struct matrix_market *matrix);

#endif
