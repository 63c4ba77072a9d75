#include "programs/computations/sparse/matrix_file.h"

#include "cube.h"
#include "programs/computations/must.h"

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

void matrix_file_read(const char *name, struct matrix_market *matrix) {
    struct sparse_entry *list = NULL;
    if (cube_node() == 0) {
        read_file(name, matrix);
        list = matrix->entries.list;
    }
    must(cube_bcast(matrix, sizeof *matrix, &cube_byte, 0), "telling what node 0 has read");
    size_t count = matrix->entries.count;
    const struct cube_type entry = {.bytes = sizeof *list};
    if (cube_node() != 0)
        list = allocate(count, sizeof *list);
    matrix->entries.list = list;
    matrix->entries.room = count;
    if (count > 0)
        must(cube_bcast(list, count, &entry, 0), "telling what node 0 has read");
}
