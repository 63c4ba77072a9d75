#include "programs/computations/sparse/matrix_file.h"

#include <errno.h>
#include <stdlib.h>

#include "cube.h"

static void read_file(const char *name, struct matrix_market *matrix) {
    FILE *file = fopen(name, "r");
    *matrix = (struct matrix_market){0};
    if (!file) {
        snprintf(matrix->wrong, sizeof matrix->wrong,
                 "no such file (cuberun --file %.60s=PATH passes it)", name);
        return;
    }
    matrix_market_read(file, matrix);
    fclose(file);
}

int matrix_file_read(const char *name, struct matrix_market *matrix) {
    struct sparse_entry *list = NULL;
    if (cube_node() == 0) {
        read_file(name, matrix);
        list = matrix->entries.list;
    }
    int error = cube_bcast(matrix, sizeof *matrix, &cube_byte, 0);
    size_t count = error == 0 ? matrix->entries.count : 0;
    const struct cube_type entry = {.bytes = sizeof *list};
    if (cube_node() != 0)
        list = malloc((count + 1) * sizeof *list);
    matrix->entries.list = list;
    matrix->entries.room = count;
    if (!list && count > 0)
        return -ENOMEM;
    return error == 0 && count > 0 ? cube_bcast(list, count, &entry, 0) : error;
}
