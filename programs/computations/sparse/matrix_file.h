/* A matrix from a file, at all nodes. */
#ifndef COMPUTATIONS_SPARSE_MATRIX_FILE_H
#define COMPUTATIONS_SPARSE_MATRIX_FILE_H

#include "programs/computations/sparse/matrix_market.h"

/* Node 0 reads the file of this name (matrix_market_read), and all nodes get the entries, or an
 * error in `wrong`, which is empty on success. Every node calls it. The caller ends with
 * sparse_entries_free. */
void matrix_file_read(const char *name, struct matrix_market *matrix);

#endif
