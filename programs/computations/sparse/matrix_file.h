/* A matrix from a file, at all nodes. */
#ifndef COMPUTATIONS_SPARSE_MATRIX_FILE_H
#define COMPUTATIONS_SPARSE_MATRIX_FILE_H

#include "programs/computations/sparse/matrix_market.h"

/* Node 0 reads the file of this name (matrix_market_read), and all nodes get the entries, or an
 * error in `wrong`, which is empty on success. Every node calls it. Returns 0, -ENOMEM or an error
 * of cube.h. The caller ends with sparse_entries_free. */
int matrix_file_read(const char *name, struct matrix_market *matrix);

#endif
